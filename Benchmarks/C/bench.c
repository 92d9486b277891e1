/* bench.c - the figures of the C interface, each beside its baseline from the same run.
 *
 *     bench [--json] [--only FIGURE] [PATH OF liblive_activities.so]
 *
 * It loads the library itself, so that the first figure is the time from dlopen() to a started activity.
 */
#define _GNU_SOURCE
#include <live_activity_plugin.h>
#include <sqlite_store.h>

#include <dlfcn.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef ACTIVITIES
#define ACTIVITIES 100000
#endif
#define EVENING INT64_C(1781974800000)

/* Processor time of this thread in seconds, which other programs do not change. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Wall-clock time in seconds, with the time of the disk. */
static double wall(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

static struct {
    __typeof__(&la_runtime_create) runtime_create;
    __typeof__(&la_runtime_destroy) runtime_destroy;
    __typeof__(&la_runtime_poll) runtime_poll;
    __typeof__(&la_runtime_poll_text) runtime_poll_text;
    __typeof__(&la_change_release) change_release;
    __typeof__(&la_runtime_add_provider) runtime_add_provider;
    __typeof__(&la_runtime_flush) runtime_flush;
    __typeof__(&la_runtime_advance) runtime_advance;
    __typeof__(&la_batch_begin) batch_begin;
    __typeof__(&la_batch_end) batch_end;
    __typeof__(&la_start) start;
    __typeof__(&la_send) send;
    __typeof__(&la_send_text) send_text;
    __typeof__(&la_get_content) get_content;
    __typeof__(&la_get_content_text) get_content_text;
    __typeof__(&la_last_error) last_error;
    __typeof__(&la_free) free;
} la;

static void load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        fail("dlopen", dlerror());
#define LOAD(name) *(void **)&la.name = dlsym(library, "la_" #name)
    LOAD(runtime_create);
    LOAD(runtime_destroy);
    LOAD(runtime_poll);
    LOAD(runtime_poll_text);
    LOAD(change_release);
    LOAD(runtime_add_provider);
    LOAD(runtime_flush);
    LOAD(runtime_advance);
    LOAD(batch_begin);
    LOAD(batch_end);
    LOAD(start);
    LOAD(send);
    LOAD(send_text);
    LOAD(get_content);
    LOAD(get_content_text);
    LOAD(last_error);
    LOAD(free);
}

static void must(la_status status, const char *what)
{
    if (status != LA_OK)
        fail(what, la.last_error());
}

static int as_json;

/* Prints one figure, as JSON in the form of Scripts/bench. `baseline_name` is NULL if there is nothing to compare with. */
static void figure(const char *name, double value, const char *unit, const char *direction, const char *baseline_name,
                   double baseline)
{
    if (as_json) {
        printf("{\"name\": \"%s\", \"value\": %.6g, \"unit\": \"%s\", \"direction\": \"%s\"", name, value, unit, direction);
        if (baseline_name != NULL)
            printf(", \"baseline\": {\"name\": \"%s\", \"value\": %.6g}, \"ratio\": %.4g", baseline_name, baseline,
                   value / baseline);
        printf("}\n");
    } else if (baseline_name != NULL) {
        printf("%-26s %12.4g %-10s %6.2fx  %s %.4g\n", name, value, unit, value / baseline, baseline_name, baseline);
    } else {
        printf("%-26s %12.4g %s\n", name, value, unit);
    }
}

static void rate(const char *name, double value, const char *unit, const char *baseline_name, double baseline)
{
    figure(name, value, unit, "higherIsBetter", baseline_name, baseline);
}

/* ---------------------------------------------------------------- Figures */

static la_start_options timer(const char *owner, const json_t *attributes)
{
    la_start_options start;
    memset(&start, 0, sizeof start);
    start.size = sizeof start;
    start.kind = "meditationTimer";
    start.owner = owner;
    start.attributes = attributes;
    return start;
}

static double first_activity(const char *path)
{
    la_runtime *runtime;
    la_activity activity;
    json_t *attributes = json_pack("{s:i}", "timerDuration", 600);
    la_start_options start = timer("anna", attributes);
    double begin = wall(), end;
    load(path);
    must(la.runtime_create(NULL, &runtime), "create");
    must(la.start(runtime, &start, LA_NOW, &activity), "start");
    end = wall();
    return (end - begin) * 1000;
}

static la_activity activities[ACTIVITIES];
static uint32_t order[ACTIVITIES];

static la_runtime *deliveries_with(la_options options)
{
    la_runtime *runtime;
    json_t *attributes = json_pack("{s:i, s:s, s:s}", "orderNumber", 42, "restaurantName", "Pizza", "destinationCity",
                                   "Berlin");
    json_t *picked_up = json_pack("{s:{}}", "pickedUp");
    char owner[32];
    la_start_options start;
    int i;
    options.size = sizeof options;
    options.flags |= LA_VIRTUAL_TIME;
    options.changes_max = 100000000;
    must(la.runtime_create(&options, &runtime), "create");
    start = timer(owner, attributes);
    start.kind = "delivery";
    for (i = 0; i < ACTIVITIES; i++) {
        snprintf(owner, sizeof owner, "owner %d", i);
        must(la.start(runtime, &start, EVENING, &activities[i]), "start");
        must(la.send(runtime, activities[i], picked_up, NULL, EVENING, NULL), "picked up");
    }
    json_decref(attributes);
    json_decref(picked_up);
    return runtime;
}

static la_runtime *deliveries(uint32_t payload_bytes_max)
{
    la_options options = {.payload_bytes_max = payload_bytes_max};
    return deliveries_with(options);
}

/* As a host does: sends, and polls the changes from time to time. */
static void drain(la_runtime *runtime)
{
    static la_change changes[256];
    size_t count, i;
    do {
        must(la.runtime_poll(runtime, changes, sizeof *changes, 256, &count), "poll");
        for (i = 0; i < count; i++)
            la.change_release(&changes[i]);
    } while (count > 0);
}

#define EVENTS 1000

static json_t *events[EVENTS];
static char *texts[EVENTS];

/* The ways to pass an event: as the host's json_t, as text, and as text that the host parses with jansson first. */
enum way { JSON, TEXT, LOADED, WAYS };

/* Functions of their own, so that a profiler can count them alone. */
static __attribute__((noinline)) la_status send_json(la_runtime *runtime, la_activity activity, int event, int64_t at)
{
    return la.send(runtime, activity, events[event], NULL, at, NULL);
}

static __attribute__((noinline)) la_status send_text(la_runtime *runtime, la_activity activity, int event, int64_t at)
{
    return la.send_text(runtime, activity, texts[event], strlen(texts[event]), NULL, at, NULL);
}

static __attribute__((noinline)) la_status send_loaded(la_runtime *runtime, la_activity activity, int event, int64_t at)
{
    json_t *loaded = json_loadb(texts[event], strlen(texts[event]), 0, NULL);
    la_status status = la.send(runtime, activity, loaded, NULL, at, NULL);
    json_decref(loaded);
    return status;
}

/* Seconds for sending a position of the courier to every activity, in random order. */
static double send_all(la_runtime *runtime, enum way way)
{
    static la_status (*const ways[WAYS])(la_runtime *, la_activity, int, int64_t) = {send_json, send_text, send_loaded};
    static int round; /* goes up, so that each event changes its activity */
    double begin = now();
    int i;
    round++;
    for (i = 0; i < ACTIVITIES; i++)
        must(ways[way](runtime, activities[order[i]], (i + round) % EVENTS, EVENING + round), "send");
    return now() - begin;
}

/* Events per second of each way; the ways alternate. Polling is not counted. */
static void send_rounds(la_runtime *runtime, int rounds, double rates[WAYS])
{
    int way, i;
    for (way = 0; way < WAYS; way++)
        rates[way] = 0;
    drain(runtime);
    for (i = -1; i < rounds; i++) {
        for (way = 0; way < WAYS; way++) {
            double time = send_all(runtime, (enum way)way);
            if (i >= 0) /* the first round is a warm-up */
                rates[way] += time;
            drain(runtime);
        }
    }
    for (way = 0; way < WAYS; way++)
        rates[way] = (double)ACTIVITIES * rounds / rates[way];
}

static void send_figures(const char *name, la_runtime *runtime, int rounds)
{
    double rates[WAYS];
    char other[64];
    send_rounds(runtime, rounds, rates);
    rate(name, rates[JSON], "events/s", "la_send_text", rates[TEXT]);
    snprintf(other, sizeof other, "%s-loaded", name);
    rate(other, rates[JSON], "events/s", "json_loadb, then la_send", rates[LOADED]);
}

/* ---------------------------------------------------------------- A provider in C */

/* The position of a courier and the number of stops left: the event of a delivery, for a provider in C that stores it. */
static la_status track_content(void *user_data, la_scope *scope)
{
    (void)user_data;
    scope->state = json_pack("{s:f, s:f, s:i}", "latitude", 0.0, "longitude", 0.0, "stopsLeft", 0);
    return LA_OK;
}

static la_status track_handle(void *user_data, const json_t *event, la_scope *scope)
{
    const json_t *moved = json_object_get(event, "courierMoved"), *position = json_object_get(moved, "position");
    (void)user_data;
    if (position == NULL)
        return LA_ERROR_REFUSED;
    json_real_set(json_object_get(scope->state, "latitude"), json_number_value(json_object_get(position, "latitude")));
    json_real_set(json_object_get(scope->state, "longitude"), json_number_value(json_object_get(position, "longitude")));
    json_integer_set(json_object_get(scope->state, "stopsLeft"), json_integer_value(json_object_get(moved, "stopsLeft")));
    return LA_OK;
}

static la_runtime *tracks(void)
{
    la_options options;
    la_provider track;
    la_runtime *runtime;
    json_t *attributes = json_pack("{s:s}", "courier", "Alex");
    la_start_options start;
    char owner[32];
    int i;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = LA_VIRTUAL_TIME;
    options.payload_bytes_max = LA_NO_PAYLOAD_LIMIT;
    options.changes_max = 100000000;
    must(la.runtime_create(&options, &runtime), "create");
    memset(&track, 0, sizeof track);
    track.size = sizeof track;
    track.abi_version = LA_PLUGIN_ABI_VERSION;
    track.kind = "track";
    track.content = track_content;
    track.handle = track_handle;
    must(la.runtime_add_provider(runtime, &track), "add");
    start = timer(owner, attributes);
    start.kind = "track";
    for (i = 0; i < ACTIVITIES; i++) {
        snprintf(owner, sizeof owner, "owner %d", i);
        must(la.start(runtime, &start, EVENING, &activities[i]), "start");
    }
    json_decref(attributes);
    return runtime;
}

/* Reading content, of activities and of changes. */
static void content_figures(la_runtime *runtime)
{
    double begin, json_time, text_time;
    char *text;
    size_t count;
    json_t *content;
    int i;

    begin = now();
    for (i = 0; i < ACTIVITIES; i++) {
        must(la.get_content(runtime, activities[i], &content), "content");
        json_decref(content);
    }
    json_time = now() - begin;
    begin = now();
    for (i = 0; i < ACTIVITIES; i++) {
        must(la.get_content_text(runtime, activities[i], &text, NULL), "content");
        content = json_loads(text, 0, NULL);
        la.free(text);
        json_decref(content);
    }
    text_time = now() - begin;
    rate("c-content", ACTIVITIES / json_time, "contents/s", "as text, then json_loads", ACTIVITIES / text_time);

    send_all(runtime, JSON);
    begin = now();
    drain(runtime);
    json_time = now() - begin;
    send_all(runtime, JSON);
    begin = now();
    do {
        must(la.runtime_poll_text(runtime, 256, &text, NULL, &count), "poll");
        la.free(text);
    } while (count > 0);
    text_time = now() - begin;
    rate("c-poll", ACTIVITIES / json_time, "changes/s", "la_runtime_poll_text", ACTIVITIES / text_time);
}

/* Durable events: how many of one thread are on disk in a second of wall-clock time, the last flush included. */
static void durable_figures(void)
{
    enum { ROUNDS = 5, STRICT = 500 };
    char folder[] = "bench-store-XXXXXX", path[64], other[80];
    static const char *const ends[] = {"", "-wal", "-shm"};
    la_store store;
    la_options options = {.flags = LA_NO_POLL, .store = &store, .durability = LA_DURABILITY_RELAXED};
    la_runtime *runtime;
    double begin;
    int i;
    if (mkdtemp(folder) == NULL)
        fail("mkdtemp", "no folder for the store");
    snprintf(path, sizeof path, "%s/store", folder);
    must(sqlite_store_open(path, &store), "open the store");
    runtime = deliveries_with(options);
    must(la.runtime_flush(runtime), "flush");
    begin = wall();
    for (i = 0; i < ROUNDS; i++)
        send_all(runtime, JSON);
    must(la.runtime_flush(runtime), "flush");
    rate("c-durable-relaxed", (double)ACTIVITIES * ROUNDS / (wall() - begin), "events/s", NULL, 0);
    must(la.runtime_destroy(runtime), "destroy");

    options.durability = LA_DURABILITY_STRICT;
    must(sqlite_store_open(path, &store), "open the store");
    options.size = sizeof options;
    options.flags |= LA_VIRTUAL_TIME;
    begin = wall();
    must(la.runtime_create(&options, &runtime), "create");
    figure("c-reopen", (wall() - begin) * 1000, "ms", "lowerIsBetter", NULL, 0);
    begin = wall();
    for (i = 0; i < STRICT; i++)
        must(send_json(runtime, activities[i], i % EVENTS, EVENING + 100 + i), "send");
    rate("c-durable-strict", STRICT / (wall() - begin), "events/s", NULL, 0);
    must(la.runtime_destroy(runtime), "destroy");
    for (i = 0; i < 3; i++) {
        snprintf(other, sizeof other, "%s%s", path, ends[i]);
        unlink(other);
    }
    rmdir(folder);
}

int main(int argc, char **argv)
{
    const char *path = "liblive_activities.so.0", *only = NULL;
    la_runtime *runtime;
    int i;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            as_json = 1;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else
            path = argv[i];
    }
    figure("c-first-activity", first_activity(path), "ms", "lowerIsBetter", NULL, 0);

    srandom(1);
    for (i = 0; i < ACTIVITIES; i++)
        order[i] = (uint32_t)i;
    for (i = ACTIVITIES - 1; i > 0; i--) {
        int j = (int)(random() % (i + 1));
        uint32_t swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    for (i = 0; i < EVENTS; i++) {
        events[i] = json_pack("{s:{s:{s:f, s:f}, s:i}}", "courierMoved", "position", "latitude", 48.1 + i * 1e-4,
                              "longitude", 11.5 + i * 1e-4, "stopsLeft", i % 9);
        texts[i] = json_dumps(events[i], JSON_COMPACT);
    }

    if (only == NULL || strcmp(only, "c-send") == 0) {
        runtime = deliveries(LA_NO_PAYLOAD_LIMIT);
        send_figures("c-send", runtime, 5);
        if (only == NULL)
            content_figures(runtime);
        must(la.runtime_destroy(runtime), "destroy");
    }
    if (only == NULL || strcmp(only, "c-send-c-provider") == 0) {
        runtime = tracks();
        send_figures("c-send-c-provider", runtime, 5);
        must(la.runtime_destroy(runtime), "destroy");
    }
    if (only == NULL || strcmp(only, "c-send-checked") == 0) {
        runtime = deliveries(0);
        send_figures("c-send-checked", runtime, 3);
        must(la.runtime_destroy(runtime), "destroy");
    }
    if (only == NULL || strcmp(only, "c-durable") == 0)
        durable_figures();
    for (i = 0; i < EVENTS; i++) {
        json_decref(events[i]);
        free(texts[i]);
    }
    return 0;
}
