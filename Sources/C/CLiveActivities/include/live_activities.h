/* live_activities.h - C interface to the Live Activity runtime.
 *
 * A Live Activity is a short-lived, glanceable item with a beginning and an end: a delivery, a
 * match, a timer. A runtime holds many of them. The host sends commands with the current time and
 * receives the changes:
 *
 *     la_runtime *runtime;
 *     la_activity order;
 *     la_start_options start = { .size = sizeof start };
 *     la_runtime_create(NULL, &runtime);
 *     start.kind = "delivery";
 *     start.owner = "anna";
 *     start.attributes = attributes;                        (a json_t *)
 *     la_start(runtime, &start, now_ms, &order);
 *     la_send(runtime, order, event, NULL, now_ms, NULL);   (a json_t *)
 *     la_runtime_advance(runtime, now_ms, &next_deadline_ms);
 *     while (la_runtime_poll(runtime, &change, sizeof change, 1, &count) == LA_OK && count > 0) {
 *         ...
 *         la_change_release(&change);
 *     }
 *     la_runtime_destroy(runtime);
 *
 *   Store      A runtime without a store lives as long as its process. la_options.store or store_path
 *              keeps its state, see live_activity_store.h.
 *   Results    la_status; 0 is success, negative values are errors. After an error no activity has
 *              changed, unless a comment says otherwise, *out parameters are as they were, and
 *              la_last_error() has the reason. Each comment lists every error that the function
 *              can return. Two groups have a name:
 *              - the common errors: LA_ERROR_INVALID_ARGUMENT (a required pointer is NULL, a string
 *                is not UTF-8, a number or time is out of its range), LA_ERROR_INVALID_HANDLE and
 *                LA_ERROR_BUSY. Every function that takes a runtime can return them.
 *              - the command errors: LA_ERROR_IMPLAUSIBLE_DATE (a time is so far from the latest
 *                one that its unit or epoch must be wrong) and LA_ERROR_CHANGES_NOT_POLLED (more
 *                changes wait than changes_max). With the latter, deadlines due by now_ms have
 *                been applied. With a store also LA_ERROR_STORE_UNAVAILABLE (it fails: nothing was done; later
 *                commands retry it, at most once a second), LA_ERROR_NOT_DURABLE (this command is
 *                applied in memory but could not be stored: it is part of the next batch) and
 *                LA_ERROR_FENCED (another runtime has opened the store: the effect of this call is lost, and
 *                destroying the runtime is all that is left). With LA_ERROR_NOT_DURABLE *out parameters are
 *                set. Every function that changes something can return these three.
 *   Strings    const char *, UTF-8, NUL-terminated: names never contain NUL, and a command as JSON with
 *              such a name is LA_ERROR_UNDECODABLE. JSON text comes with its length in bytes and need not
 *              be terminated. Strings that go in are borrowed for the call and copied where they are
 *              needed longer.
 *   JSON       either jansson's json_t (from <jansson.h>, the same library that this one is linked
 *              with), read and made without text in between; or text, for hosts without jansson.
 *              A json_t that goes in is borrowed for the call, read completely, and never changed:
 *              it stays the caller's. A json_t that comes out is a new value that nothing else
 *              refers to; release it with json_decref() unless its comment says otherwise.
 *              A number in text must fit a json_t: a 64-bit signed integer or a double. 1e999 and
 *              integers that a double would round are LA_ERROR_NOT_JSON, with line and column, and
 *              so is a key with U+0000, which C would see cut short, and one key twice in an object.
 *   Values     A kind's attributes, content and events have the shapes that Swift's Codable gives
 *              them; la_runtime_describe() shows each by valid examples. A date is a number: seconds
 *              since 2001-01-01 00:00 UTC, as in ActivityKit's pushes (milliseconds since 1970 are
 *              978307200000 more). Where a date comes in, ISO 8601 text is accepted too. What is a
 *              real in the kind (a date, a duration, a coordinate) comes out as a json_real also
 *              where it has no fraction: read it with json_number_value(). Where a real is expected,
 *              an integer may come in, and the other way round if it has no fraction.
 *   Times      int64_t milliseconds since 1970-01-01 00:00 UTC, named *_ms, from the year 1 to
 *              9999. In a struct, 0 means none.
 *   Ownership  What la_*_create returns, la_*_destroy releases. Texts that come out are released
 *              with la_free(). Every other pointer is borrowed; its comment says until when.
 *   Structs    begin with their size, which the caller sets to sizeof. Zero the struct, set `size`,
 *              then the fields you need: a zero field means its default. New fields are added at
 *              the end; the library reads and writes only as many bytes as `size` says.
 *   Threads    Every function may be called from any thread. Each runtime has one lock, which each
 *              call holds: calls on one runtime take turns, two runtimes are independent. No other
 *              thread may change a json_t while a call uses it.
 *   Callbacks  A provider's callbacks run inside the call that caused them, on its thread. A call
 *              on the same runtime from there returns LA_ERROR_BUSY. The callback of
 *              la_runtime_run() runs on the runtime's own thread and may call everything but
 *              la_runtime_stop() and la_runtime_destroy(). No callback may leave by longjmp(), a C++
 *              exception or pthread_exit(), and no thread may be cancelled inside a call.
 *   Handles    A la_runtime * is not an address. The library recognises a handle that was destroyed
 *              or never created and returns LA_ERROR_INVALID_HANDLE.
 *   Stack      A call needs up to 128 KiB of its thread's stack, and 512 KiB where json_depth_max is
 *              512 (measured: 96 and 384). A provider's callbacks come on top.
 *   Memory     Where the library itself cannot allocate, it ends the process, as Swift does.
 *              LA_ERROR_OUT_OF_MEMORY is for texts that go to the host, and LA_ERROR_UNENCODABLE for
 *              jansson's allocations.
 *   fork       A child process may not use its parent's runtimes, and may not destroy them: the
 *              runtime's thread and its locks are the parent's. Create a new one after fork().
 */
#ifndef LIVE_ACTIVITIES_H
#define LIVE_ACTIVITIES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LA_API __attribute__((visibility("default")))
#else
#define LA_API
#endif

/* ---------------------------------------------------------------- Version */

/* The version of this header. A library of the same major version has everything that the header
 * declares if la_version() is at least LA_VERSION. */
#define LA_VERSION_MAJOR 0
#define LA_VERSION_MINOR 2
#define LA_VERSION_PATCH 0
#define LA_VERSION (LA_VERSION_MAJOR * 1000000 + LA_VERSION_MINOR * 1000 + LA_VERSION_PATCH)

/* The version of the library that is loaded, computed like LA_VERSION. */
LA_API uint32_t la_version(void);

/* ---------------------------------------------------------------- Results */

/* Values are permanent and new ones are added at the end, so treat an unknown negative value as a
 * failure. */
typedef int32_t la_status;
enum {
    LA_OK = 0,

    /* Misuse of the interface */
    LA_ERROR_INVALID_ARGUMENT = -1,  /* a required pointer was NULL, a number out of its range, a
                                        string not UTF-8 */
    LA_ERROR_INVALID_HANDLE = -2,    /* no such runtime: destroyed, or never created */
    LA_ERROR_BUSY = -3,              /* called from inside a callback of the same runtime */
    LA_ERROR_INVALID_SIZE = -4,      /* a struct's size is less than that of its first version */
    LA_ERROR_UNSUPPORTED = -5,       /* this version or this runtime cannot do it */
    LA_ERROR_OUT_OF_MEMORY = -6,
    LA_ERROR_SYSTEM = -7,            /* the operating system refused a thread or a file descriptor */
    LA_ERROR_TOO_MANY_RUNTIMES = -8, /* there are LA_RUNTIMES_MAX */

    /* JSON */
    LA_ERROR_NOT_JSON = -20,         /* the text is not JSON, or over the limits of size and depth */
    LA_ERROR_UNDECODABLE = -21,      /* the JSON has not the shape that is expected */
    LA_ERROR_UNENCODABLE = -22,      /* the value cannot be written as JSON */

    /* The kind or the activity */
    LA_ERROR_UNKNOWN_KIND = -40,     /* no provider of this kind is registered */
    LA_ERROR_AMBIGUOUS_KIND = -41,   /* several kinds match: name one */
    LA_ERROR_UNKNOWN_ACTIVITY = -42, /* it was never started, or was dismissed */
    LA_ERROR_NOTHING_RUNNING = -43,  /* no activity with this owner, kind and key is running */
    LA_ERROR_WRONG_TYPE = -44,       /* the kind has other events, content or attributes */
    LA_ERROR_ACTIVITY_ENDED = -45,   /* it accepts no more content: start a new one */

    /* Permissions and limits */
    LA_ERROR_DENIED = -60,           /* the user has switched off this kind, or all kinds */
    LA_ERROR_TOO_MANY_ACTIVITIES_OF_OWNER = -61,
    LA_ERROR_TOO_MANY_ACTIVITIES = -62,
    LA_ERROR_ALREADY_RUNNING = -63,  /* see LA_IF_RUNNING_REJECT */
    LA_ERROR_DISMISSED_BY_PERSON = -64,
    LA_ERROR_SURFACE_TAKES_NO_ACTIONS = -65,

    /* The content of the command */
    LA_ERROR_PAYLOAD_TOO_LARGE = -80,   /* attributes, content and alert exceed payload_bytes_max */
    LA_ERROR_REFUSED = -81,             /* the provider refused: not possible now */
    LA_ERROR_WAKE_NOT_IN_FUTURE = -82,  /* the provider requested a wake that is not after now */
    LA_ERROR_ALERT_REQUIRED = -83,      /* a start in the future needs an alert */
    LA_ERROR_STALE_DATE_IN_PAST = -84,
    LA_ERROR_END_DATE_IN_PAST = -85,
    LA_ERROR_IMPLAUSIBLE_DATE = -86,    /* probably in another unit or epoch */
    LA_ERROR_INVALID_LEASE = -87,
    LA_ERROR_RELEVANCE_NOT_FINITE = -88,
    LA_ERROR_INVALID_VALUE = -89,       /* the attributes or the content can be read, but no activity
                                           of the kind can have them */
    LA_ERROR_TOO_LONG = -90,            /* a name exceeds name_bytes_max */

    /* The state of the runtime */
    LA_ERROR_CHANGES_NOT_POLLED = -100, /* too many changes wait: poll them */
    LA_ERROR_CANNOT_REGISTER = -101,    /* the kind is registered, or there are too many */
    LA_ERROR_CANNOT_RESTORE = -102,     /* not a snapshot, or of a later version */
    LA_ERROR_BAD_PLUGIN = -103,         /* cannot be loaded, wrong version, or it failed */

    /* The store */
    LA_ERROR_STORE_UNAVAILABLE = -120,  /* it cannot be written now: nothing was done */
    LA_ERROR_NOT_DURABLE = -121,        /* it could not be written: the command is applied, and is lost if the
                                           process ends before the store can be written again */
    LA_ERROR_FENCED = -122,             /* another runtime has opened it since: this one cannot continue */
    LA_ERROR_STORE_BUSY = -123,         /* another process has it open */
    LA_ERROR_NOT_A_STORE = -124,        /* not a store, or one of a later version */
    LA_ERROR_STORE_DAMAGED = -125,      /* part of it cannot be read, and the rest means nothing without it */
    LA_ERROR_UNKNOWN_CONSUMER = -126,   /* no consumer or reader has this name */
    LA_ERROR_CONFORMANCE = -127,        /* a provider or a store breaks a rule; the report says which */

    /* Looks */
    LA_ERROR_NO_LOOK = -128             /* this library has no views for the kind */
};

/* The permanent name of a status, such as "LA_ERROR_BUSY"; "LA_ERROR" for an unknown one. Static. */
LA_API const char *la_status_name(la_status status);

/* The reason of the latest call on this thread that returned an error: one sentence for people,
 * whose wording may change. Never NULL; "" if no call on this thread has failed. Valid until the next
 * call on this thread; do not release it. */
LA_API const char *la_last_error(void);

/* Releases a string that this library returned. NULL is accepted. */
LA_API void la_free(void *text);

/* From <jansson.h>, which hosts that use only text do not need. */
struct json_t;

/* ---------------------------------------------------------------- The runtime */

typedef struct la_runtime la_runtime;

#define LA_RUNTIMES_MAX 1024

/* A placeholder for a time argument. In real time it is the time of the system's clock, in virtual time the
 * latest time that the runtime has received; before the first one, the call returns LA_ERROR_INVALID_ARGUMENT. */
#define LA_NOW INT64_MIN

/* The value of a deadline when nothing is scheduled. */
#define LA_NEVER INT64_MAX

/* For la_options.flags. */
#define LA_VIRTUAL_TIME 1u       /* the system's clock is not used: calls give the time */
#define LA_NO_BUILT_IN_KINDS 2u  /* without delivery, meditationTimer, sports and waitQueue */
#define LA_TAKE_MISTAKES 4u      /* accept stale and end dates in the past, as ActivityKit does */
#define LA_NO_POLL 8u            /* changes go to readers and consumers only: none wait for la_runtime_poll(), none
                                    go to the callback of la_runtime_run() */
#define LA_REFUSE_EQUAL_TIMESTAMPS 16u /* content as old as the newest accepted one is ignored, not taken */
#define LA_DENIED_GO_ON 32u      /* activities that run when their kind is forbidden do not end */
#define LA_COUNT_FROM_REQUEST 64u /* active_ms of a scheduled activity counts from its request, not from its
                                     start date */

/* For la_options.payload_bytes_max. */
#define LA_NO_PAYLOAD_LIMIT UINT32_MAX

/* A struct with its size set and every other field 0, which is its default:
 *
 *     la_options options = LA_OPTIONS_INIT;
 *     options.flags = LA_VIRTUAL_TIME;
 */
#ifdef __cplusplus
extern "C++" {
template <class T> inline T live_activities_init()
{
    T value = T();
    value.size = static_cast<uint32_t>(sizeof value);
    return value;
}
}
#define LA_INIT_OF(type) (live_activities_init<type>())
#else
#define LA_INIT_OF(type) {.size = (uint32_t)sizeof(type)}
#endif
#define LA_OPTIONS_INIT LA_INIT_OF(la_options)
#define LA_ALERT_INIT LA_INIT_OF(la_alert)
#define LA_CONTENT_INIT LA_INIT_OF(la_content)
#define LA_START_OPTIONS_INIT LA_INIT_OF(la_start_options)
#define LA_EVENT_OPTIONS_INIT LA_INIT_OF(la_event_options)
#define LA_PUBLISH_REPORT_INIT LA_INIT_OF(la_publish_report)
#define LA_LOOK_INIT LA_INIT_OF(la_look)
#define LA_READER_OPTIONS_INIT LA_INIT_OF(la_reader_options)

struct la_store;

typedef struct la_options {
    uint32_t size;                     /* sizeof(la_options) */
    uint32_t flags;                    /* LA_VIRTUAL_TIME | ... */
    uint64_t seed;                     /* the same seed and commands give the same ids and changes */
    uint32_t payload_bytes_max;        /* of attributes, content and the alert with it as JSON; default
                                          4096 */
    uint32_t activities_per_owner_max; /* ongoing ones; default 16 */
    uint32_t activities_max;           /* including ended ones that are still shown; default
                                          4,000,000 */
    uint32_t alerts_per_hour_max;      /* of one activity; default 30 */
    uint32_t changes_max;              /* that may wait to be polled before commands are refused;
                                          default 1,000,000 */
    uint32_t json_depth_max;           /* arrays and objects inside each other, in what comes in;
                                          default 128, at most 512; more is refused */
    uint32_t json_bytes_max;           /* of one JSON text, or the least that a json_t would need as
                                          text; default 1 MiB, at most 1 GiB; more is refused */
    uint32_t reserved;                 /* 0 */
    const char *store_path;            /* a SQLite file, made if it is not there, as the store; NULL for none.
                                          LA_ERROR_UNSUPPORTED where the library was built without
                                          SQLite (Scripts/package-c --with-sqlite) */
    /* Durations, at most 366 days. */
    int64_t active_ms;                 /* an activity ends after this at the latest; default 8 hours */
    int64_t linger_ms;                 /* an ended one stays visible no longer; default 4 hours */
    int64_t refuse_dismissed_ms;       /* after its user has dismissed an activity, a start with the same
                                          owner, kind and key is LA_ERROR_DISMISSED_BY_PERSON for this
                                          long; 0: it is accepted */
    /* The store, see live_activity_store.h. Both are NULL for a runtime without a store. */
    const struct la_store *store;      /* the host's own; copied during the call */
    int32_t durability;                /* LA_DURABILITY_* */
    uint32_t journal_entries_max;      /* how many commands are recorded for la_journal_replay(); 0: none */
    int64_t relaxed_ms;                /* of LA_DURABILITY_RELAXED; default 100 */
    int64_t journal_age_ms;            /* how old a recorded command becomes; default 24 hours */
    /* More limits. 0 means the default. */
    int64_t renewal_lead_ms;           /* how long before active_ms a renewing activity's successor starts;
                                          default 1 minute */
    int64_t date_horizon_ms;           /* how far from now a date may be; default ten years */
    uint32_t remembered_events_max;    /* ids of events, of each activity and topic; default 32 */
    uint32_t remembered_dismissals_max; /* of all owners together; default 65,536 */
    uint32_t name_bytes_max;           /* of each owner, key, event id, topic, kind, action and consumer;
                                          default 512; a longer one is LA_ERROR_TOO_LONG */
    uint32_t reserved2;                /* 0 */
} la_options;

/* When a command of a runtime with a store returns, and so what a crash can lose. */
enum {
    LA_DURABILITY_STRICT = 0,  /* when it is stored: a crash loses nothing. Commands of several threads at the
                                  same time share one batch; so do those of one thread between
                                  la_batch_begin() and la_batch_end() */
    LA_DURABILITY_RELAXED = 1, /* at once; a thread of the library writes relaxed_ms later: a crash loses the
                                  latest commands of that time, never one in between */
    LA_DURABILITY_MANUAL = 2   /* at once; la_runtime_flush() and la_runtime_destroy() write, and a command
                                  where ids could otherwise be given twice. For hosts without threads, and tests */
};

/* Creates a runtime.
 *
 * options  borrowed for the call; NULL for all defaults.
 * out      the new runtime; destroy it with la_runtime_destroy().
 *
 * With a store, its contents are restored. Deadlines that have passed in the meantime run with the first
 * la_runtime_advance() or command, each at its own date. Activities of kinds that are registered later
 * (la_runtime_add_provider()) are restored then.
 *
 * Returns LA_OK, LA_ERROR_INVALID_ARGUMENT (also for json_depth_max, json_bytes_max or a duration beyond
 * its maximum, and for a negative duration), LA_ERROR_INVALID_SIZE, LA_ERROR_UNSUPPORTED (unknown flags; a
 * store_path where there is no SQLite): options->store was not used and is still open. After any other error
 * it was closed: LA_ERROR_TOO_MANY_RUNTIMES, LA_ERROR_SYSTEM (no thread for a relaxed store),
 * LA_ERROR_CANNOT_REGISTER, LA_ERROR_CANNOT_RESTORE; of the store LA_ERROR_STORE_UNAVAILABLE, _STORE_BUSY,
 * _NOT_A_STORE, _STORE_DAMAGED or _FENCED, which leave its contents as they were. */
LA_API la_status la_runtime_create(const la_options *options, la_runtime **out);

/* Stops the runtime's threads if it has any, waits for the calls of other threads, writes unstored data, closes
 * the store, destroys the providers and frees all memory. Changes that were not polled are lost. NULL is
 * accepted.
 *
 * Returns LA_OK; LA_ERROR_NOT_DURABLE or LA_ERROR_FENCED if the last batch could not be written: the runtime is
 * destroyed all the same, and what no earlier call has stored is lost; LA_ERROR_INVALID_HANDLE for a runtime
 * that was destroyed before; or LA_ERROR_BUSY from inside one of its callbacks, where nothing was done. A call
 * that begins while unstored data is written returns LA_ERROR_INVALID_HANDLE. */
LA_API la_status la_runtime_destroy(la_runtime *runtime);

/* Runs every deadline that is due by now_ms, each at its own date. The cost depends only on the number of due
 * deadlines. The changes do not depend on how often the function is called.
 *
 * now_ms            the current time, or LA_NOW. A time before the latest one counts as the latest:
 *                   time never runs backwards.
 * next_deadline_ms  out, may be NULL: the latest time for the next call; LA_NEVER if nothing is
 *                   scheduled. Every other call may make it earlier, see la_runtime_fd(). A host
 *                   that waits by a monotonic clock, as poll(2) does, waits for a second at most:
 *                   the time of day may be set forward meanwhile.
 *
 * Returns LA_OK, LA_ERROR_IMPLAUSIBLE_DATE (seconds where milliseconds are due) or a common error. */
LA_API la_status la_runtime_advance(la_runtime *runtime, int64_t now_ms, int64_t *next_deadline_ms);

/* A file descriptor for poll(2), select(2) or epoll(7), with POLLIN. It is readable while changes
 * wait for la_runtime_poll() or la_reader_poll(), while there are stored changes for which no
 * la_consumer_poll() has come, or while the next deadline is earlier than the latest
 * la_runtime_advance() has returned: then call both. Do not read from it, write to it or close it. It
 * belongs to the runtime and is valid until la_runtime_destroy().
 *
 * fd  out: the same descriptor at every call.
 *
 * Returns LA_OK, LA_ERROR_SYSTEM (no descriptor is left) or a common error. */
LA_API la_status la_runtime_fd(la_runtime *runtime, int *fd);

/* ---------------------------------------------------------------- Kinds and their providers */

/* Lists the registered kinds, in the order in which they were registered: an array of
 * {"kind": "delivery", "hasRules": true}.
 *
 * out  a new reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNENCODABLE (jansson has no memory left) or a common error. */
LA_API la_status la_runtime_kinds(la_runtime *runtime, struct json_t **out);

/* Describes a kind by examples that are valid: {"kind", "hasRules", "attributes": [...],
 * "content": ..., "story": [{"after_s", "event"}, ...], "actions": [{"id", "title"}, ...]}. A kind
 * without rules has only the first two.
 *
 * out  a new reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_KIND, LA_ERROR_BAD_PLUGIN (samples() of its provider in C returned
 * something else), LA_ERROR_UNENCODABLE or a common error. */
LA_API la_status la_runtime_describe(la_runtime *runtime, const char *kind, struct json_t **out);

/* la_runtime_kinds() and la_runtime_describe() as text.
 *
 * kind        NULL for the list of la_runtime_kinds().
 * text        out: NUL-terminated; release it with la_free().
 * text_bytes  out, may be NULL: its length without the NUL.
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_KIND, LA_ERROR_BAD_PLUGIN, LA_ERROR_UNENCODABLE,
 * LA_ERROR_OUT_OF_MEMORY or a common error. */
LA_API la_status la_runtime_describe_text(la_runtime *runtime, const char *kind, char **text,
                                          size_t *text_bytes);

/* Adds a kind without rules. Its activities may have any JSON as attributes and content. The host starts them
 * with content, updates them and ends them.
 *
 * Returns LA_OK, LA_ERROR_CANNOT_REGISTER or a common error. */
LA_API la_status la_runtime_add_kind(la_runtime *runtime, const char *kind);

/* Adds a kind with the rules of a provider in C; see live_activity_plugin.h.
 *
 * provider  copied during the call. What its fields point to must stay valid until its destroy() is
 *           called: once, when the runtime is destroyed, and only if its init() has succeeded.
 *
 * Returns LA_OK, LA_ERROR_BAD_PLUGIN (wrong abi_version, no kind, its init() failed),
 * LA_ERROR_CANNOT_REGISTER, LA_ERROR_INVALID_SIZE or a common error. */
struct la_provider;
LA_API la_status la_runtime_add_provider(la_runtime *runtime, const struct la_provider *provider);

/* Loads a shared object and adds all of its kinds, or none of them; see live_activity_plugin.h. The
 * code of the object has all rights of this process and stays in memory until the process ends.
 *
 * path   as for dlopen(3): use a path with a slash in it.
 * count  out, may be NULL: the number of kinds added.
 *
 * Returns LA_OK, LA_ERROR_BAD_PLUGIN, LA_ERROR_CANNOT_REGISTER, LA_ERROR_INVALID_SIZE or a common
 * error. */
LA_API la_status la_runtime_load_plugin(la_runtime *runtime, const char *path, uint32_t *count);

/* ---------------------------------------------------------------- Activities */

/* An activity's id. It is never used again for another activity. As text it has 16 lowercase
 * hexadecimal digits. */
typedef uint64_t la_activity;

/* No activity has this id. */
#define LA_NO_ACTIVITY UINT64_MAX

/* Writes an id as text, with its NUL, into the caller's 17 bytes.
 *
 * Returns LA_OK or LA_ERROR_INVALID_ARGUMENT (text is NULL). */
LA_API la_status la_activity_format(la_activity activity, char text[17]);

/* Reads an id from text.
 *
 * Returns LA_OK or LA_ERROR_INVALID_ARGUMENT (a pointer is NULL, the text is not an id). */
LA_API la_status la_activity_parse(const char *text, la_activity *out);

/* The title, body and sound of an alert for an update. */
typedef struct la_alert {
    uint32_t size;     /* sizeof(la_alert) */
    uint32_t reserved; /* 0 */
    const char *title; /* required */
    const char *body;  /* required */
    const char *sound; /* a file's name; NULL for the system's own */
} la_alert;

/* The content of an activity, as the host gives it. */
typedef struct la_content {
    uint32_t size;             /* sizeof(la_content) */
    uint32_t reserved;         /* 0 */
    const struct json_t *state; /* borrowed; or NULL, and then: */
    const char *state_text;    /* JSON text */
    size_t state_text_bytes;
    int64_t stale_ms;          /* when it becomes stale without another update; 0 is never */
    double relevance;          /* among the owner's activities; the highest comes first */
} la_content;

/* How long an ended activity stays visible. */
typedef int32_t la_dismissal;
enum {
    LA_DISMISS_DEFAULT = 0,   /* until the user removes it, four hours at most */
    LA_DISMISS_IMMEDIATE = 1, /* not at all */
    LA_DISMISS_AFTER = 2      /* until dismissal_ms, four hours at most */
};

/* The effect of a start while an activity with the same owner, kind and key is running. */
enum {
    LA_IF_RUNNING_DEFAULT = 0, /* the provider's choice, else LA_IF_RUNNING_JOIN */
    LA_IF_RUNNING_JOIN = 1,    /* returns the running one */
    LA_IF_RUNNING_REPLACE = 2, /* ends and dismisses the running one first */
    LA_IF_RUNNING_REJECT = 3   /* returns LA_ERROR_ALREADY_RUNNING */
};

/* For la_start_options.flags. */
#define LA_START_RENEWS 1u     /* a successor starts when the limit of eight hours is reached */
#define LA_START_TRANSIENT 2u  /* shown expanded; the host dismisses it when the user looks away */
#define LA_START_DISMISSAL 4u  /* `dismissal` counts instead of the provider's choice */

typedef struct la_start_options {
    uint32_t size;                   /* sizeof(la_start_options) */
    uint32_t flags;                  /* LA_START_RENEWS | ... */
    const char *kind;                /* required */
    const char *owner;               /* required: the user or device it is for */
    const struct json_t *attributes; /* what it is about, set once; borrowed; or NULL, and then: */
    const char *attributes_text;     /* JSON text; required if `attributes` is NULL */
    size_t attributes_text_bytes;
    const la_content *content;       /* the first content; NULL for the provider's; borrowed */
    const char *key;                 /* one owner has one running activity of a kind with a key */
    int32_t if_running;              /* LA_IF_RUNNING_* */
    la_dismissal dismissal;          /* for an end without la_end(); see LA_START_DISMISSAL */
    int64_t dismissal_ms;            /* of LA_DISMISS_AFTER */
    int64_t start_ms;                /* pending until then, needs an alert; 0 is now */
    const la_alert *alert;           /* at its start; NULL for none; borrowed */
    int64_t end_ms;                  /* when it ends without la_end(); 0: at the limit of eight hours */
    int64_t lease_stale_ms;          /* a duration: it becomes stale if the host is silent so long */
    int64_t lease_end_ms;            /* a duration: it ends if the host is silent so long; 0 for
                                        both is no lease */
} la_start_options;

/* Starts an activity, or schedules it.
 *
 * start   borrowed for the call, with all that it points to.
 * now_ms  here and below: the current time, or LA_NOW. Deadlines that are due by then run first.
 * out     out, may be NULL: the new activity, or the running one that the start joined.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_KIND, _NOT_JSON, _UNDECODABLE, _UNENCODABLE, _DENIED,
 * _TOO_MANY_ACTIVITIES_OF_OWNER, _TOO_MANY_ACTIVITIES, _ALREADY_RUNNING, _DISMISSED_BY_PERSON,
 * _PAYLOAD_TOO_LARGE, _INVALID_VALUE, _REFUSED, _WAKE_NOT_IN_FUTURE, _ALERT_REQUIRED, _STALE_DATE_IN_PAST,
 * _END_DATE_IN_PAST, _INVALID_LEASE, _RELEVANCE_NOT_FINITE, _INVALID_SIZE or _UNSUPPORTED (unknown
 * flags); a command error or a common error. */
LA_API la_status la_start(la_runtime *runtime, const la_start_options *start, int64_t now_ms,
                          la_activity *out);

/* The effect of a command on its activity. The changes have the details. */
typedef int32_t la_outcome;
enum {
    LA_OUTCOME_APPLIED = 0,   /* it is different now */
    LA_OUTCOME_UNCHANGED = 1, /* it shows what it showed before */
    LA_OUTCOME_IGNORED = 2    /* older than the newest accepted one, or a repetition */
};

/* Replaces an activity's whole content.
 *
 * content       required; borrowed for the call.
 * alert         NULL for none; borrowed for the call.
 * timestamp_ms  when the content was created; 0 if unknown. Content older than the newest accepted one
 *               is ignored.
 * outcome       out, here and below: may be NULL.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_ACTIVITY, _UNKNOWN_KIND (it was restored, and its kind is not
 * registered), _ACTIVITY_ENDED, _NOT_JSON, _UNDECODABLE, _INVALID_VALUE, _UNENCODABLE, _PAYLOAD_TOO_LARGE,
 * _STALE_DATE_IN_PAST, _RELEVANCE_NOT_FINITE or _INVALID_SIZE; a command error or a common error. */
LA_API la_status la_update(la_runtime *runtime, la_activity activity, const la_content *content,
                           const la_alert *alert, int64_t timestamp_ms, int64_t now_ms,
                           la_outcome *outcome);

/* Ends an activity.
 *
 * content       the final content; NULL to keep the current content; borrowed for the call.
 * dismissal     LA_DISMISS_*.
 * dismissal_ms  for LA_DISMISS_AFTER; otherwise ignored.
 * timestamp_ms  as for la_update().
 *
 * Returns what la_update() returns, except _STALE_DATE_IN_PAST. */
LA_API la_status la_end(la_runtime *runtime, la_activity activity, const la_content *content,
                        la_dismissal dismissal, int64_t dismissal_ms, int64_t timestamp_ms,
                        int64_t now_ms, la_outcome *outcome);

/* The options of an event. */
typedef struct la_event_options {
    uint32_t size;        /* sizeof(la_event_options) */
    uint32_t reserved;    /* 0 */
    const char *id;       /* the sender's name for it, so that it is applied once; NULL for none */
    int64_t timestamp_ms; /* when it happened, 0 if unknown; older than the newest accepted event:
                             ignored */
    const char *kind;     /* for la_publish(): only followers of this kind; NULL for all */
} la_event_options;

/* Reports an event to one activity, without converting it to text.
 *
 * event    borrowed for the call; never changed.
 * options  NULL for none; borrowed for the call.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_ACTIVITY, _UNKNOWN_KIND (it was restored, and its kind is not
 * registered), _ACTIVITY_ENDED, _UNDECODABLE (not an event of this kind), _REFUSED, _UNENCODABLE,
 * _PAYLOAD_TOO_LARGE, _WAKE_NOT_IN_FUTURE, _RELEVANCE_NOT_FINITE or _INVALID_SIZE; a command error or
 * a common error. */
LA_API la_status la_send(la_runtime *runtime, la_activity activity, const struct json_t *event,
                         const la_event_options *options, int64_t now_ms, la_outcome *outcome);

/* Reports an event given as JSON text of event_bytes bytes, borrowed for the call.
 *
 * Returns what la_send() returns; text that is not JSON is LA_ERROR_NOT_JSON. */
LA_API la_status la_send_text(la_runtime *runtime, la_activity activity, const char *event,
                              size_t event_bytes, const la_event_options *options, int64_t now_ms,
                              la_outcome *outcome);

/* The numbers of activities that an event reached, by its effect on them. */
typedef struct la_publish_report {
    uint32_t size;      /* sizeof(la_publish_report) */
    uint32_t reserved;  /* 0 */
    uint64_t applied;   /* they show something else now */
    uint64_t unchanged; /* they show what they showed before */
    uint64_t refused;   /* their provider refused it; each has a change LA_CHANGE_REFUSED */
} la_publish_report;

/* Reports an event to every activity that follows a topic, such as "match/4711".
 *
 * event   borrowed for the call; never changed.
 * report  out, may be NULL; its size must be set. All counts are 0 when no activity follows the
 *         topic, and for an event that is ignored.
 *
 * Returns LA_OK; LA_ERROR_TOO_LONG (topic, kind or id); LA_ERROR_AMBIGUOUS_KIND (the followers' kinds
 * have different events: name one),
 * _UNKNOWN_KIND, _NOT_JSON (the json_t is beyond the limits), _UNDECODABLE or _INVALID_SIZE; a command
 * error or a common error. */
LA_API la_status la_publish(la_runtime *runtime, const char *topic, const struct json_t *event,
                            const la_event_options *options, int64_t now_ms,
                            la_publish_report *report);

/* Publishes an event given as JSON text of event_bytes bytes, borrowed for the call.
 *
 * Returns what la_publish() returns; text that is not JSON is LA_ERROR_NOT_JSON. */
LA_API la_status la_publish_text(la_runtime *runtime, const char *topic, const char *event,
                                 size_t event_bytes, const la_event_options *options,
                                 int64_t now_ms, la_publish_report *report);

/* A surface: an area of a device that shows an activity, such as the Lock Screen. */
typedef int32_t la_surface;
enum {
    LA_SURFACE_LOCK_SCREEN = 0,
    LA_SURFACE_COMPACT = 1,  /* takes no actions */
    LA_SURFACE_MINIMAL = 2,  /* takes no actions */
    LA_SURFACE_EXPANDED = 3,
    LA_SURFACE_STAND_BY = 4,
    LA_SURFACE_MENU_BAR = 5,
    LA_SURFACE_SMART_STACK = 6,
    LA_SURFACE_CAR_PLAY = 7  /* takes no actions */
};

/* Reports that the user has used a control, such as "pause", of an activity on a surface.
 *
 * Returns LA_OK; LA_ERROR_SURFACE_TAKES_NO_ACTIONS, _UNKNOWN_ACTIVITY, _UNKNOWN_KIND, _ACTIVITY_ENDED,
 * _REFUSED (also for an action that the kind does not have), _UNENCODABLE, _PAYLOAD_TOO_LARGE,
 * _WAKE_NOT_IN_FUTURE or _RELEVANCE_NOT_FINITE; a command error or a common error. */
LA_API la_status la_perform(la_runtime *runtime, la_activity activity, const char *action,
                            la_surface surface, int64_t now_ms, la_outcome *outcome);

/* Reports that the user has removed an activity from the screen: it ends and is dismissed.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_ACTIVITY or _UNKNOWN_KIND; a command error or a common error. */
LA_API la_status la_dismiss(la_runtime *runtime, la_activity activity, int64_t now_ms);

/* Renews the lease of an activity to report that its host is running. Does nothing without a lease.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_ACTIVITY, _UNKNOWN_KIND or _ACTIVITY_ENDED; a command error or a
 * common error. */
LA_API la_status la_renew_lease(la_runtime *runtime, la_activity activity, int64_t now_ms);

/* Reports that the user allows (not 0) or forbids (0) a kind of activity, or all kinds if kind is
 * NULL. Running activities that are now forbidden end and are dismissed at once.
 *
 * Returns LA_OK; LA_ERROR_TOO_LONG (owner or kind); LA_ERROR_UNKNOWN_KIND if neither a provider nor a
 * stored activity has the kind (a forbidden kind can always be allowed again); a command error or a
 * common error. */
LA_API la_status la_permit(la_runtime *runtime, const char *owner, const char *kind,
                           int32_t allowed, int64_t now_ms);

/* Reports that the user allows or forbids frequent updates. A change ends the owner's running
 * activities.
 *
 * Returns LA_OK, a command error or a common error. */
LA_API la_status la_permit_frequent_updates(la_runtime *runtime, const char *owner,
                                            int32_t allowed, int64_t now_ms);

/* Applies a command given as JSON text, in the format that all interfaces of this package share:
 * {"command": "send", "activity": "00400f0000000000", "event": {...}}. Its member "at", if it has one,
 * is used in place of now_ms.
 *
 * command        borrowed for the call.
 * outcome        out, may be NULL: {"outcome": "started", "activity": ...}; also set when the command
 *                is refused: {"error": "denied", "reason": ...}. NUL-terminated; release it with
 *                la_free().
 * outcome_bytes  out, may be NULL: its length without the NUL.
 *
 * Returns LA_OK; LA_ERROR_NOT_JSON, LA_ERROR_UNDECODABLE (not a command), LA_ERROR_OUT_OF_MEMORY,
 * LA_ERROR_NOTHING_RUNNING (the command names an activity by its key), or what the function of that
 * command returns. */
LA_API la_status la_apply_text(la_runtime *runtime, const char *command, size_t command_bytes,
                               int64_t now_ms, char **outcome, size_t *outcome_bytes);

/* ---------------------------------------------------------------- Queries */

/* The state of an activity. */
typedef int32_t la_state;
enum {
    LA_STATE_PENDING = 0,   /* not shown before its start date */
    LA_STATE_ACTIVE = 1,
    LA_STATE_ENDED = 2,     /* may still be shown, but accepts no more content */
    LA_STATE_DISMISSED = 3, /* no longer shown; no change follows */
    LA_STATE_STALE = 4      /* shown, but its stale date has passed */
};

/* Finds the running activity with this owner, kind and key, all required.
 *
 * Returns LA_OK, LA_ERROR_NOTHING_RUNNING or a common error. */
LA_API la_status la_find(la_runtime *runtime, const char *owner, const char *kind, const char *key,
                         la_activity *out);

/* Lists the activities of an owner, the most relevant first; or all activities, by kind and id, if
 * owner is NULL.
 *
 * out    an array of the caller with `capacity` elements; may be NULL if capacity is 0.
 * count  out: the number of activities, which may be greater than the number written.
 *
 * Returns LA_OK or a common error. */
LA_API la_status la_list(la_runtime *runtime, const char *owner, la_activity *out, size_t capacity,
                         size_t *count);

/* The state of an activity at the latest time that the runtime has received. Time does not advance: call
 * la_runtime_advance() first if a deadline may have passed.
 *
 * out  out: LA_STATE_*. An activity that was dismissed is unknown, so LA_STATE_DISMISSED does not occur
 *      here.
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_ACTIVITY or a common error. */
LA_API la_status la_get_state(la_runtime *runtime, la_activity activity, la_state *out);

/* The current content of an activity, and the attributes of its start, without converting them to text.
 *
 * out  out: a new reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_ACTIVITY, LA_ERROR_UNKNOWN_KIND (it was restored, and its kind is not
 * registered), LA_ERROR_UNENCODABLE or a common error. */
LA_API la_status la_get_content(la_runtime *runtime, la_activity activity, struct json_t **out);
LA_API la_status la_get_attributes(la_runtime *runtime, la_activity activity, struct json_t **out);

/* The current content of an activity, as text.
 *
 * text        out: NUL-terminated; release it with la_free().
 * text_bytes  out, may be NULL: its length without the NUL.
 *
 * Returns what la_get_content() returns, or LA_ERROR_OUT_OF_MEMORY. */
LA_API la_status la_get_content_text(la_runtime *runtime, la_activity activity, char **text,
                                     size_t *text_bytes);

/* The complete record of an activity: {"activity", "kind", "owner", "key", "state": as text, "revision",
 * "attributes", "content", "relevance", "stale_ms", "started_ms", "closing_ms": the next transition,
 * "wake_ms", "timestamp_ms": of the newest accepted content, "end_ms", "renews", "predecessor"}. Members without a
 * value are left out. Content and attributes are read from JSON text: a real without a fraction is an integer.
 *
 * out         a new reference; release it with json_decref().
 * text        out: NUL-terminated; release it with la_free().
 * text_bytes  out, may be NULL: its length without the NUL.
 *
 * Returns what la_get_content() returns; for text also LA_ERROR_OUT_OF_MEMORY. */
LA_API la_status la_get_activity(la_runtime *runtime, la_activity activity, struct json_t **out);
LA_API la_status la_get_activity_text(la_runtime *runtime, la_activity activity, char **text,
                                      size_t *text_bytes);

/* The permissions of an owner, as la_permit() and la_permit_frequent_updates() have set them.
 *
 * kind     the kind to query; NULL to query the permission for frequent updates.
 * allowed  out: 1 or 0; 1 for an owner whose permissions were never set.
 *
 * Returns LA_OK or a common error. */
LA_API la_status la_get_permission(la_runtime *runtime, const char *owner, const char *kind,
                                   int32_t *allowed);

/* ---------------------------------------------------------------- Looks */

/* The presentations of an activity of a built-in kind, in a library that was built with looks (Scripts/package-c
 * --with-looks); in any other each function here returns LA_ERROR_UNSUPPORTED. Views are resolved outside of the
 * runtime's lock. Each needs up to 1 MiB of its thread's stack.
 *
 * A presentation is an object: {"surface", "activity", "kind", "revision", "isStale", "parts": [{"place", "node",
 * "margins", "priority"}], "background", "controls", "isRightToLeft", ...}. Its nodes are a tree of stacks, texts,
 * images, shapes and controls with the effects that apply to each. Self-updating texts, such as a timer, contain
 * their rule, so that a presentation stays valid until its activity changes. The format is the same as for
 * `GET /v1/activities/{id}/presentations` of `live-activities serve`. live_activity_pictures.h draws it.
 *
 * A host can write presentations for its own kinds in the same format; la_present_check() checks them. */
typedef struct la_look {
    uint32_t size;        /* sizeof(la_look) */
    uint32_t flags;       /* LA_LOOK_DARK | ... */
    const char *surface;  /* one of la_present_surfaces(), such as "lockScreen.iPhone393"; NULL for all */
    const char *language; /* a BCP 47 identifier, such as "pt-BR"; NULL is "en". Numbers, dates and durations are
                             written as in English where the library does not know the language */
    int32_t text_size;    /* steps from the standard size: -3 is the smallest, 3 the largest, 4 to 8 are the
                             accessibility sizes */
    uint32_t reserved;    /* 0 */
} la_look;

/* For la_look.flags. */
#define LA_LOOK_DARK 1u      /* dark appearance */
#define LA_LOOK_DIMMED 2u    /* an Always-On display */
#define LA_LOOK_LOCKED 4u    /* the device is locked: private texts are hidden, controls work after unlocking */
#define LA_LOOK_NIGHT 8u     /* StandBy in a dark room, in red */
#define LA_LOOK_CONTRAST 16u /* Increase Contrast */
#define LA_LOOK_BOLD 32u     /* Bold Text */

/* The presentations of an activity: one for each surface that shows it. An activity that has not begun has
 * no presentations. Time does not advance.
 *
 * look        NULL for all surfaces, light, in English; borrowed for the call.
 * at_ms       the time for which the views are evaluated, or LA_NOW.
 * out         an array; a new reference; release it with json_decref().
 * text        out: NUL-terminated; release it with la_free().
 * text_bytes  out, may be NULL: its length without the NUL.
 *
 * Returns LA_OK; LA_ERROR_UNSUPPORTED, _NO_LOOK (a kind without views here), _UNDECODABLE (a provider of the host has
 * the name of a built-in kind, and other content), _UNKNOWN_ACTIVITY, _UNKNOWN_KIND, _UNENCODABLE, _INVALID_SIZE, for
 * text LA_ERROR_OUT_OF_MEMORY; or a common error (LA_ERROR_INVALID_ARGUMENT also for a surface, language, size or flag
 * that does not exist). */
LA_API la_status la_present(la_runtime *runtime, la_activity activity, const la_look *look, int64_t at_ms,
                            struct json_t **out);
LA_API la_status la_present_text(la_runtime *runtime, la_activity activity, const la_look *look,
                                 int64_t at_ms, char **text, size_t *text_bytes);

/* Checks presentations against Apple's guidelines and the limits of their surfaces. Detects truncated text, low
 * contrast, views outside of the surface and controls that do not work. Text widths are estimated.
 *
 * presentations  the result of la_present(), or the host's own array; borrowed for the call.
 * at_ms          the time that self-updating texts show, or LA_NOW.
 * out            an array of {"rule", "kind", "surface", "place", "message", "advice"}, empty without findings; a new
 *                reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED, LA_ERROR_UNDECODABLE (not an array of presentations; the reason has the path),
 * LA_ERROR_UNENCODABLE or LA_ERROR_INVALID_ARGUMENT. */
LA_API la_status la_present_check(const struct json_t *presentations, int64_t at_ms, struct json_t **out);

/* Plays the sample story of a kind and checks each step on every surface in light, dark and dimmed appearance.
 * Intended for tests, because it takes seconds.
 *
 * language  NULL is "en".
 * out       as for la_present_check(), also with "sample", "locale" and "appearance".
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED (also for a kind without samples), LA_ERROR_NO_LOOK, LA_ERROR_UNKNOWN_KIND,
 * LA_ERROR_UNENCODABLE or a common error. */
LA_API la_status la_present_lint(la_runtime *runtime, const char *kind, const char *language,
                                 struct json_t **out);

/* Lists the surfaces: [{"name", "width", "height": in points, the largest, "takesActions"}].
 *
 * out  a new reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED, LA_ERROR_UNENCODABLE or LA_ERROR_INVALID_ARGUMENT. */
LA_API la_status la_present_surfaces(struct json_t **out);

/* ---------------------------------------------------------------- Changes */

enum { /* la_change.what */
    LA_CHANGE_SCHEDULED = 0,      /* it starts at date_ms */
    LA_CHANGE_STARTED = 1,
    LA_CHANGE_UPDATED = 2,        /* it shows something else, or the same with another stale date */
    LA_CHANGE_ALERTED = 3,        /* the update just before is worth the user's attention: alert */
    LA_CHANGE_BECAME_STALE = 4,
    LA_CHANGE_BECAME_ACTIVE = 5,
    LA_CHANGE_ENDED = 6,          /* by reason; visible until date_ms */
    LA_CHANGE_DISMISSED = 7,      /* by reason; the last change of an activity */
    /* Reports: a request was refused or ignored; the activity is unchanged. */
    LA_CHANGE_REFUSED_LATE_UPDATE = 8, /* an update after the end */
    LA_CHANGE_IGNORED = 9,             /* for reason */
    LA_CHANGE_REFUSED = 10,            /* its provider refused a published event: text */
    LA_CHANGE_ALERT_SUPPRESSED = 11,   /* more than alerts_per_hour_max: alert */
    LA_CHANGE_FAULTED = 12             /* its provider failed in a wake or a scheduled start: text */
};

enum { /* la_change.reason */
    LA_REASON_NONE = 0,
    /* Reasons of LA_CHANGE_ENDED */
    LA_REASON_HOST = 1,
    LA_REASON_PROVIDER = 2,
    LA_REASON_END_DATE = 3,
    LA_REASON_TIME_LIMIT = 4,
    LA_REASON_LEASE = 5,
    LA_REASON_PERSON = 6,         /* also a reason of LA_CHANGE_DISMISSED */
    LA_REASON_PERMISSION = 7,
    LA_REASON_REPLACED = 8,
    LA_REASON_RENEWED = 9,        /* other is the successor */
    /* Reasons of LA_CHANGE_DISMISSED */
    LA_REASON_POLICY = 10,
    LA_REASON_GONE = 11,          /* it never became visible, or was replaced */
    /* Reasons of LA_CHANGE_IGNORED */
    LA_REASON_OLDER_TIMESTAMP = 12,
    LA_REASON_REPEATED_EVENT = 13
};

/* One change of one activity, reported once. Its pointers belong to the change and are valid
 * until la_change_release(). To keep a json_t longer, take a reference with json_incref(). */
typedef struct la_change {
    uint32_t size;            /* set by the library: how many bytes of this struct it has written */
    int32_t what;             /* LA_CHANGE_* */
    void *owned;              /* for la_change_release() only */
    uint64_t sequence;        /* counts the runtime's changes from 1, without gaps */
    int64_t at_ms;            /* when it happened */
    la_activity activity;
    const char *kind;
    const char *owner;
    uint32_t revision;        /* of the activity; grows by one with each change but the reports */
    la_state state;           /* after this change */
    struct json_t *content;   /* what it shows after this change; NULL if that is the same */
    int64_t stale_ms;         /* of the content; 0 is never */
    double relevance;         /* of the content */
    struct json_t *attributes; /* with its start or schedule; else NULL */
    const char *key;          /* with its start or schedule, if it has one; else NULL */
    la_activity other;        /* at the end its successor, at the start its predecessor, or
                                 LA_NO_ACTIVITY */
    int64_t date_ms;          /* see LA_CHANGE_SCHEDULED and LA_CHANGE_ENDED; else 0 */
    int32_t reason;           /* LA_REASON_* */
    uint32_t reserved;
    const char *text;         /* see LA_CHANGE_REFUSED and LA_CHANGE_FAULTED; else NULL */
    struct json_t *alert;     /* {"title", "body", "sound"}; else NULL */
} la_change;

/* Removes changes from the queue, in the order in which they happened.
 *
 * changes      an array of the caller with `capacity` structs, which need not be initialised; may be
 *              NULL if capacity is 0. Release each that was written with la_change_release().
 * change_size  sizeof(la_change).
 * count        out: the number written; 0 if no change waits.
 *
 * Returns LA_OK; LA_ERROR_UNENCODABLE (a content cannot be represented as a json_t: its change has no content;
 * the other changes are complete); LA_ERROR_INVALID_SIZE or a common error. */
LA_API la_status la_runtime_poll(la_runtime *runtime, la_change *changes, size_t change_size,
                                 size_t capacity, size_t *count);

/* Releases the memory of a change and zeroes the fields up to `owned`, so that releasing it twice is
 * harmless. NULL is accepted. */
LA_API void la_change_release(la_change *change);

/* Removes up to `capacity` changes from the queue as text: one JSON object per line, in the format that all
 * interfaces of this package share.
 *
 * text        out: NUL-terminated, "" if no change waits; release it with la_free().
 * text_bytes  out, may be NULL: its length without the NUL.
 * count       out, may be NULL: the number of lines.
 *
 * Returns LA_OK; LA_ERROR_UNENCODABLE (a change cannot be written: its line is missing);
 * LA_ERROR_OUT_OF_MEMORY (the changes are lost) or a common error. */
LA_API la_status la_runtime_poll_text(la_runtime *runtime, size_t capacity, char **text,
                                      size_t *text_bytes, size_t *count);

/* Called for each change, on the runtime's own thread, one at a time, without the runtime's lock. It
 * may call every function but la_runtime_stop() and la_runtime_destroy().
 *
 * change  valid until the callback returns; do not release it. */
typedef void (*la_on_change)(void *user_data, const la_change *change);

/* Starts a thread that replaces a loop in the host: it advances the runtime at each deadline and
 * reports every change as soon as it happens, beginning with those that wait. Only in real time. Do not
 * poll while it runs.
 *
 * user_data  passed to on_change, never dereferenced; must stay valid until la_runtime_stop() or
 *            la_runtime_destroy() has returned.
 *
 * Returns LA_OK; LA_ERROR_UNSUPPORTED in virtual time; LA_ERROR_SYSTEM (no thread is left);
 * LA_ERROR_BUSY also if the thread runs already; or a common error. */
LA_API la_status la_runtime_run(la_runtime *runtime, la_on_change on_change, void *user_data);

/* Stops the thread and blocks the calling thread until it has ended: on_change is not called after
 * this function has returned. Changes that were not reported wait to be polled. Does nothing when there
 * is no thread.
 *
 * Returns LA_OK or a common error; LA_ERROR_BUSY also from inside on_change. */
LA_API la_status la_runtime_stop(la_runtime *runtime);

/* A reader receives the changes that its filter selects, each once and in order, independently of
 * la_runtime_poll() and of other readers: for example a connection for its user's changes. */
typedef uint64_t la_reader;

typedef struct la_reader_options {
    uint32_t size;        /* sizeof(la_reader_options) */
    uint32_t changes_max; /* that may wait; then the oldest is dropped and counted; default 1,000,000 */
    const char *owner;    /* only of this owner; NULL for all */
    const char *kind;     /* only of this kind; NULL for all */
    la_activity activity; /* only of this one; see LA_READER_ACTIVITY */
    uint32_t flags;       /* LA_READER_ACTIVITY */
    uint32_t reserved;    /* 0 */
} la_reader_options;

/* For la_reader_options.flags. */
#define LA_READER_ACTIVITY 1u /* `activity` counts; else the changes of all activities are meant */

/* Creates a reader of all later changes. A host that uses only readers or consumers creates its runtime with
 * LA_NO_POLL; otherwise changes also wait for la_runtime_poll().
 *
 * options  NULL for every change; borrowed for the call.
 * out      the reader, until la_reader_destroy() or the end of the runtime.
 *
 * Returns LA_OK, LA_ERROR_INVALID_SIZE, LA_ERROR_UNSUPPORTED (there are 1,024, or unknown flags) or a common
 * error. */
LA_API la_status la_reader_create(la_runtime *runtime, const la_reader_options *options, la_reader *out);

/* Returns LA_OK, LA_ERROR_UNKNOWN_CONSUMER or a common error. */
LA_API la_status la_reader_destroy(la_runtime *runtime, la_reader reader);

/* Removes changes from the reader's queue, like la_runtime_poll(). Content and attributes are read from JSON
 * text, so a real without a fraction becomes a json_integer.
 *
 * missed  out, may be NULL: the number of this reader's changes that were dropped so far.
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_CONSUMER, LA_ERROR_UNENCODABLE, LA_ERROR_INVALID_SIZE or a common error. */
LA_API la_status la_reader_poll(la_runtime *runtime, la_reader reader, la_change *changes,
                                size_t change_size, size_t capacity, size_t *count, uint64_t *missed);

/* Takes changes as text, in the form of la_runtime_poll_text().
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_CONSUMER, LA_ERROR_UNENCODABLE, LA_ERROR_OUT_OF_MEMORY or a common error. */
LA_API la_status la_reader_poll_text(la_runtime *runtime, la_reader reader, size_t capacity, char **text,
                                     size_t *text_bytes, size_t *count);

/* ---------------------------------------------------------------- The store */

/* Writes unstored data and returns when it is durable. Does nothing without a store. If the store has failed,
 * this retries it.
 *
 * Returns LA_OK, LA_ERROR_NOT_DURABLE, LA_ERROR_FENCED or a common error. */
LA_API la_status la_runtime_flush(la_runtime *runtime);

/* Between these calls, commands of any thread return without waiting for the store; la_batch_end() then writes
 * them as one batch, if no other bracket is open. Use it for many commands in a row on a strict store. After a
 * crash in between, the store contains all of these commands, the first few, or none.
 *
 * Returns LA_OK or a common error; la_batch_end() also LA_ERROR_NOT_DURABLE, LA_ERROR_FENCED, and
 * LA_ERROR_INVALID_ARGUMENT where no bracket is open. */
LA_API la_status la_batch_begin(la_runtime *runtime);
LA_API la_status la_batch_end(la_runtime *runtime);

/* The result of opening the store, and its state: {"run": the number of openings, "restored": activities,
 * "clockBehind": seconds by which the clock is behind the latest stored time, "failure": why it cannot be
 * written (absent while it can), "damage": [{"table", "key", "activity", "reason"}], "skipped": activities
 * that were not restored [{"activity", "kind", "reason"}], without a reason if only the kind is not
 * registered}.
 *
 * out  a new reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED (no store), LA_ERROR_UNENCODABLE or a common error. */
LA_API la_status la_store_report(la_runtime *runtime, struct json_t **out);

/* Named consumers receive every change, even if their process ends: an outbox to another system. A change waits
 * in the store until its consumer has acknowledged it. It is delivered only once it is stored, and at least
 * once: until it is acknowledged it is delivered again. For each activity the newest change of each type waits
 * (start, update, alert with the update before it, staleness, end); for a dismissed activity only the dismissal.
 * Reports such as LA_CHANGE_REFUSED are left out. At most a million changes wait; beyond that the oldest are
 * dropped and counted.
 *
 * la_consumer_add() creates a consumer of all later changes, or does nothing if the name exists. The name is
 * stored, so it must not change. When the function returns, the consumer is stored. A consumer whose name begins
 * with "every:" receives every change, of which up to 16,384 wait; beyond that newer changes replace older ones,
 * which are counted. "X" and "every:X" are one consumer: adding one replaces the other at its position.
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED (no store), a store error (LA_ERROR_STORE_UNAVAILABLE, _NOT_DURABLE,
 * _FENCED) or a common error. */
LA_API la_status la_consumer_add(la_runtime *runtime, const char *consumer);

/* Removes a consumer and its acknowledgements. Returns what la_consumer_acknowledge() returns. */
LA_API la_status la_consumer_remove(la_runtime *runtime, const char *consumer);

/* Copies unacknowledged changes of a consumer, in order. They are not removed: a later call returns them again
 * unless after_sequence excludes them.
 *
 * after_sequence  0, or the sequence of the last change that this process has received.
 * changes, ...    as for la_reader_poll().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED, LA_ERROR_UNKNOWN_CONSUMER, LA_ERROR_UNENCODABLE, LA_ERROR_INVALID_SIZE
 * or a common error. */
LA_API la_status la_consumer_poll(la_runtime *runtime, const char *consumer, uint64_t after_sequence,
                                  la_change *changes, size_t change_size, size_t capacity, size_t *count);

/* Takes changes as text, in the form of la_runtime_poll_text().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED, LA_ERROR_UNKNOWN_CONSUMER, LA_ERROR_UNENCODABLE,
 * LA_ERROR_OUT_OF_MEMORY or a common error. */
LA_API la_status la_consumer_poll_text(la_runtime *runtime, const char *consumer, uint64_t after_sequence,
                                       size_t capacity, char **text, size_t *text_bytes, size_t *count);

/* Acknowledges the change with this sequence and all earlier ones. Stored like a command. Does nothing for
 * changes that were acknowledged before.
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED, LA_ERROR_UNKNOWN_CONSUMER, LA_ERROR_NOT_DURABLE, LA_ERROR_FENCED or a
 * common error (LA_ERROR_INVALID_ARGUMENT: no consumer has received this sequence). */
LA_API la_status la_consumer_acknowledge(la_runtime *runtime, const char *consumer, uint64_t sequence);

/* Lists the consumers by name: [{"name", "acknowledged": a sequence, "waiting": changes, "missed": changes that
 * were dropped}].
 *
 * out  a new reference; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED (no store), LA_ERROR_UNENCODABLE or a common error. */
LA_API la_status la_consumers(la_runtime *runtime, struct json_t **out);

/* Replays the recorded commands (journal_entries_max) with the providers of this runtime and compares the
 * outcomes, to detect a changed provider that would now decide differently. The runtime itself does not change.
 * The call takes as long as the commands did, and holds the runtime's lock.
 *
 * out  a new reference to {"commands": their number, "differences": [{"number", "command", "recorded",
 *      "replayed"}]}; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED (no journal), LA_ERROR_STORE_DAMAGED (an entry cannot be read, a kind is
 * not registered), LA_ERROR_NOT_DURABLE, LA_ERROR_FENCED, LA_ERROR_UNENCODABLE or a common error. */
LA_API la_status la_journal_replay(la_runtime *runtime, struct json_t **out);

/* ---------------------------------------------------------------- Snapshots */

/* The state of the runtime as a value: activities, permissions, remembered events and dismissals. It does not
 * contain the providers or waiting changes, which must be polled first.
 *
 * out         out: a new reference; release it with json_decref().
 * text        out: NUL-terminated; release it with la_free().
 * text_bytes  out, may be NULL: its length without the NUL.
 *
 * Returns LA_OK; LA_ERROR_CHANGES_NOT_POLLED (a change waits), LA_ERROR_UNENCODABLE, for text
 * LA_ERROR_OUT_OF_MEMORY; or a common error. */
LA_API la_status la_runtime_snapshot(la_runtime *runtime, struct json_t **out);
LA_API la_status la_runtime_snapshot_text(la_runtime *runtime, char **text, size_t *text_bytes);

/* Replaces the runtime's state, including its activities, with that of a snapshot. From then on it reports the
 * same changes as the runtime of the snapshot would have. Activities whose kind is not registered
 * are kept, but have no changes until la_runtime_add_kind(), la_runtime_add_provider() or
 * la_runtime_load_plugin() registers it; commands for them return LA_ERROR_UNKNOWN_KIND. json_depth_max
 * and json_bytes_max do not apply. An activity that cannot be read is left out alone; see
 * la_runtime_unreadable().
 *
 * snapshot  borrowed for the call.
 *
 * Returns LA_OK; LA_ERROR_CANNOT_RESTORE (not a snapshot, one of another version, or it contradicts
 * itself), LA_ERROR_UNSUPPORTED (the runtime has a store), for text LA_ERROR_NOT_JSON; or a common error.
 * On any error the runtime is as it was. */
LA_API la_status la_runtime_restore(la_runtime *runtime, const struct json_t *snapshot);
LA_API la_status la_runtime_restore_text(la_runtime *runtime, const char *snapshot,
                                         size_t snapshot_bytes);

/* The activities of the restored snapshot that cannot be read, because their JSON is damaged or their provider
 * refuses it. The runtime ignores them, but its snapshots contain them unchanged.
 *
 * out  out: a new reference to an array of {"id": ..., "json": its JSON in the snapshot, as a string,
 *      "reason": ...}, empty if all could be read; release it with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNENCODABLE (jansson has no memory left) or a common error. */
LA_API la_status la_runtime_unreadable(la_runtime *runtime, struct json_t **out);

/* ---------------------------------------------------------------- Notices */

/* The unknown members in JSON input since the last call: misspelt, or sent by a newer app. The calls succeeded
 * without these members. Each is returned once per runtime, at most 1000 in total; at most 64 wait for this
 * call. Kinds whose provider is in C are not checked, because the provider reads the JSON itself.
 *
 * out   out: a new reference to an array of {"notice": "unknownMember", "kind": ..., "path": such as
 *       "event.delayed.minuts", "suggestion": the member that was probably meant, absent if none is similar,
 *       "message": ...}, empty if there are none; release it with json_decref().
 * text  out: the array as UTF-8; release it with la_free().
 *
 * Returns LA_OK, LA_ERROR_UNENCODABLE (jansson has no memory left), for text LA_ERROR_OUT_OF_MEMORY, or a
 * common error. */
LA_API la_status la_runtime_notices(la_runtime *runtime, struct json_t **out);
LA_API la_status la_runtime_notices_text(la_runtime *runtime, char **text, size_t *text_bytes);

#ifdef __cplusplus
}
#endif

#endif
