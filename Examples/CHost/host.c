/* host.c - a host in C that calls every function of live_activities.h.
 *
 * Time is virtual, so that the evening it plays takes milliseconds and prints the same bytes every time; only the last
 * part, with a thread and poll(2), waits for a real clock.
 *
 *     cc -std=c99 host.c -o host $(pkg-config --cflags --libs live-activities)
 *     ./host [PLUGIN.so]      (Examples/CPlugin's)
 */
#define _POSIX_C_SOURCE 200809L

#include <live_activities.h>
#include <live_activity_plugin.h>

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* 2026-06-20 17:00:00 UTC */
#define EVENING INT64_C(1781974800000)
#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)

static void must(la_status status, const char *what)
{
    if (status == LA_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, la_status_name(status), la_last_error());
    exit(1);
}
#define MUST(call) must((call), #call)

/* ---------------------------------------------------------------- Printing */

static const char *what_names[] = {"scheduled", "started", "updated", "alerted", "becameStale", "becameActive", "ended",
                                   "dismissed", "refusedLateUpdate", "ignored", "refused", "alertSuppressed", "faulted"};
static const char *state_names[] = {"pending", "active", "ended", "dismissed", "stale"};

static void print_json(const char *label, const json_t *value)
{
    char *text;
    if (value == NULL)
        return;
    text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    printf(" %s=%s", label, text);
    free(text);
}

static void print_change(const la_change *change)
{
    printf("%3llu +%lld.%03llds %s/%s r%u %s %s", (unsigned long long)change->sequence,
           (long long)((change->at_ms - EVENING) / 1000), (long long)((change->at_ms - EVENING) % 1000), change->owner,
           change->kind, (unsigned)change->revision, what_names[change->what], state_names[change->state]);
    if (change->reason != LA_REASON_NONE)
        printf(" reason=%d", (int)change->reason);
    if (change->date_ms != 0)
        printf(" date=+%llds", (long long)((change->date_ms - EVENING) / 1000));
    if (change->key != NULL)
        printf(" key=%s", change->key);
    if (change->other != LA_NO_ACTIVITY)
        printf(" other");
    if (change->text != NULL)
        printf(" text=\"%s\"", change->text);
    print_json("alert", change->alert);
    print_json("content", change->content);
    if (change->stale_ms != 0)
        printf(" stale=+%llds", (long long)((change->stale_ms - EVENING) / 1000));
    putchar('\n');
}

static void print_changes(la_runtime *runtime)
{
    la_change changes[8];
    size_t count, i;
    do {
        MUST(la_runtime_poll(runtime, changes, sizeof changes[0], 8, &count));
        for (i = 0; i < count; i++) {
            print_change(&changes[i]);
            la_change_release(&changes[i]);
        }
    } while (count > 0);
}

static void title(const char *text) { printf("\n# %s\n", text); }

/* Lets time pass as a host's loop does: from deadline to deadline. */
static void run_until(la_runtime *runtime, int64_t until)
{
    int64_t next;
    MUST(la_runtime_advance(runtime, LA_NOW, &next));
    while (next <= until)
        MUST(la_runtime_advance(runtime, next, &next));
    MUST(la_runtime_advance(runtime, until, NULL));
    print_changes(runtime);
}

/* ---------------------------------------------------------------- A provider of the host's own */

/* An egg that boils: its state is when it is done. */
static int eggs_inits, eggs_destroys;

static la_status egg_init(void *user_data)
{
    (void)user_data;
    eggs_inits++;
    return LA_OK;
}

static void egg_destroy(void *user_data)
{
    (void)user_data;
    eggs_destroys++;
}

static la_status egg_content(void *user_data, la_scope *scope)
{
    (void)user_data;
    scope->state = json_pack("{s:b}", "done", 0);
    return LA_OK;
}

static la_status egg_handle(void *user_data, const json_t *event, la_scope *scope)
{
    json_int_t seconds = json_integer_value(json_object_get(json_object_get(event, "boiling"), "seconds"));
    (void)user_data;
    if (seconds <= 0) {
        snprintf(scope->reason, sizeof scope->reason, "an egg that does not boil is never done");
        return LA_ERROR_REFUSED;
    }
    scope->wake_ms = scope->now_ms + seconds * SECOND;
    json_object_set_new(scope->state, "seconds", json_integer(seconds));
    return LA_OK;
}

static la_status egg_tick(void *user_data, la_scope *scope)
{
    (void)user_data;
    json_object_set_new(scope->state, "done", json_true());
    scope->alert = json_pack("{s:s, s:s}", "title", "Your egg", "body", "is done.");
    scope->dismissal = LA_DISMISS_AFTER;
    scope->dismissal_ms = scope->now_ms + MINUTE;
    return LA_OK;
}

static void add_eggs(la_runtime *runtime)
{
    la_provider egg;
    memset(&egg, 0, sizeof egg);
    egg.size = sizeof egg;
    egg.abi_version = LA_PLUGIN_ABI_VERSION;
    egg.kind = "egg";
    egg.init = egg_init;
    egg.content = egg_content;
    egg.handle = egg_handle;
    egg.tick = egg_tick;
    egg.destroy = egg_destroy;
    MUST(la_runtime_add_provider(runtime, &egg));
}

/* ---------------------------------------------------------------- The evening */

static la_activity start(la_runtime *runtime, const char *kind, const char *owner, json_t *attributes)
{
    la_start_options options;
    la_activity activity = LA_NO_ACTIVITY;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.kind = kind;
    options.owner = owner;
    options.attributes = attributes;
    MUST(la_start(runtime, &options, LA_NOW, &activity));
    json_decref(attributes);
    return activity;
}

static la_outcome send(la_runtime *runtime, la_activity activity, json_t *event)
{
    la_outcome outcome = -1;
    MUST(la_send(runtime, activity, event, NULL, LA_NOW, &outcome));
    json_decref(event);
    return outcome;
}

static void delivery(la_runtime *runtime)
{
    la_activity order;
    json_t *description, *event, *content;
    size_t index;
    title("a delivery, with the events of the kind's own samples");
    MUST(la_runtime_describe(runtime, "delivery", &description));
    order = start(runtime, "delivery", "anna",
                  json_incref(json_array_get(json_object_get(description, "attributes"), 0)));
    json_array_foreach(json_object_get(description, "story"), index, event)
    {
        int64_t now = EVENING + (int64_t)(json_number_value(json_object_get(event, "after_s")) * 1000);
        MUST(la_runtime_advance(runtime, now, NULL));
        send(runtime, order, json_incref(json_object_get(event, "event")));
        if (index == 1)
            break;
    }
    json_decref(description);
    print_changes(runtime);
    MUST(la_get_content(runtime, order, &content));
    printf("now");
    print_json("content", content);
    putchar('\n');
    json_decref(content);
    MUST(la_end(runtime, order, NULL, LA_DISMISS_IMMEDIATE, 0, 0, LA_NOW, NULL));
    print_changes(runtime);
}

static void countdown(la_runtime *runtime, int64_t now)
{
    la_activity timer;
    la_state state;
    json_t *attributes;
    title("a countdown");
    MUST(la_runtime_advance(runtime, now, NULL));
    timer = start(runtime, "meditationTimer", "anna", json_pack("{s:i, s:i}", "timerDuration", 600, "cycles", 1));
    send(runtime, timer, json_pack("{s:{}}", "started"));
    MUST(la_runtime_advance(runtime, now + MINUTE, NULL));
    MUST(la_perform(runtime, timer, "pause", LA_SURFACE_LOCK_SCREEN, LA_NOW, NULL));
    MUST(la_runtime_advance(runtime, now + 5 * MINUTE, NULL));
    MUST(la_perform(runtime, timer, "resume", LA_SURFACE_EXPANDED, LA_NOW, NULL));
    MUST(la_get_attributes(runtime, timer, &attributes));
    printf("it is");
    print_json("attributes", attributes);
    putchar('\n');
    json_decref(attributes);
    run_until(runtime, now + 20 * MINUTE);
    printf("%s\n", la_status_name(la_get_state(runtime, timer, &state)));
}

static void by_hand(la_runtime *runtime)
{
    static const char attributes[] = "{\"flight\": \"LA 42\"}", boarding[] = "{\"gate\": \"B7\", \"boarding\": true}";
    la_start_options options;
    la_content content;
    la_alert alert;
    la_activity flight, found, parsed;
    la_outcome outcome;
    char id[17], *text;
    size_t count;
    title("a kind without rules, changed by hand, as text");
    MUST(la_runtime_add_kind(runtime, "flight"));
    memset(&content, 0, sizeof content);
    content.size = sizeof content;
    content.state_text = "{\"gate\": null}";
    content.state_text_bytes = strlen(content.state_text);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.kind = "flight";
    options.owner = "bert";
    options.key = "LA42";
    options.attributes_text = attributes;
    options.attributes_text_bytes = strlen(attributes);
    options.content = &content;
    options.lease_stale_ms = 10 * MINUTE;
    options.lease_end_ms = 30 * MINUTE;
    MUST(la_start(runtime, &options, LA_NOW, &flight));

    memset(&alert, 0, sizeof alert);
    alert.size = sizeof alert;
    alert.title = "Boarding";
    alert.body = "Gate B7";
    content.state_text = boarding;
    content.state_text_bytes = strlen(boarding);
    content.relevance = 75;
    MUST(la_update(runtime, flight, &content, &alert, 0, LA_NOW, &outcome));
    printf("outcome %d\n", (int)outcome);
    MUST(la_update(runtime, flight, &content, NULL, 0, LA_NOW, &outcome));
    printf("the same again: outcome %d\n", (int)outcome);
    MUST(la_renew_lease(runtime, flight, LA_NOW));

    MUST(la_find(runtime, "bert", "flight", "LA42", &found));
    MUST(la_activity_format(found, id));
    MUST(la_activity_parse(id, &parsed));
    printf("found %s, read back %s\n", found == flight ? "it" : "another", parsed == flight ? "it" : "another");
    MUST(la_list(runtime, "bert", &found, 1, &count));
    printf("bert has %u, here %u in all\n", (unsigned)count, (MUST(la_list(runtime, NULL, NULL, 0, &count)), (unsigned)count));
    MUST(la_get_content_text(runtime, flight, &text, NULL));
    printf("text %s\n", text);
    la_free(text);
    MUST(la_dismiss(runtime, flight, LA_NOW));
    print_changes(runtime);
}

static void eggs(la_runtime *runtime)
{
    la_activity egg;
    la_status status;
    json_t *bad = json_pack("{s:{}}", "boiling");
    title("a provider of the host's own");
    add_eggs(runtime);
    egg = start(runtime, "egg", "carl", json_object());
    status = la_send(runtime, egg, bad, NULL, LA_NOW, NULL);
    printf("%s: %s\n", la_status_name(status), la_last_error());
    json_decref(bad);
    {
        static const char event[] = "{\"boiling\": {\"seconds\": 240}}";
        MUST(la_send_text(runtime, egg, event, strlen(event), NULL, LA_NOW, NULL));
    }
    run_until(runtime, EVENING + 120 * MINUTE);
}

static void parking(la_runtime *runtime, const char *path)
{
    la_publish_report report;
    la_event_options once;
    la_activity car;
    uint32_t kinds;
    int i;
    static const char closes[] = "{\"zoneCloses\": {\"reason\": \"Street cleaning\"}}";
    json_t *event = json_pack("{s:{s:s}}", "zoneCloses", "reason", "Market day");
    title("a provider from a shared object");
    MUST(la_runtime_load_plugin(runtime, path, &kinds));
    printf("%u kind\n", (unsigned)kinds);
    car = start(runtime, "parkingMeter", "dora",
                json_pack("{s:s, s:s, s:i}", "zone", "A12", "plate", "B-LA 42", "minutes", 30));
    memset(&once, 0, sizeof once);
    once.size = sizeof once;
    once.id = "news/1";
    memset(&report, 0, sizeof report);
    report.size = sizeof report;
    for (i = 0; i < 2; i++) {
        MUST(la_publish(runtime, "zone/A12", event, &once, LA_NOW, &report));
        printf("applied %u unchanged %u refused %u\n", (unsigned)report.applied, (unsigned)report.unchanged,
               (unsigned)report.refused);
    }
    MUST(la_publish_text(runtime, "zone/A12", closes, strlen(closes), NULL, LA_NOW, &report));
    json_decref(event);
    MUST(la_perform(runtime, car, "extend", LA_SURFACE_LOCK_SCREEN, LA_NOW, NULL));
    run_until(runtime, EVENING + 240 * MINUTE);
}

static void permissions(la_runtime *runtime)
{
    static const char command[] = "{\"command\": \"start\", \"kind\": \"egg\", \"owner\": \"carl\", \"attributes\": {}}";
    char *outcome = NULL;
    la_status status;
    title("permission, and a command as JSON text");
    MUST(la_permit(runtime, "carl", "egg", 0, LA_NOW));
    status = la_apply_text(runtime, command, strlen(command), LA_NOW, &outcome, NULL);
    printf("%s: %s\n", la_status_name(status), outcome);
    la_free(outcome);
    MUST(la_permit(runtime, "carl", "egg", 1, LA_NOW));
    MUST(la_permit_frequent_updates(runtime, "carl", 0, LA_NOW));
    MUST(la_apply_text(runtime, command, strlen(command), LA_NOW, &outcome, NULL));
    printf("%.30s\n", outcome);
    la_free(outcome);
}

/* A reader for one part of a host that shares its runtime with other parts. */
static void look_ups(la_runtime *runtime)
{
    la_reader_options options;
    la_reader reader;
    la_change change;
    la_activity eggs;
    size_t count;
    int32_t allowed;
    char *text;
    title("a reader of one owner's changes, and look-ups");
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.owner = "dora";
    MUST(la_reader_create(runtime, &options, &reader));
    eggs = start(runtime, "egg", "dora", json_object());
    start(runtime, "egg", "emil", json_object());
    while (la_reader_poll(runtime, reader, &change, sizeof change, 1, &count, NULL) == LA_OK && count == 1) {
        print_change(&change);
        la_change_release(&change);
    }
    MUST(la_reader_destroy(runtime, reader));
    MUST(la_get_activity_text(runtime, eggs, &text, NULL));
    printf("known of it: %s\n", strstr(text, "\"kind\""));
    la_free(text);
    MUST(la_get_permission(runtime, "dora", "egg", &allowed));
    printf("eggs are %s\n", allowed ? "allowed" : "forbidden");
}

static void snapshots(la_runtime *runtime)
{
    la_options options;
    la_runtime *other;
    json_t *snapshot, *unreadable;
    char *text, *again, *lines;
    size_t bytes, count;
    title("a snapshot goes on elsewhere");
    MUST(la_runtime_poll_text(runtime, 100, &lines, &bytes, &count));
    printf("%u line(s), the first %s\n", (unsigned)count, strstr(lines, "\"change\":\"started\"") ? "a start" : "?");
    la_free(lines);
    MUST(la_runtime_snapshot(runtime, &snapshot));
    MUST(la_runtime_snapshot_text(runtime, &text, &bytes));

    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = LA_VIRTUAL_TIME;
    MUST(la_runtime_create(&options, &other));
    MUST(la_runtime_restore(other, snapshot));
    add_eggs(other);
    MUST(la_runtime_snapshot_text(other, &again, NULL));
    printf("restored, it is %s\n", strcmp(text, again) == 0 ? "the same" : "different");
    MUST(la_runtime_restore_text(other, text, bytes));
    MUST(la_runtime_unreadable(other, &unreadable));
    printf("activities that could not be read: %u\n", (unsigned)json_array_size(unreadable));
    json_decref(unreadable);
    la_free(text);
    la_free(again);
    json_decref(snapshot);
    MUST(la_runtime_destroy(other));
}

/* A member that the kind does not have changes nothing, and is reported once. */
static void notices(void)
{
    static const char started[] = "{\"started\": {\"att\": 3}}";
    la_options options;
    la_runtime *runtime;
    la_activity timer;
    json_t *found, *notice;
    char *text;
    title("members that a kind does not have");
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = LA_VIRTUAL_TIME;
    MUST(la_runtime_create(&options, &runtime));
    MUST(la_runtime_advance(runtime, EVENING, NULL));
    timer = start(runtime, "meditationTimer", "anna", json_pack("{s:i, s:i}", "timerDuration", 600, "cycels", 2));
    MUST(la_runtime_notices(runtime, &found));
    notice = json_array_get(found, 0);
    printf("%u: %s, perhaps %s\n", (unsigned)json_array_size(found), json_string_value(json_object_get(notice, "path")),
           json_string_value(json_object_get(notice, "suggestion")));
    json_decref(found);
    MUST(la_send_text(runtime, timer, started, strlen(started), NULL, LA_NOW, NULL));
    MUST(la_runtime_notices_text(runtime, &text, NULL));
    printf("%s\n", text);
    la_free(text);
    MUST(la_runtime_destroy(runtime));
}

/* ---------------------------------------------------------------- Real time */

static void on_change(void *user_data, const la_change *change)
{
    printf("thread: %s %s\n", change->kind, what_names[change->what]);
    if (change->what == LA_CHANGE_DISMISSED)
        __atomic_store_n((int *)user_data, 1, __ATOMIC_RELEASE);
}

static void real_time(void)
{
    la_runtime *runtime;
    la_activity timer;
    int64_t next;
    int fd, finished = 0;
    struct pollfd poll_fd;
    struct timespec now, nap = {0, 1000000};
    title("in real time: a poll(2) loop, then a thread");
    MUST(la_runtime_create(NULL, &runtime));
    MUST(la_runtime_fd(runtime, &fd));
    timer = start(runtime, "meditationTimer", "anna", json_pack("{s:i, s:i}", "timerDuration", 1, "cycles", 2));
    send(runtime, timer, json_pack("{s:{}}", "started"));
    while (!finished) {
        la_change change;
        size_t count;
        int64_t now_ms;
        MUST(la_runtime_advance(runtime, LA_NOW, &next));
        while (la_runtime_poll(runtime, &change, sizeof change, 1, &count) == LA_OK && count == 1) {
            printf("loop: %s %s\n", change.kind, what_names[change.what]);
            finished = change.what == LA_CHANGE_ALERTED;
            la_change_release(&change);
        }
        if (finished)
            break;
        clock_gettime(CLOCK_REALTIME, &now);
        now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
        poll_fd.fd = fd;
        poll_fd.events = POLLIN;
        /* At most a second: poll(2) measures by a clock that does not follow when the time of day is set forward. */
        poll(&poll_fd, 1, next <= now_ms ? 0 : next - now_ms < 1000 ? (int)(next - now_ms) : 1000);
    }
    finished = 0;
    MUST(la_runtime_run(runtime, on_change, &finished));
    send(runtime, timer, json_pack("{s:{}}", "reset"));
    while (!__atomic_load_n(&finished, __ATOMIC_ACQUIRE))
        nanosleep(&nap, NULL);
    MUST(la_runtime_stop(runtime));
    MUST(la_runtime_destroy(runtime));
}

int main(int argc, char **argv)
{
    la_options options = LA_OPTIONS_INIT;
    la_runtime *runtime;
    json_t *kinds;
    char *text;

    printf("the library is %s than the header\n", la_version() >= LA_VERSION ? "not older" : "older");
    options.flags = LA_VIRTUAL_TIME;
    options.seed = 1;
    MUST(la_runtime_create(&options, &runtime));
    MUST(la_runtime_advance(runtime, EVENING, NULL));

    MUST(la_runtime_kinds(runtime, &kinds));
    printf("kinds");
    print_json("are", kinds);
    putchar('\n');
    json_decref(kinds);
    MUST(la_runtime_describe_text(runtime, "meditationTimer", &text, NULL));
    printf("%.40s...\n", text);
    la_free(text);

    delivery(runtime);
    countdown(runtime, EVENING + 60 * MINUTE);
    by_hand(runtime);
    eggs(runtime);
    if (argc > 1)
        parking(runtime, argv[1]);
    permissions(runtime);
    look_ups(runtime);
    snapshots(runtime);
    MUST(la_runtime_destroy(runtime));
    printf("eggs: %d begun, %d cleared away\n", eggs_inits, eggs_destroys);
    printf("destroyed again: %s\n", la_status_name(la_runtime_destroy(runtime)));
    notices();
    real_time();
    return 0;
}
