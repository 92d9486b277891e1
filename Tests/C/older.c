/* older.c - a host and a provider that were compiled against smaller structs than today's.
 *
 * These structs lack the last fields of the first header's. The library may not read or write beyond their end.
 */
#include "check.h"

#define GUARD 0xA5

struct older_options { uint32_t size, flags; uint64_t seed; };
struct older_start_options {
    uint32_t size, flags;
    const char *kind, *owner;
    const struct json_t *attributes;
    const char *attributes_text;
    size_t attributes_text_bytes;
};
struct older_change {
    uint32_t size;
    int32_t what;
    void *owned;
    uint64_t sequence;
    int64_t at_ms;
    la_activity activity;
    const char *kind, *owner;
    uint32_t revision;
    la_state state;
};
struct older_provider {
    uint32_t size, abi_version;
    const char *kind;
    void *user_data;
    la_status (*init)(void *);
    la_status (*content)(void *, la_scope *);
    la_status (*handle)(void *, const struct json_t *, la_scope *);
    la_status (*tick)(void *, la_scope *);
    la_status (*perform)(void *, const char *, la_scope *);
    struct json_t *(*topics)(void *, const struct json_t *);
    void (*destroy)(void *);
};

static la_status content(void *user_data, la_scope *scope)
{
    (void)user_data;
    scope->state = json_object();
    return LA_OK;
}

int main(void)
{
    struct { struct older_options options; unsigned char guard[64]; } options;
    struct { struct older_start_options start; unsigned char guard[128]; } start;
    struct { struct older_change change[3]; unsigned char guard[256]; } changes;
    struct { struct older_provider provider; unsigned char guard[64]; } provider;
    struct { la_change change; unsigned char more[64]; } newer[2];
    la_runtime *runtime;
    json_t *attributes = json_pack("{s:i}", "timerDuration", 600);
    size_t count, i;

    memset(&options, GUARD, sizeof options);
    memset(&options.options, 0, sizeof options.options);
    options.options.size = sizeof options.options;
    options.options.flags = LA_VIRTUAL_TIME;
    EXPECT(la_runtime_create((la_options *)(void *)&options.options, &runtime), LA_OK);

    memset(&provider, GUARD, sizeof provider);
    memset(&provider.provider, 0, sizeof provider.provider);
    provider.provider.size = sizeof provider.provider;
    provider.provider.abi_version = LA_PLUGIN_ABI_VERSION;
    provider.provider.kind = "older";
    provider.provider.content = content;
    EXPECT(la_runtime_add_provider(runtime, (la_provider *)(void *)&provider.provider), LA_OK);

    memset(&start, GUARD, sizeof start);
    memset(&start.start, 0, sizeof start.start);
    start.start.size = sizeof start.start;
    start.start.kind = "meditationTimer";
    start.start.owner = "anna";
    start.start.attributes = attributes;
    EXPECT(la_start(runtime, (la_start_options *)(void *)&start.start, EVENING, NULL), LA_OK);
    start.start.kind = "older";
    EXPECT(la_start(runtime, (la_start_options *)(void *)&start.start, EVENING, NULL), LA_OK);

    memset(&changes, GUARD, sizeof changes);
    EXPECT(la_runtime_poll(runtime, (la_change *)(void *)changes.change, sizeof changes.change[0], 3, &count), LA_OK);
    TRUE(count == 2);
    TRUE(changes.change[0].size == sizeof changes.change[0] && changes.change[0].sequence == 1);
    TRUE(changes.change[1].sequence == 2 && strcmp(changes.change[1].kind, "older") == 0);
    TRUE(changes.change[1].state == LA_STATE_ACTIVE);
    for (i = 0; i < sizeof changes.guard; i++)
        TRUE(changes.guard[i] == GUARD);
    TRUE(((unsigned char *)&changes.change[2])[0] == GUARD);
    for (i = 0; i < count; i++)
        la_change_release((la_change *)(void *)&changes.change[i]);

    /* A struct of a future version, whose unknown fields are zero. */
    start.start.kind = "meditationTimer";
    EXPECT(la_start(runtime, (la_start_options *)(void *)&start.start, EVENING, NULL), LA_OK);
    memset(newer, GUARD, sizeof newer);
    do {
        EXPECT(la_runtime_poll(runtime, &newer[0].change, sizeof newer[0], 1, &count), LA_OK);
        if (count == 0)
            break;
        TRUE(newer[0].change.size == sizeof(la_change));
        for (i = 0; i < sizeof newer[0].more; i++)
            TRUE(newer[0].more[i] == 0 && newer[1].more[i] == GUARD);
        la_change_release(&newer[0].change);
    } while (count > 0);

    json_decref(attributes);
    EXPECT(la_runtime_destroy(runtime), LA_OK);
    return report("older and newer structs");
}
