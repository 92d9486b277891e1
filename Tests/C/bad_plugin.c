/* bad_plugin.c - a shared object that does one thing wrong, chosen by -DWRONG=n. */
#include <live_activity_plugin.h>

#include <stddef.h>
#include <string.h>

static la_provider provider = {sizeof provider, LA_PLUGIN_ABI_VERSION, "fine", NULL, NULL, NULL, NULL, NULL, NULL,
                               NULL, NULL, NULL, NULL, NULL, NULL};
#if WRONG == 14
/* Longer than a name may be, and behind a kind that could be registered. */
static char long_name[1024];
#endif
static la_provider twin = {sizeof twin, LA_PLUGIN_ABI_VERSION, "delivery", NULL, NULL, NULL, NULL, NULL, NULL,
                           NULL, NULL, NULL, NULL, NULL, NULL};

static uint32_t count(void)
{
#if WRONG == 8
    return 4000000000u;
#else
    return 2;
#endif
}

static const la_provider *get(uint32_t index)
{
#if WRONG == 9
    if (index == 1)
        return NULL;
#endif
    return index == 0 ? &provider : &twin;
}

static la_provider_factory factory = {sizeof factory, 0, count, get};

static const void *get_factory(const char *factory_id)
{
    (void)factory_id;
#if WRONG == 6
    return NULL;
#else
    return &factory;
#endif
}

static la_status init(const char *path)
{
    (void)path;
#if WRONG == 5
    return -1;
#else
    return LA_OK;
#endif
}

static la_plugin plugin = {sizeof plugin, LA_PLUGIN_ABI_VERSION, "bad", "1", init, NULL, get_factory};

#if WRONG != 1
LA_API const la_plugin *la_plugin_entry(const la_host *host);
const la_plugin *la_plugin_entry(const la_host *host)
{
    (void)host;
#if WRONG == 2
    return NULL;
#elif WRONG == 3
    plugin.abi_version = 99;
#elif WRONG == 4
    plugin.size = 8;
#elif WRONG == 7
    factory.count = NULL;
#elif WRONG == 10
    provider.abi_version = 99;
#elif WRONG == 11
    provider.kind = NULL;
#elif WRONG == 12
    provider.size = 4;
#elif WRONG == 14
    memset(long_name, 'a', sizeof long_name - 1);
    twin.kind = long_name;
#endif
    return &plugin;
}
#else
int nothing_of_interest(void);
int nothing_of_interest(void) { return plugin.abi_version != 0; }
#endif
