/* conformance.c - runs the conformance check on the provider of a plugin, and on faulty providers.
 *
 *     conformance PLUGIN.so
 */
#include "check.h"

#include <dlfcn.h>
#include <live_activity_testing.h>

static int calls; /* what a provider must not keep */

static la_status content(void *user_data, la_scope *scope)
{
    (void)user_data;
    scope->state = json_pack("{s:i}", "count", 0);
    return LA_OK;
}
/* A provider that breaks the rules: its result depends on the number of earlier calls. */
static la_status handle(void *user_data, const json_t *event, la_scope *scope)
{
    (void)user_data, (void)event;
    json_object_set_new(scope->state, "count", json_integer(++calls));
    return LA_OK;
}
static json_t *samples(void *user_data)
{
    (void)user_data;
    return json_pack("{s:[{s:s}], s:[{s:i, s:{}}, {s:i, s:{}}]}", "attributes", "name", "one", "story", "after_s", 1, "event",
                     "after_s", 2, "event");
}

int main(int argc, char **argv)
{
    la_host host = {.size = sizeof host, .abi_version = LA_PLUGIN_ABI_VERSION, .version = la_version()};
    la_provider wrong = {.size = sizeof wrong, .abi_version = LA_PLUGIN_ABI_VERSION, .kind = "counter"};
    la_plugin_entry_function entry = NULL;
    const la_provider_factory *factory;
    char *text = NULL;
    void *object = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (object == NULL)
        return 2;
    *(void **)&entry = dlsym(object, LA_PLUGIN_ENTRY);
    factory = entry(&host)->get_factory(LA_PROVIDER_FACTORY);
    EXPECT(la_conformance_run(factory->get(0), 30, 1, &text), LA_OK);
    if (text != NULL && text[0] != 0)
        printf("%s", text);
    la_free(text);

    wrong.content = content;
    wrong.handle = handle;
    wrong.samples = samples;
    text = NULL;
    EXPECT(la_conformance_run(&wrong, 10, 1, &text), LA_ERROR_CONFORMANCE);
    TRUE(text != NULL && strstr(text, "determinism") != NULL);
    la_free(text);
    wrong.abi_version = 9;
    EXPECT(la_conformance_run(&wrong, 10, 1, NULL), LA_ERROR_BAD_PLUGIN);
    EXPECT(la_conformance_run(NULL, 10, 1, NULL), LA_ERROR_INVALID_ARGUMENT);
    return report("conformance");
}
