/* live_activity_plugin.h - providers of Live Activities in C.
 *
 * A provider is the rules of one kind of activity: how it begins, what an event does to it, when it
 * wants to be woken. It is a table of callbacks, la_provider, that a host gives to
 * la_runtime_add_provider(), or that a shared object brings:
 *
 *     la_plugin_entry()  ->  la_plugin  ->  get_factory(LA_PROVIDER_FACTORY)
 *                                       ->  la_provider_factory  ->  la_provider, any number
 *
 * Each layer begins with its size and grows at its end; a factory is requested by a name with its
 * version in it, so that a plugin can bring what an old host does not know, and a host can ask for
 * what an old plugin does not have. A plugin needs this header and jansson, and links with jansson
 * alone: everything else comes through the tables.
 *
 *   Pure      A provider decides from what it is given. It never reads a clock, never waits, does
 *             no input or output, and keeps nothing between calls that matters: the same events at
 *             the same times always give the same activity.
 *   Whole     What a callback leaves in the scope takes effect when it returns LA_OK, all together;
 *             when it returns anything else, nothing does.
 *   Threads   A runtime calls a provider's callbacks one at a time, from whichever thread made the
 *             call. Two runtimes may call the same table at the same time.
 *   json_t    Of the same libjansson.so as the host's.
 */
#ifndef LIVE_ACTIVITY_PLUGIN_H
#define LIVE_ACTIVITY_PLUGIN_H

#include "live_activities.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the tables below. A host takes plugins of its own ABI version alone; growth at the end of a
 * struct does not change it. */
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

    /* The content that an activity begins with: sets scope->state, and stale_ms and relevance if it
     * likes. NULL: hosts must start such activities with their content. */
    la_status (*content)(void *user_data, la_scope *scope);

    /* The outside world reports something. event is borrowed: never change or keep it. LA_ERROR_UNDECODABLE
     * says that the event is not one of this kind; any other error refuses it. NULL: the kind has no events. */
    la_status (*handle)(void *user_data, const struct json_t *event, la_scope *scope);

    /* A requested wake is due. May be NULL. */
    la_status (*tick)(void *user_data, la_scope *scope);

    /* A person used a control. NULL: the kind has none. */
    la_status (*perform)(void *user_data, const char *action, la_scope *scope);

    /* The topics that an activity with these attributes follows: a new reference to an array of strings, which
     * the host takes over, or NULL for nothing. Must depend on the attributes alone. Anything else than
     * strings refuses the start with LA_ERROR_INVALID_VALUE. May be NULL. */
    struct json_t *(*topics)(void *user_data, const struct json_t *attributes);

    void (*destroy)(void *user_data);

    /* The activity becomes active, at once or when its start date has come: the callback for requesting the
     * first wake. May be NULL. */
    la_status (*begin)(void *user_data, la_scope *scope);

    /* The options of such a start unless the host sets others: a new reference, which the host
     * takes over, to an object such as {"key": "timer", "ifRunning": "replace"}, or NULL. What cannot be
     * read refuses the start with LA_ERROR_INVALID_VALUE. May be called more than once for a start, also
     * with the time of the system's clock. May be NULL. */
    struct json_t *(*options)(void *user_data, const struct json_t *attributes, int64_t now_ms);

    /* Valid examples: a new reference, which the host takes over, to {"attributes": [...], "story":
     * [{"after_s": 0, "event": ...}, ...], "actions": [{"id", "title"}, ...]}. May be NULL. */
    struct json_t *(*samples)(void *user_data);

    /* Says whether an activity can have what came from outside: from its host, or from a snapshot that
     * is restored. With scope->state NULL it is called for scope->attributes alone, once for each start
     * and each restored activity; with a state, whether an activity with these attributes, which were
     * accepted before, can have this content. Times in the scope are 0: the answer must not depend on
     * them. What the callback changes in the scope, besides reason, is ignored. Anything but LA_OK
     * refuses: the command returns LA_ERROR_INVALID_VALUE, and a restored activity is skipped. Not called
     * for what the provider itself leaves. NULL: everything is possible. */
    la_status (*validate)(void *user_data, la_scope *scope);
} la_provider;

/* ---------------------------------------------------------------- Shared objects */

/* Who loads a plugin. Lasts as long as the plugin. */
typedef struct la_host {
    uint32_t size;
    uint32_t abi_version; /* LA_PLUGIN_ABI_VERSION of the host */
    uint32_t version;     /* la_version() of the host */
    uint32_t reserved;
} la_host;

/* The contents of a shared object. Lasts as long as it is loaded, as do the tables below it. */
typedef struct la_plugin {
    uint32_t size;        /* sizeof(la_plugin) */
    uint32_t abi_version; /* LA_PLUGIN_ABI_VERSION */
    const char *name;     /* for people */
    const char *version;  /* for people */

    /* Called before get_factory(); path is where the object was loaded from, borrowed. May be NULL.
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

/* The one symbol that a shared object exports. NULL if it cannot work with this host.
 *
 *     LA_API const la_plugin *la_plugin_entry(const la_host *host) { ... }
 */
typedef const la_plugin *(*la_plugin_entry_function)(const la_host *host);
#define LA_PLUGIN_ENTRY "la_plugin_entry"

#ifdef __cplusplus
}
#endif

#endif
