/* live_activities.h - C interface to the Live Activity runtime.
 *
 * A Live Activity is a short-lived, glanceable thing with a beginning and an end: a delivery, a
 * match, a timer. A runtime holds many of them. Commands go in with the time, changes come out:
 *
 *     la_runtime *runtime;
 *     la_activity order;
 *     la_start_options start = { sizeof start };
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
 *   Results    la_status; 0 is success, negative values are errors. After an error no activity has
 *              changed, *out parameters are as they were, and la_last_error() has the reason.
 *   Strings    const char *, UTF-8, NUL-terminated: names never contain NUL. JSON text comes with
 *              its length in bytes and need not be terminated.
 *   JSON       either jansson's json_t (from <jansson.h>, the very library this one is linked
 *              with), read or made without text in between; or text, for hosts without jansson.
 *              A json_t that goes in is borrowed for the call, read completely, and never changed:
 *              it stays the caller's. One that comes out is a new value that nobody else refers
 *              to; its comment says who gives it back with json_decref().
 *   Times      int64_t milliseconds since 1970-01-01 00:00 UTC, named *_ms, from the year 1 to
 *              9999. In a struct, 0 is none.
 *   Ownership  What la_*_create returns, la_*_destroy releases. Texts that come out are released
 *              with la_free(). Every other pointer is borrowed; its comment says until when.
 *   Structs    begin with their size, which the caller sets to sizeof. Zero the struct, set `size`,
 *              then the fields you need: a zero field means its default. New fields are added at
 *              the end; the library reads and writes only the bytes that `size` says are there.
 *   Threads    Every function may be called from any thread. Each runtime has one lock, which each
 *              call holds: calls on one runtime take turns, two runtimes are independent. Do not
 *              let other threads change a json_t while it is lent to a call.
 *   Callbacks  A provider's callbacks run inside the call that caused them, on its thread. A call
 *              on the same runtime from there returns LA_ERROR_BUSY. The callback of
 *              la_runtime_run() runs on the runtime's own thread and may call everything but
 *              la_runtime_stop() and la_runtime_destroy(). No callback may leave by longjmp() or a
 *              C++ exception.
 *   Handles    A la_runtime * is not an address. One that was destroyed, or never was, is known as
 *              such: LA_ERROR_INVALID_HANDLE.
 *   fork       A child process may not use its parent's runtimes.
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

/* Of this header. A library of the same major version has everything that the header declares if
 * la_version() is not less than LA_VERSION. */
#define LA_VERSION_MAJOR 0
#define LA_VERSION_MINOR 1
#define LA_VERSION_PATCH 0
#define LA_VERSION (LA_VERSION_MAJOR * 1000000 + LA_VERSION_MINOR * 1000 + LA_VERSION_PATCH)

/* The version of the library that is loaded, made like LA_VERSION. */
LA_API uint32_t la_version(void);

/* ---------------------------------------------------------------- Results */

/* Values are permanent and new ones are added at the end, so treat an unknown negative value as a
 * failure. */
typedef int32_t la_status;
enum {
    LA_OK = 0,

    /* How the interface was used. */
    LA_ERROR_INVALID_ARGUMENT = -1,  /* a required pointer was NULL, a number out of its range, a
                                        string not UTF-8 */
    LA_ERROR_INVALID_HANDLE = -2,    /* no such runtime: destroyed, or never created */
    LA_ERROR_BUSY = -3,              /* called from inside a callback of the same runtime */
    LA_ERROR_INVALID_SIZE = -4,      /* a struct's size is less than that of its first version */
    LA_ERROR_UNSUPPORTED = -5,       /* this build has no such thing */
    LA_ERROR_OUT_OF_MEMORY = -6,
    LA_ERROR_SYSTEM = -7,            /* the operating system refused a thread or a file descriptor */
    LA_ERROR_TOO_MANY_RUNTIMES = -8, /* there are LA_RUNTIMES_MAX */

    /* JSON */
    LA_ERROR_NOT_JSON = -20,         /* the text is not JSON, or over the limits of size and depth */
    LA_ERROR_UNDECODABLE = -21,      /* the JSON is not what the kind needs */
    LA_ERROR_UNENCODABLE = -22,      /* the value cannot be written as JSON */

    /* Whom it was about */
    LA_ERROR_UNKNOWN_KIND = -40,     /* no provider of this kind is registered */
    LA_ERROR_AMBIGUOUS_KIND = -41,   /* several kinds are meant: name one */
    LA_ERROR_UNKNOWN_ACTIVITY = -42, /* it was never started, or was dismissed */
    LA_ERROR_NOTHING_RUNNING = -43,  /* none with this owner, kind and key is running */
    LA_ERROR_WRONG_TYPE = -44,       /* the kind has other events, content or attributes */
    LA_ERROR_ACTIVITY_ENDED = -45,   /* it takes no more content: start a new one */

    /* Whether it may */
    LA_ERROR_DENIED = -60,           /* the person switched the kind, or all of them, off */
    LA_ERROR_TOO_MANY_ACTIVITIES_OF_OWNER = -61,
    LA_ERROR_TOO_MANY_ACTIVITIES = -62,
    LA_ERROR_ALREADY_RUNNING = -63,  /* it was to be the only one with its key */
    LA_ERROR_DISMISSED_BY_PERSON = -64,
    LA_ERROR_SURFACE_TAKES_NO_ACTIONS = -65,

    /* What was wrong with it */
    LA_ERROR_PAYLOAD_TOO_LARGE = -80,   /* attributes and content exceed payload_bytes_max */
    LA_ERROR_REFUSED = -81,             /* the provider said no */
    LA_ERROR_WAKE_NOT_IN_FUTURE = -82,  /* the provider asked for a wake that is not after now */
    LA_ERROR_ALERT_REQUIRED = -83,      /* a start in the future needs an alert */
    LA_ERROR_STALE_DATE_IN_PAST = -84,
    LA_ERROR_END_DATE_IN_PAST = -85,
    LA_ERROR_IMPLAUSIBLE_DATE = -86,    /* in another unit or epoch, by the look of it */
    LA_ERROR_INVALID_LEASE = -87,
    LA_ERROR_RELEVANCE_NOT_FINITE = -88,

    /* What is wrong here */
    LA_ERROR_CHANGES_NOT_POLLED = -100, /* too many changes wait: poll them */
    LA_ERROR_CANNOT_REGISTER = -101,    /* the kind is registered, or there are too many */
    LA_ERROR_CANNOT_RESTORE = -102,     /* not a snapshot, or of a later version */
    LA_ERROR_BAD_PLUGIN = -103          /* cannot be loaded, wrong version, or it failed */
};

/* The permanent name of a status, such as "LA_ERROR_BUSY"; "LA_ERROR" for an unknown one. Static. */
LA_API const char *la_status_name(la_status status);

/* Why the latest call on this thread that returned an error did: one sentence for people, without
 * a promise about its wording. Never NULL; "" if no call has failed. Valid until the next call
 * on this thread. */
LA_API const char *la_last_error(void);

/* Releases a text that this library gave out; NULL is fine. */
LA_API void la_free(void *text);

/* From <jansson.h>, which hosts that only use text need not have. */
struct json_t;

/* ---------------------------------------------------------------- The runtime */

typedef struct la_runtime la_runtime;

#define LA_RUNTIMES_MAX 1024

/* In place of a time in a call. In real time: what the system's clock says. In virtual time: the
 * latest time that the runtime has seen; LA_ERROR_INVALID_ARGUMENT before the first. */
#define LA_NOW INT64_MIN

/* In place of a deadline: nothing is scheduled. */
#define LA_NEVER INT64_MAX

/* For la_options.flags. */
#define LA_VIRTUAL_TIME 1u       /* the system's clock is never asked: the time is what calls say */
#define LA_NO_BUILT_IN_KINDS 2u  /* without delivery, meditationTimer, sports and waitQueue */
#define LA_TAKE_MISTAKES 4u      /* take stale and end dates in the past, as ActivityKit does */

/* For la_options.payload_bytes_max. */
#define LA_NO_PAYLOAD_LIMIT UINT32_MAX

typedef struct la_options {
    uint32_t size;                     /* sizeof(la_options) */
    uint32_t flags;                    /* LA_VIRTUAL_TIME | ... */
    uint64_t seed;                     /* the same seed and commands give the same ids and changes */
    uint32_t payload_bytes_max;        /* of attributes and content as JSON; default 4096 */
    uint32_t activities_per_owner_max; /* ongoing ones; default 16 */
    uint32_t activities_max;           /* ended ones that are still on show included; default 4,000,000 */
    uint32_t alerts_per_hour_max;      /* of one activity; default 30 */
    uint32_t changes_max;              /* that wait to be polled before commands are refused;
                                          default 1,000,000 */
    uint32_t json_depth_max;           /* arrays and objects inside each other, in what comes in;
                                          default 128, at most 512 */
    uint32_t json_bytes_max;           /* of one JSON text, or what a json_t would need at least as
                                          text; default 1 MiB, at most 1 GiB */
    uint32_t reserved;                 /* 0 */
    const char *store_path;            /* where state is kept over restarts. NULL: nowhere. This
                                          version has no store: LA_ERROR_UNSUPPORTED for others. */
} la_options;

/* Makes a runtime.
 *
 * options  borrowed for the call; NULL for all defaults.
 * out      the new runtime; destroy it with la_runtime_destroy().
 *
 * Returns LA_OK, LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_SIZE, LA_ERROR_UNSUPPORTED or
 * LA_ERROR_TOO_MANY_RUNTIMES. */
LA_API la_status la_runtime_create(const la_options *options, la_runtime **out);

/* Stops the runtime's thread if it has one, waits for calls that other threads are in, destroys its
 * providers and frees everything. Changes that were not polled are lost. NULL is fine.
 *
 * Returns LA_OK, LA_ERROR_INVALID_HANDLE for a runtime that was destroyed before, or LA_ERROR_BUSY
 * from inside one of its callbacks. */
LA_API la_status la_runtime_destroy(la_runtime *runtime);

/* Lets time pass: everything that is due by now_ms happens, each thing at its own date. Costs only
 * what is due; calling often or seldom makes no difference to what happens.
 *
 * now_ms            the current time, or LA_NOW. Earlier than the latest seen counts as that: time
 *                   never runs backwards.
 * next_deadline_ms  out, may be NULL: call again then, at the latest; LA_NEVER if nothing is
 *                   scheduled. Every other call may make it earlier, see la_runtime_fd().
 *
 * Returns LA_OK, LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_HANDLE or LA_ERROR_BUSY. */
LA_API la_status la_runtime_advance(la_runtime *runtime, int64_t now_ms, int64_t *next_deadline_ms);

/* A file descriptor to put in poll(2), select(2) or epoll(7), for POLLIN. It is readable when
 * changes wait for la_runtime_poll(), and when the next deadline has become earlier than what the
 * latest la_runtime_advance() said: call both then. Never read from it, write to it or close it: it
 * is the runtime's, until la_runtime_destroy().
 *
 * Returns LA_OK, LA_ERROR_SYSTEM, LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_HANDLE or
 * LA_ERROR_BUSY. */
LA_API la_status la_runtime_fd(la_runtime *runtime, int *fd);

/* ---------------------------------------------------------------- Kinds and their providers */

/* Lists the kinds that are registered, in the order in which they were: an array of
 * {"kind": "delivery", "hasRules": true}.
 *
 * out  a new reference; give it back with json_decref().
 *
 * Returns LA_OK, LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_HANDLE or LA_ERROR_BUSY. */
LA_API la_status la_runtime_kinds(la_runtime *runtime, struct json_t **out);

/* Describes a kind by examples that are valid: {"kind", "hasRules", "attributes": [...],
 * "content": ..., "story": [{"after_s", "event"}, ...], "actions": [{"id", "title"}, ...]}, of
 * which a kind without rules has only the first two.
 *
 * out  a new reference; give it back with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_KIND, LA_ERROR_UNENCODABLE, LA_ERROR_INVALID_ARGUMENT,
 * LA_ERROR_INVALID_HANDLE or LA_ERROR_BUSY. */
LA_API la_status la_runtime_describe(la_runtime *runtime, const char *kind, struct json_t **out);

/* The same two as text. kind: NULL for the list.
 *
 * text        NUL-terminated; release it with la_free().
 * text_bytes  its length without the NUL; may be NULL. */
LA_API la_status la_runtime_describe_text(la_runtime *runtime, const char *kind, char **text,
                                          size_t *text_bytes);

/* Adds a kind without rules: its activities' attributes and content are whatever JSON the host
 * gives; it starts them with content, updates and ends them by hand.
 *
 * Returns LA_OK, LA_ERROR_CANNOT_REGISTER, LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_HANDLE or
 * LA_ERROR_BUSY. */
LA_API la_status la_runtime_add_kind(la_runtime *runtime, const char *kind);

/* Adds a kind with the rules of a provider in C; see live_activity_plugin.h.
 *
 * provider  read during the call and not kept; what its fields point to must last until its
 *           destroy() is called: once, when the runtime is destroyed, and only if its init() was
 *           called and succeeded.
 *
 * Returns LA_OK, LA_ERROR_BAD_PLUGIN (wrong abi_version, no kind, its init() failed),
 * LA_ERROR_CANNOT_REGISTER, LA_ERROR_INVALID_SIZE, LA_ERROR_INVALID_ARGUMENT,
 * LA_ERROR_INVALID_HANDLE or LA_ERROR_BUSY. */
struct la_provider;
LA_API la_status la_runtime_add_provider(la_runtime *runtime, const struct la_provider *provider);

/* Loads a shared object and adds all kinds that it has, or none of them; see live_activity_plugin.h.
 * What is loaded runs with all rights of this process, and stays in memory until its end.
 *
 * path   as for dlopen(3): give a path with a slash in it.
 * count  out, may be NULL: how many kinds were added.
 *
 * Returns LA_OK, LA_ERROR_BAD_PLUGIN, LA_ERROR_CANNOT_REGISTER, LA_ERROR_INVALID_ARGUMENT,
 * LA_ERROR_INVALID_HANDLE or LA_ERROR_BUSY. */
LA_API la_status la_runtime_load_plugin(la_runtime *runtime, const char *path, uint32_t *count);

/* ---------------------------------------------------------------- Activities */

/* An activity's id. Never given again to another one. As text it is 16 lowercase hexadecimal
 * digits. */
typedef uint64_t la_activity;

/* No activity has this id. */
#define LA_NO_ACTIVITY UINT64_MAX

/* Writes an id as text, NUL included. Returns LA_OK or LA_ERROR_INVALID_ARGUMENT. */
LA_API la_status la_activity_format(la_activity activity, char text[17]);

/* Reads an id from text. Returns LA_OK or LA_ERROR_INVALID_ARGUMENT. */
LA_API la_status la_activity_parse(const char *text, la_activity *out);

/* What a person hears and reads when something is worth their attention. */
typedef struct la_alert {
    uint32_t size;     /* sizeof(la_alert) */
    uint32_t reserved; /* 0 */
    const char *title; /* required */
    const char *body;  /* required */
    const char *sound; /* a file's name; NULL for the system's own */
} la_alert;

/* What an activity shows, as it comes from outside. */
typedef struct la_content {
    uint32_t size;             /* sizeof(la_content) */
    uint32_t reserved;         /* 0 */
    const struct json_t *state; /* borrowed; or NULL, and then: */
    const char *state_text;    /* JSON text */
    size_t state_text_bytes;
    int64_t stale_ms;          /* when it turns stale unless something happens; 0 is never */
    double relevance;          /* against the owner's others; the highest comes first */
} la_content;

/* How long an ended activity stays on show. */
typedef int32_t la_dismissal;
enum {
    LA_DISMISS_DEFAULT = 0,   /* until the person removes it, four hours at most */
    LA_DISMISS_IMMEDIATE = 1, /* gone at once */
    LA_DISMISS_AFTER = 2      /* until the date given beside it, four hours at most */
};

/* What a start does when one with the same owner, kind and key is running. */
enum {
    LA_IF_RUNNING_DEFAULT = 0, /* what the provider says, and else LA_IF_RUNNING_JOIN */
    LA_IF_RUNNING_JOIN = 1,    /* gives the running one */
    LA_IF_RUNNING_REPLACE = 2, /* ends and dismisses the running one first */
    LA_IF_RUNNING_REJECT = 3   /* LA_ERROR_ALREADY_RUNNING */
};

/* For la_start_options.flags. */
#define LA_START_RENEWS 1u     /* a successor follows when the eight hours are up */
#define LA_START_TRANSIENT 2u  /* shown expanded; the host dismisses it when the person looks away */
#define LA_START_DISMISSAL 4u  /* `dismissal` is meant, and not the provider's choice */

typedef struct la_start_options {
    uint32_t size;                   /* sizeof(la_start_options) */
    uint32_t flags;                  /* LA_START_RENEWS | ... */
    const char *kind;                /* required */
    const char *owner;               /* required: the person or device it is for */
    const struct json_t *attributes; /* what it is about, set once; borrowed; or NULL, and then: */
    const char *attributes_text;     /* JSON text; required if `attributes` is NULL */
    size_t attributes_text_bytes;
    const la_content *content;       /* in place of what the provider begins with; NULL for that */
    const char *key;                 /* one owner has one running activity of a kind with a key */
    int32_t if_running;              /* LA_IF_RUNNING_* */
    la_dismissal dismissal;          /* for when it ends by itself; see LA_START_DISMISSAL */
    int64_t dismissal_ms;            /* of LA_DISMISS_AFTER */
    int64_t start_ms;                /* scheduled: pending until then; needs an alert; 0 is now */
    const la_alert *alert;           /* when it starts; NULL for none */
    int64_t end_ms;                  /* it ends by itself then; 0 is not before its eight hours */
    int64_t lease_stale_ms;          /* a duration: silence of the host after which it turns stale */
    int64_t lease_end_ms;            /* a duration: ... after which it ends; 0 for no lease */
} la_start_options;

/* Starts an activity, or schedules it.
 *
 * start   borrowed for the call.
 * now_ms  here and below: the current time, or LA_NOW. What is due by then happens first.
 * out     the new activity, or the running one that the start joined; may be NULL.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_KIND, _NOT_JSON, _UNDECODABLE, _UNENCODABLE, _DENIED,
 * _TOO_MANY_ACTIVITIES_OF_OWNER, _TOO_MANY_ACTIVITIES, _ALREADY_RUNNING, _DISMISSED_BY_PERSON,
 * _PAYLOAD_TOO_LARGE, _REFUSED, _WAKE_NOT_IN_FUTURE, _ALERT_REQUIRED, _STALE_DATE_IN_PAST,
 * _END_DATE_IN_PAST, _IMPLAUSIBLE_DATE, _INVALID_LEASE, _RELEVANCE_NOT_FINITE, _CHANGES_NOT_POLLED,
 * and as every call below _INVALID_ARGUMENT, _INVALID_SIZE, _INVALID_HANDLE and _BUSY. */
LA_API la_status la_start(la_runtime *runtime, const la_start_options *start, int64_t now_ms,
                          la_activity *out);

/* What a command did to its activity, where a host wants to know. The changes say the rest. */
typedef int32_t la_outcome;
enum {
    LA_OUTCOME_APPLIED = 0,   /* it is different now */
    LA_OUTCOME_UNCHANGED = 1, /* it showed exactly this before */
    LA_OUTCOME_IGNORED = 2    /* older than the newest one accepted, or a repetition */
};

/* Replaces an activity's whole content.
 *
 * content       required; borrowed for the call.
 * alert         NULL for none; borrowed for the call.
 * timestamp_ms  when the content was made: older than the newest accepted is ignored; 0 if unknown.
 * outcome       out, here and below: may be NULL.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_ACTIVITY, _ACTIVITY_ENDED, _NOT_JSON, _UNDECODABLE,
 * _PAYLOAD_TOO_LARGE, _STALE_DATE_IN_PAST, _IMPLAUSIBLE_DATE, _RELEVANCE_NOT_FINITE,
 * _CHANGES_NOT_POLLED, ... */
LA_API la_status la_update(la_runtime *runtime, la_activity activity, const la_content *content,
                           const la_alert *alert, int64_t timestamp_ms, int64_t now_ms,
                           la_outcome *outcome);

/* Ends an activity.
 *
 * content       what it shows from now on; NULL for what it shows already.
 * dismissal_ms  of LA_DISMISS_AFTER; else ignored.
 *
 * Returns as la_update(). */
LA_API la_status la_end(la_runtime *runtime, la_activity activity, const la_content *content,
                        la_dismissal dismissal, int64_t dismissal_ms, int64_t timestamp_ms,
                        int64_t now_ms, la_outcome *outcome);

/* About an event, besides what it says. */
typedef struct la_event_options {
    uint32_t size;        /* sizeof(la_event_options) */
    uint32_t reserved;    /* 0 */
    const char *id;       /* the sender's name for it: applied once; NULL for none */
    int64_t timestamp_ms; /* when it happened: older than the newest accepted is ignored; 0: unknown */
    const char *kind;     /* la_publish(): only followers of this kind; NULL for all */
} la_event_options;

/* Reports an event to one activity. No text is made or read on the way.
 *
 * event    borrowed for the call; never changed.
 * options  NULL for none; borrowed for the call.
 *
 * Returns LA_OK; LA_ERROR_UNKNOWN_ACTIVITY, _ACTIVITY_ENDED, _UNDECODABLE (not an event of this
 * kind), _REFUSED (not possible now), _PAYLOAD_TOO_LARGE, _WAKE_NOT_IN_FUTURE, _IMPLAUSIBLE_DATE,
 * _CHANGES_NOT_POLLED, ... */
LA_API la_status la_send(la_runtime *runtime, la_activity activity, const struct json_t *event,
                         const la_event_options *options, int64_t now_ms, la_outcome *outcome);

/* The same for an event as JSON text; also LA_ERROR_NOT_JSON. */
LA_API la_status la_send_text(la_runtime *runtime, la_activity activity, const char *event,
                              size_t event_bytes, const la_event_options *options, int64_t now_ms,
                              la_outcome *outcome);

/* How those whom an event reached took it. */
typedef struct la_publish_report {
    uint32_t size;      /* sizeof(la_publish_report) */
    uint32_t reserved;  /* 0 */
    uint64_t applied;   /* they show something else now */
    uint64_t unchanged; /* they showed exactly this before */
    uint64_t refused;   /* for them it made no sense, which a change of theirs reports */
} la_publish_report;

/* Reports an event to every activity that follows a topic, such as "match/4711".
 *
 * report  out, may be NULL; its size must be set. All zero when nobody follows, and for an event
 *         that is ignored.
 *
 * Returns LA_OK; LA_ERROR_AMBIGUOUS_KIND (followers have different events: say which kind),
 * _UNKNOWN_KIND, _UNDECODABLE, _IMPLAUSIBLE_DATE, _CHANGES_NOT_POLLED, ... */
LA_API la_status la_publish(la_runtime *runtime, const char *topic, const struct json_t *event,
                            const la_event_options *options, int64_t now_ms,
                            la_publish_report *report);

/* The same for an event as JSON text; also LA_ERROR_NOT_JSON. */
LA_API la_status la_publish_text(la_runtime *runtime, const char *topic, const char *event,
                                 size_t event_bytes, const la_event_options *options,
                                 int64_t now_ms, la_publish_report *report);

/* A place where an activity is seen. */
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

/* A person used a control, such as "pause", of an activity on a surface.
 *
 * Returns as la_send(), and LA_ERROR_SURFACE_TAKES_NO_ACTIONS. */
LA_API la_status la_perform(la_runtime *runtime, la_activity activity, const char *action,
                            la_surface surface, int64_t now_ms, la_outcome *outcome);

/* A person removed an activity from their screen: it ends and is gone.
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_ACTIVITY, _CHANGES_NOT_POLLED, ... */
LA_API la_status la_dismiss(la_runtime *runtime, la_activity activity, int64_t now_ms);

/* The host of a leased activity is still there.
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_ACTIVITY, _ACTIVITY_ENDED, _CHANGES_NOT_POLLED, ... */
LA_API la_status la_renew_lease(la_runtime *runtime, la_activity activity, int64_t now_ms);

/* A person allows (not 0) or forbids (0) a kind of activity; all kinds if kind is NULL. What is
 * forbidden ends and disappears at once.
 *
 * Returns LA_OK, LA_ERROR_CHANGES_NOT_POLLED, ... */
LA_API la_status la_permit(la_runtime *runtime, const char *owner, const char *kind,
                           int32_t allowed, int64_t now_ms);

/* A person allows or forbids frequent updates, which ends their ongoing activities.
 *
 * Returns as la_permit(). */
LA_API la_status la_permit_frequent_updates(la_runtime *runtime, const char *owner,
                                            int32_t allowed, int64_t now_ms);

/* Any command in the one vocabulary that all doors of this package have, as JSON text:
 * {"command": "send", "activity": "00400f0000000000", "event": {...}}. With "at" beside it, it says
 * when; now_ms counts where it does not.
 *
 * outcome  out, may be NULL: {"outcome": "started", "activity": ...} or the like; NUL-terminated;
 *          release it with la_free(). Also made when the command is refused: {"error": "denied",
 *          "reason": ...}.
 *
 * Returns LA_OK, and what the function of that command returns. */
LA_API la_status la_apply_text(la_runtime *runtime, const char *command, size_t command_bytes,
                               int64_t now_ms, char **outcome, size_t *outcome_bytes);

/* ---------------------------------------------------------------- What there is */

/* Where an activity is in its life. */
typedef int32_t la_state;
enum {
    LA_STATE_PENDING = 0,   /* not shown before its start date */
    LA_STATE_ACTIVE = 1,
    LA_STATE_ENDED = 2,     /* may still be shown, but takes no more content */
    LA_STATE_DISMISSED = 3, /* no longer shown anywhere; nothing follows */
    LA_STATE_STALE = 4      /* shown, but its stale date has passed */
};

/* The running activity with this owner, kind and key.
 *
 * Returns LA_OK, LA_ERROR_NOTHING_RUNNING, ... */
LA_API la_status la_find(la_runtime *runtime, const char *owner, const char *kind, const char *key,
                         la_activity *out);

/* The activities of an owner by their relevance, the highest first; of everyone, by kind and id, if
 * owner is NULL.
 *
 * out       room for `capacity` ids; may be NULL if that is 0.
 * count     out: how many there are, which may be more than were written.
 *
 * Returns LA_OK, ... */
LA_API la_status la_list(la_runtime *runtime, const char *owner, la_activity *out, size_t capacity,
                         size_t *count);

/* Returns LA_OK, LA_ERROR_UNKNOWN_ACTIVITY, ... */
LA_API la_status la_get_state(la_runtime *runtime, la_activity activity, la_state *out);

/* What an activity shows now, and what it was started with. No text is made on the way.
 *
 * out  a new reference; give it back with json_decref().
 *
 * Returns LA_OK, LA_ERROR_UNKNOWN_ACTIVITY, _UNENCODABLE, ... */
LA_API la_status la_get_content(la_runtime *runtime, la_activity activity, struct json_t **out);
LA_API la_status la_get_attributes(la_runtime *runtime, la_activity activity, struct json_t **out);

/* The content as text: NUL-terminated; release it with la_free(). text_bytes may be NULL. */
LA_API la_status la_get_content_text(la_runtime *runtime, la_activity activity, char **text,
                                     size_t *text_bytes);

/* ---------------------------------------------------------------- Changes */

enum { /* la_change.what */
    LA_CHANGE_SCHEDULED = 0,      /* it will start at date_ms */
    LA_CHANGE_STARTED = 1,
    LA_CHANGE_UPDATED = 2,        /* it shows something else, or the same for longer */
    LA_CHANGE_ALERTED = 3,        /* the person is to notice the update just before: alert */
    LA_CHANGE_BECAME_STALE = 4,
    LA_CHANGE_BECAME_ACTIVE = 5,
    LA_CHANGE_ENDED = 6,          /* by reason; on show until date_ms */
    LA_CHANGE_DISMISSED = 7,      /* by reason; the last change of an activity */
    /* Reports: something was asked for and not done; the activity is as it was. */
    LA_CHANGE_REFUSED_LATE_UPDATE = 8, /* it came after the end */
    LA_CHANGE_IGNORED = 9,             /* for reason */
    LA_CHANGE_REFUSED = 10,            /* a published event did not suit it: text */
    LA_CHANGE_ALERT_SUPPRESSED = 11,   /* too many within the hour: alert */
    LA_CHANGE_FAULTED = 12             /* its provider failed in a wake or a scheduled start: text */
};

enum { /* la_change.reason */
    LA_REASON_NONE = 0,
    /* of LA_CHANGE_ENDED */
    LA_REASON_HOST = 1,
    LA_REASON_PROVIDER = 2,
    LA_REASON_END_DATE = 3,
    LA_REASON_TIME_LIMIT = 4,
    LA_REASON_LEASE = 5,
    LA_REASON_PERSON = 6,         /* of LA_CHANGE_DISMISSED too */
    LA_REASON_PERMISSION = 7,
    LA_REASON_REPLACED = 8,
    LA_REASON_RENEWED = 9,        /* other is the successor */
    /* of LA_CHANGE_DISMISSED */
    LA_REASON_POLICY = 10,
    LA_REASON_GONE = 11,          /* it never became visible, or something took its place */
    /* of LA_CHANGE_IGNORED */
    LA_REASON_OLDER_TIMESTAMP = 12,
    LA_REASON_REPEATED_EVENT = 13
};

/* What became different in one activity, once. Everything it points to is the change's and valid
 * until la_change_release(); take a reference with json_incref() to keep a json_t longer. */
typedef struct la_change {
    uint32_t size;            /* set by the library: how many bytes of this struct it has written */
    int32_t what;             /* LA_CHANGE_* */
    void *owned;              /* the library's own */
    uint64_t sequence;        /* counts the runtime's changes from 1, without gaps */
    int64_t at_ms;            /* when it happened */
    la_activity activity;
    const char *kind;
    const char *owner;
    uint32_t revision;        /* grows by one with each change of what it is or shows */
    la_state state;           /* after this change */
    struct json_t *content;   /* what it shows after this change; NULL if the change brings nothing new */
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

/* Takes changes, in the order in which they happened, each once.
 *
 * changes      room for `capacity` structs; need not be initialised. Release each that was written
 *              with la_change_release().
 * change_size  sizeof(la_change).
 * count        out: how many were written; 0 if none waits.
 *
 * Returns LA_OK, LA_ERROR_UNENCODABLE (payload_bytes_max is LA_NO_PAYLOAD_LIMIT and a content cannot
 * be written as JSON: that change comes without content), _INVALID_ARGUMENT, _INVALID_SIZE,
 * _INVALID_HANDLE or _BUSY. */
LA_API la_status la_runtime_poll(la_runtime *runtime, la_change *changes, size_t change_size,
                                 size_t capacity, size_t *count);

/* Releases what a change points to, and zeroes it up to `owned`: releasing twice is harmless. NULL
 * is fine. */
LA_API void la_change_release(la_change *change);

/* Takes up to `capacity` changes as text: one JSON object a line, in the vocabulary of all doors.
 *
 * text        NUL-terminated, "" if no change waits; release it with la_free().
 * text_bytes  its length without the NUL; may be NULL.
 * count       out, may be NULL: how many lines.
 *
 * Returns as la_runtime_poll(). */
LA_API la_status la_runtime_poll_text(la_runtime *runtime, size_t capacity, char **text,
                                      size_t *text_bytes, size_t *count);

/* Called for each change, on the runtime's own thread, one at a time, without the runtime's lock:
 * it may call every function but la_runtime_stop() and la_runtime_destroy().
 *
 * change  valid until the callback returns; do not release it. */
typedef void (*la_on_change)(void *user_data, const la_change *change);

/* Starts a thread that does what a host's loop would: advances at each deadline and hands over every
 * change as soon as it happens, those that wait first. Only in real time. Do not poll meanwhile.
 *
 * user_data  passed to on_change, never dereferenced.
 *
 * Returns LA_OK, LA_ERROR_UNSUPPORTED in virtual time, LA_ERROR_BUSY if it runs already or from
 * inside a callback, LA_ERROR_SYSTEM, ... */
LA_API la_status la_runtime_run(la_runtime *runtime, la_on_change on_change, void *user_data);

/* Stops the thread and waits for it: on_change is not called any more when this returns. Changes
 * that it has not seen wait to be polled. Harmless when there is no thread.
 *
 * Returns LA_OK, LA_ERROR_BUSY from inside a callback, ... */
LA_API la_status la_runtime_stop(la_runtime *runtime);

/* ---------------------------------------------------------------- Snapshots */

/* The whole runtime as a value: activities, permissions, memory of events and dismissals; not the
 * providers, and not changes that wait, which must be polled first (LA_ERROR_CHANGES_NOT_POLLED).
 *
 * out  a new reference; give it back with json_decref().
 *
 * Returns LA_OK, LA_ERROR_CHANGES_NOT_POLLED, _UNENCODABLE, ... */
LA_API la_status la_runtime_snapshot(la_runtime *runtime, struct json_t **out);
LA_API la_status la_runtime_snapshot_text(la_runtime *runtime, char **text, size_t *text_bytes);

/* Makes the runtime what it was at the snapshot: it goes on with the same changes as if it had
 * never stopped. What it had before is lost. Kinds that are not registered keep their activities,
 * asleep until they are. json_bytes_max does not apply.
 *
 * snapshot  borrowed for the call.
 *
 * Returns LA_OK, LA_ERROR_CANNOT_RESTORE, _NOT_JSON, _UNDECODABLE, _CANNOT_REGISTER, ...; on any
 * error the runtime is as it was. */
LA_API la_status la_runtime_restore(la_runtime *runtime, const struct json_t *snapshot);
LA_API la_status la_runtime_restore_text(la_runtime *runtime, const char *snapshot,
                                         size_t snapshot_bytes);

#ifdef __cplusplus
}
#endif

#endif
