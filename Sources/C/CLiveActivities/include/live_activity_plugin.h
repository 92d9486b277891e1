/* live_activity_plugin.h - providers of Live Activities in C.
 *
 * A provider contains the rules of one kind of activity: its initial content, the effect of each event,
 * and its wakes. It is a table of callbacks, la_provider, that a host passes to
 * la_runtime_add_provider(), or that a shared object exports:
 *
 *     la_plugin_entry()  ->  la_plugin  ->  get_factory(LA_PROVIDER_FACTORY)
 *                                       ->  la_provider_factory  ->  la_provider, any number
 *
 * Each struct begins with its size and grows at its end. A factory is requested by a versioned name, so that a
 * plugin can have factories that an old host does not know, and a host can request factories that an old
 * plugin does not have. A plugin needs this header and jansson, and links only with jansson: everything
 * else is passed through the tables.
 *
 *   Pure      A provider decides from its arguments only. It never reads a clock, never waits, does
 *             no input or output, and keeps no state between calls that affects results: the same events at
 *             the same times always give the same activity.
 *   Atomic    All changes of the scope take effect together when a callback returns LA_OK, and none
 *             of them when it returns anything else.
 *   Threads   A runtime calls a provider's callbacks one at a time, from whichever thread made the
 *             call. Two runtimes may call the same table at the same time.
 *   json_t    Values of the same libjansson.so that the host uses.
 */
#ifndef LIVE_ACTIVITY_PLUGIN_H
#define LIVE_ACTIVITY_PLUGIN_H

#include "live_activities.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ABI version of the tables below. A host accepts only plugins of its own ABI version. Fields added at the
 * end of a struct do not change it. */
#define LA_PLUGIN_ABI_VERSION 1u

/* For la_scope.dismissal, besides the LA_DISMISS_* of the host's header: the activity continues. */
#define LA_DISMISS_NOT -1

/* A draft of one activity: the input of a callback, and its requests. */
typedef struct la_scope {
    uint32_t size;                   /* in: of what the host gives; a plugin may be older */
    uint32_t reserved;
    int64_t now_ms;                  /* in: the time of the event, the action or the wake; in content()
                                        when the activity becomes active: now, or its start date */
    int64_t started_ms;              /* in: when the activity became active */
    const struct json_t *attributes; /* in: borrowed; never change it */
    struct json_t *state;            /* in, out: what the surfaces show. The callback's own to change
                                        in place. To replace it: json_decref() it and store another
                                        that is yours; the host takes that reference over. NULL in
                                        content(), which must set it. */
    int64_t stale_ms;                /* in, out: when the content turns stale; 0 is never */
    double relevance;                /* in, out: against the owner's other activities */
    int64_t wake_ms;                 /* in, out: when tick() is called, after now_ms; 0 is never. Not
                                        for content(): ask in begin(). */
    struct json_t *alert;            /* out: a new reference, which the host takes over, to {"title",
                                        "body"} and perhaps "sound", for what is essential */
    la_dismissal dismissal;          /* out: ends the activity; LA_DISMISS_NOT unless set */
    uint32_t reserved2;
    int64_t dismissal_ms;            /* out: of LA_DISMISS_AFTER */
    char reason[256];                /* out: why the callback refuses, UTF-8, NUL-terminated */
} la_scope;

typedef struct la_provider {
    uint32_t size;        /* sizeof(la_provider) */
    uint32_t abi_version; /* LA_PLUGIN_ABI_VERSION */
    const char *kind;     /* such as "parkingMeter"; stored and sent, so it never changes */
    void *user_data;      /* passed to each callback, never dereferenced */

    /* Called once, before any other callback, when a runtime takes the provider; destroy() is
     * then called once, when that runtime is destroyed. Both may be NULL. */
    la_status (*init)(void *user_data);

    /* Sets the initial content of an activity: scope->state, and optionally stale_ms and relevance. NULL: hosts
     * must start such activities with their content. */
    la_status (*content)(void *user_data, la_scope *scope);

    /* Applies an event. event is borrowed: never change or keep it. Return LA_ERROR_UNDECODABLE if it is not an
     * event of this kind; any other error refuses it. NULL: the kind has no events. */
    la_status (*handle)(void *user_data, const struct json_t *event, la_scope *scope);

    /* Called when a requested wake is due. May be NULL. */
    la_status (*tick)(void *user_data, la_scope *scope);

    /* Performs the action of a control that the user has operated. NULL: the kind has no controls. */
    la_status (*perform)(void *user_data, const char *action, la_scope *scope);

    /* The topics that an activity with these attributes follows: a new reference to an array of strings, which
     * the host releases, or NULL for no topics. Must depend on the attributes only. If the array contains
     * anything but strings, the start fails with LA_ERROR_INVALID_VALUE. May be NULL. */
    struct json_t *(*topics)(void *user_data, const struct json_t *attributes);

    void (*destroy)(void *user_data);

    /* Called when the activity becomes active, at once or on its start date, to request the first wake. May be
     * NULL. */
    la_status (*begin)(void *user_data, la_scope *scope);

    /* The default options of a start with these attributes, which the host's options override: a new reference,
     * which the host releases, to an object such as {"key": "timer", "ifRunning": "replace"}, or NULL. An object
     * that cannot be read fails the start with LA_ERROR_INVALID_VALUE. May be called more than once for a start,
     * also with the time of the system's clock. May be NULL. */
    struct json_t *(*options)(void *user_data, const struct json_t *attributes, int64_t now_ms);

    /* Valid examples: a new reference, which the host takes over, to {"attributes": [...], "story":
     * [{"after_s": 0, "event": ...}, ...], "actions": [{"id", "title"}, ...]}. May be NULL. */
    struct json_t *(*samples)(void *user_data);

    /* Checks values that come from the host or from a restored snapshot. With scope->state NULL it checks only
     * scope->attributes, once for each start
     * and each restored activity; with a state, whether an activity with these attributes, which were
     * accepted before, can have this content. Times in the scope are 0: the answer must not depend on
     * them. What the callback changes in the scope, besides reason, is ignored. Anything but LA_OK
     * refuses: the command returns LA_ERROR_INVALID_VALUE, and a restored activity is skipped. Not called
     * for content that the provider itself has set. NULL: all values are accepted. */
    la_status (*validate)(void *user_data, la_scope *scope);
} la_provider;

/* ---------------------------------------------------------------- Shared objects */

/* The host that loads a plugin. Valid as long as the plugin. */
typedef struct la_host {
    uint32_t size;
    uint32_t abi_version; /* LA_PLUGIN_ABI_VERSION of the host */
    uint32_t version;     /* la_version() of the host */
    uint32_t reserved;
} la_host;

/* The contents of a shared object. It and its tables are valid as long as the object is loaded. */
typedef struct la_plugin {
    uint32_t size;        /* sizeof(la_plugin) */
    uint32_t abi_version; /* LA_PLUGIN_ABI_VERSION */
    const char *name;     /* for people */
    const char *version;  /* for people */

    /* Called before get_factory(); path is the path of the loaded object, borrowed. May be NULL.
     * Called again if the object is loaded again after deinit(). */
    la_status (*init)(const char *path);

    /* Called when the last runtime that loaded the object is destroyed. May be NULL. */
    void (*deinit)(void);

    /* The table for a name, or NULL. */
    const void *(*get_factory)(const char *factory_id);
} la_plugin;

#define LA_PROVIDER_FACTORY "live-activities.provider-factory/1"

typedef struct la_provider_factory {
    uint32_t size; /* sizeof(la_provider_factory) */
    uint32_t reserved;
    uint32_t (*count)(void);
    const la_provider *(*get)(uint32_t index); /* from 0 to count() - 1 */
} la_provider_factory;

/* The only symbol that a shared object exports. Returns NULL if it does not support this host.
 *
 *     LA_API const la_plugin *la_plugin_entry(const la_host *host) { ... }
 */
typedef const la_plugin *(*la_plugin_entry_function)(const la_host *host);
#define LA_PLUGIN_ENTRY "la_plugin_entry"

#ifdef __cplusplus
}
#endif

#endif
