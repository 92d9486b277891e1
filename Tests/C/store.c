/* store.c - a runtime with the host's own store: Sources/C/CSQLiteStore, and a store in memory that fails on demand.
 *
 *     store FOLDER           runs all tests
 *     store FOLDER writer    writes until it is killed, and prints each order after it was stored
 */
#define _GNU_SOURCE
#include "check.h"

#include <live_activity_testing.h>
#include <log_store.h>
#include <sqlite_store.h>

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[1024];

static void file_named(const char *folder, const char *name)
{
    char other[1100];
    static const char *const ends[] = {"", "-wal", "-shm"};
    size_t i;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (i = 0; i < 3; i++) {
        snprintf(other, sizeof other, "%s%s", path, ends[i]);
        unlink(other);
    }
}

/* ---------------------------------------------------------------- A store that forwards calls and fails on demand */

typedef struct {
    la_store inner;
    la_status answer; /* LA_OK: passes on */
    int appends, closes;
    la_runtime *reentrant; /* called from inside append() */
    la_status reentered;
} passing;

static la_status pass_read(void *user_data, la_table table, la_store_receive receive, void *context)
{
    passing *p = user_data;
    return p->inner.read(p->inner.user_data, table, receive, context);
}
static la_status pass_append(void *user_data, const la_store_batch *batch)
{
    passing *p = user_data;
    p->appends++;
    if (p->reentrant != NULL)
        p->reentered = la_runtime_advance(p->reentrant, LA_NOW, NULL);
    return p->answer != LA_OK ? p->answer : p->inner.append(p->inner.user_data, batch);
}
static void pass_close(void *user_data)
{
    passing *p = user_data;
    p->closes++;
    p->inner.close(p->inner.user_data);
}

static la_store passing_to(passing *p)
{
    la_store store = {.size = sizeof store, .abi_version = LA_STORE_ABI_VERSION, .user_data = p};
    store.read = pass_read;
    store.append = pass_append;
    store.close = pass_close;
    return store;
}

static la_store store_of(passing *p)
{
    EXPECT(sqlite_store_open(path, &p->inner), LA_OK);
    return passing_to(p);
}

static la_options options_with(const la_store *store, int32_t durability)
{
    la_options options = {.size = sizeof options, .flags = LA_VIRTUAL_TIME, .seed = 1};
    options.store = store;
    options.durability = durability;
    return options;
}

static la_runtime *opened(passing *p, int32_t durability)
{
    la_store store = store_of(p);
    la_options options = options_with(&store, durability);
    la_runtime *rt = NULL;
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    return rt;
}

static la_activity delivery(la_runtime *rt, int number, la_status expected)
{
    json_t *attributes = json_pack("{s:i,s:s}", "orderNumber", number, "restaurantName", "Pizza");
    char owner[32];
    la_start_options start;
    la_activity order = LA_NO_ACTIVITY;
    snprintf(owner, sizeof owner, "owner %d", number);
    start = start_options("delivery", owner, attributes);
    start.key = "order";
    EXPECT(la_start(rt, &start, LA_NOW, &order), expected);
    json_decref(attributes);
    return order;
}

static la_status send_text(la_runtime *rt, la_activity order, const char *event)
{
    return la_send_text(rt, order, event, strlen(event), NULL, LA_NOW, NULL);
}
#define PREPARED "{\"preparationStarted\":{}}"
#define PICKED_UP "{\"pickedUp\":{\"arrival\":[803668000,803669000]}}"

static size_t polled(la_runtime *rt)
{
    la_change changes[16];
    size_t count, i, all = 0;
    while (la_runtime_poll(rt, changes, sizeof *changes, 16, &count) == LA_OK && count > 0) {
        for (i = 0; i < count; i++)
            la_change_release(&changes[i]);
        all += count;
    }
    return all;
}

/* ---------------------------------------------------------------- Tests */

static la_status open_for_check(void *context, la_store *store)
{
    (void)context;
    return sqlite_store_open(path, store);
}

static la_status open_log_for_check(void *context, la_store *store)
{
    (void)context;
    return log_store_open(path, store);
}

static void conforms(const char *folder)
{
    char *report = NULL;
    file_named(folder, "check.db");
    EXPECT(la_store_check(open_for_check, NULL, 4711, &report), LA_OK);
    if (report != NULL && report[0] != 0)
        printf("%s", report);
    la_free(report);
    report = NULL;
    file_named(folder, "check.log");
    EXPECT(la_store_check(open_log_for_check, NULL, 4711, &report), LA_OK);
    if (report != NULL && report[0] != 0)
        printf("%s", report);
    la_free(report);
}

static off_t log_size(void)
{
    struct stat file = {0};
    stat(path, &file);
    return file.st_size;
}

/* Adds a number to a byte of the file. */
static void alter(off_t place, int by)
{
    unsigned char byte = 0;
    int file = open(path, O_RDWR);
    TRUE(pread(file, &byte, 1, place) == 1);
    byte = (unsigned char)(byte + by);
    TRUE(pwrite(file, &byte, 1, place) == 1);
    close(file);
}

/* A crash leaves the last frame of the log incomplete. A log with a damaged frame before others is not cut off there. */
static void damaged_log(const char *folder)
{
    la_store store = {.size = sizeof store};
    la_options options = options_with(&store, LA_DURABILITY_STRICT);
    la_runtime *rt = NULL;
    off_t first, all, places[2];
    size_t count = 0, i;
    file_named(folder, "damaged.log");
    EXPECT(log_store_open(path, &store), LA_OK);
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    first = log_size();
    delivery(rt, 1, LA_OK);
    places[0] = log_size() - 1; /* in the contents of the frame */
    places[1] = first + 7;      /* in its length */
    delivery(rt, 2, LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    all = log_size();
    for (i = 0; i < 2; i++) {
        alter(places[i], 1);
        EXPECT(log_store_open(path, &store), LA_ERROR_STORE_DAMAGED);
        TRUE(log_size() == all);
        alter(places[i], -1);
    }
    TRUE(truncate(path, all - 1) == 0);
    EXPECT(log_store_open(path, &store), LA_OK);
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 2);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* A store that stores only the first three writes of each batch; the check detects it. */
static int forgotten;
static la_status forgetful_append(void *user_data, const la_store_batch *batch)
{
    la_store_batch same = *batch;
    (void)user_data;
    forgotten++;
    same.count = batch->count > 3 ? 3 : batch->count;
    return ((passing *)user_data)->inner.append(((passing *)user_data)->inner.user_data, &same);
}
static passing wrong[8]; /* one for each time that it is opened */
static la_status open_forgetful(void *context, la_store *store)
{
    int *opened = context;
    passing *p = &wrong[*opened];
    /* A file that is still open is busy, which the check accepts as an answer. */
    la_status status = sqlite_store_open(path, &p->inner);
    if (status != LA_OK)
        return status;
    (*opened)++;
    *store = passing_to(p);
    store->append = forgetful_append;
    return LA_OK;
}

static void check_finds(const char *folder)
{
    char *report = NULL;
    int opened = 0;
    file_named(folder, "forgetful.db");
    EXPECT(la_store_check(open_forgetful, &opened, 1, &report), LA_ERROR_CONFORMANCE);
    TRUE(report != NULL && strstr(report, "table") != NULL);
    la_free(report);
    EXPECT(la_store_check(NULL, NULL, 1, NULL), LA_ERROR_INVALID_ARGUMENT);
}

/* Activities survive the end of a runtime; ids continue, and the id of a dismissed activity is not used again. */
static void outlives(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    la_activity first, second, found;
    la_state state;
    json_t *content, *report, *info;
    size_t count;
    int32_t allowed;
    file_named(folder, "outlives.db");
    rt = opened(&p, LA_DURABILITY_STRICT);
    first = delivery(rt, 1, LA_OK);
    second = delivery(rt, 2, LA_OK);
    EXPECT(send_text(rt, first, PREPARED), LA_OK);
    EXPECT(la_permit(rt, "owner 3", "delivery", 0, LA_NOW), LA_OK);
    EXPECT(la_dismiss(rt, second, LA_NOW), LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    TRUE(p.closes == 1);

    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_find(rt, "owner 1", "delivery", "order", &found), LA_OK);
    TRUE(found == first);
    EXPECT(la_get_state(rt, first, &state), LA_OK);
    TRUE(state == LA_STATE_ACTIVE);
    EXPECT(la_get_content(rt, first, &content), LA_OK);
    json_decref(content);
    EXPECT(la_get_state(rt, second, &state), LA_ERROR_UNKNOWN_ACTIVITY);
    TRUE(delivery(rt, 2, LA_OK) != second);
    delivery(rt, 3, LA_ERROR_DENIED);
    EXPECT(la_get_permission(rt, "owner 3", "delivery", &allowed), LA_OK);
    TRUE(allowed == 0);
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 2);
    EXPECT(la_store_report(rt, &report), LA_OK);
    TRUE(json_integer_value(json_object_get(report, "run")) == 2);
    TRUE(json_integer_value(json_object_get(report, "restored")) == 1);
    TRUE(json_array_size(json_object_get(report, "damage")) == 0);
    json_decref(report);
    EXPECT(la_get_activity(rt, first, &info), LA_OK);
    TRUE(strcmp(json_string_value(json_object_get(info, "owner")), "owner 1") == 0);
    TRUE(json_integer_value(json_object_get(info, "started_ms")) == EVENING);
    TRUE(strcmp(json_string_value(json_object_get(info, "key")), "order") == 0);
    json_decref(info);
    EXPECT(la_runtime_restore_text(rt, "{}", 2), LA_ERROR_UNSUPPORTED);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    TRUE(p.closes == 2);
}

/* A person signs out while the host has not added the kind: its activities stay ended when it does. */
static void ended_without_kind(const char *folder)
{
    static const char end_all[] = "{\"command\":\"endAll\",\"owner\":\"anna\"}";
    passing p = {0};
    la_runtime *rt;
    la_activity note = LA_NO_ACTIVITY;
    la_start_options start;
    la_content content = {.size = sizeof content};
    la_state state;
    la_change change;
    size_t count;
    json_t *text = json_pack("{s:s}", "text", "hello");
    file_named(folder, "kind.db");
    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);
    start = start_options("note", "anna", text);
    content.state = text;
    start.content = &content;
    EXPECT(la_start(rt, &start, LA_NOW, &note), LA_OK);
    json_decref(text);
    EXPECT(la_runtime_destroy(rt), LA_OK);

    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_get_state(rt, note, &state), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_apply_text(rt, end_all, sizeof end_all - 1, LA_NOW, NULL, NULL), LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);

    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);
    EXPECT(la_get_state(rt, note, &state), LA_OK);
    TRUE(state == LA_STATE_ENDED);
    EXPECT(la_runtime_advance(rt, EVENING + 1000, NULL), LA_OK);
    EXPECT(la_runtime_poll(rt, &change, sizeof change, 1, &count), LA_OK);
    TRUE(count == 1 && change.what == LA_CHANGE_ENDED && change.activity == note);
    la_change_release(&change);
    TRUE(polled(rt) == 0);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* A deadline that passed while nothing ran has its own date. */
static void deadlines(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    la_change change;
    size_t count;
    int64_t ended_at = 0;
    file_named(folder, "deadlines.db");
    rt = opened(&p, LA_DURABILITY_MANUAL);
    delivery(rt, 1, LA_OK);
    TRUE(p.appends == 1); /* the claim alone */
    EXPECT(la_runtime_destroy(rt), LA_OK);
    TRUE(p.appends == 2);
    rt = opened(&p, LA_DURABILITY_MANUAL);
    EXPECT(la_runtime_advance(rt, EVENING + 9 * INT64_C(3600000), NULL), LA_OK);
    while (la_runtime_poll(rt, &change, sizeof change, 1, &count) == LA_OK && count > 0) {
        if (change.what == LA_CHANGE_ENDED)
            ended_at = change.at_ms;
        la_change_release(&change);
    }
    TRUE(ended_at == EVENING + 8 * INT64_C(3600000));
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* The errors that a host receives while its store fails; nothing is lost when the store works again. */
static void failing(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    la_activity first, late;
    size_t count;
    file_named(folder, "failing.db");
    rt = opened(&p, LA_DURABILITY_STRICT);
    first = delivery(rt, 1, LA_OK);
    p.answer = LA_ERROR_SYSTEM;
    late = delivery(rt, 2, LA_ERROR_NOT_DURABLE); /* applied all the same */
    TRUE(late != LA_NO_ACTIVITY);
    delivery(rt, 3, LA_ERROR_STORE_UNAVAILABLE);
    EXPECT(send_text(rt, first, PREPARED), LA_ERROR_STORE_UNAVAILABLE);
    EXPECT(la_runtime_flush(rt), LA_ERROR_NOT_DURABLE);
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 2);
    p.answer = LA_OK;
    EXPECT(la_runtime_flush(rt), LA_OK);
    EXPECT(send_text(rt, first, PREPARED), LA_OK);
    p.reentrant = rt;
    EXPECT(send_text(rt, late, PREPARED), LA_OK);
    TRUE(p.reentered == LA_ERROR_BUSY);
    p.reentrant = NULL;
    EXPECT(la_runtime_destroy(rt), LA_OK);
    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 2);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

static int provider_destroys;
static void provider_destroy(void *user_data)
{
    (void)user_data;
    provider_destroys++;
}

/* The last batch cannot be stored: the caller gets the error, and the runtime is destroyed all the same. */
static void failing_at_the_end(const char *folder)
{
    static const int32_t durabilities[] = {LA_DURABILITY_STRICT, LA_DURABILITY_MANUAL};
    size_t count, i;
    for (i = 0; i < 2; i++) {
        passing p = {0};
        la_provider note = {.size = sizeof note, .abi_version = LA_PLUGIN_ABI_VERSION, .kind = "note"};
        la_runtime *rt;
        note.destroy = provider_destroy;
        file_named(folder, "end.db");
        rt = opened(&p, durabilities[i]);
        EXPECT(la_runtime_add_provider(rt, &note), LA_OK);
        delivery(rt, 1, LA_OK);
        EXPECT(la_runtime_flush(rt), LA_OK);
        if (durabilities[i] == LA_DURABILITY_MANUAL)
            delivery(rt, 2, LA_OK);
        p.answer = LA_ERROR_SYSTEM;
        EXPECT(la_runtime_destroy(rt), LA_ERROR_NOT_DURABLE);
        TRUE(strstr(la_last_error(), "not stored") != NULL);
        EXPECT(la_runtime_destroy(rt), LA_ERROR_INVALID_HANDLE);
        TRUE(p.closes == 1 && provider_destroys == (int)i + 1);
        p.answer = LA_OK;
        rt = opened(&p, LA_DURABILITY_STRICT);
        EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
        TRUE(count == 1);
        EXPECT(la_runtime_destroy(rt), LA_OK);
    }
}

/* A file can be opened only once, under whatever name; the first runtime is not affected. */
static void one_at_a_time(const char *folder)
{
    passing p = {0};
    la_store second;
    la_runtime *rt;
    char link[1100];
    file_named(folder, "once.db");
    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(sqlite_store_open(path, &second), LA_ERROR_STORE_BUSY);
    TRUE(strstr(sqlite_store_open_reason(), "another runtime of this process") != NULL);
    snprintf(link, sizeof link, "%s-link", path);
    unlink(link);
    TRUE(symlink(path, link) == 0);
    EXPECT(sqlite_store_open(link, &second), LA_ERROR_STORE_BUSY);
    delivery(rt, 1, LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    snprintf(link, sizeof link, "%s-lock", path);
    TRUE(access(link, F_OK) != 0);
    EXPECT(sqlite_store_open(path, &second), LA_OK);
    second.close(second.user_data);
}

/* Of two runtimes with one store only the later one can write. */
static void fencing(const char *folder)
{
    passing p = {0}, q = {0};
    la_runtime *older, *newer;
    la_activity order;
    char lock[1100];
    file_named(folder, "fencing.db");
    older = opened(&p, LA_DURABILITY_STRICT);
    order = delivery(older, 1, LA_OK);
    /* The lock file is removed, so that the second runtime can open the store. */
    snprintf(lock, sizeof lock, "%s-lock", path);
    TRUE(unlink(lock) == 0);
    newer = opened(&q, LA_DURABILITY_STRICT);
    EXPECT(send_text(older, order, PREPARED), LA_ERROR_FENCED);
    EXPECT(send_text(older, order, PICKED_UP), LA_ERROR_FENCED);
    EXPECT(send_text(newer, order, PREPARED), LA_OK);
    EXPECT(la_runtime_destroy(older), LA_ERROR_FENCED);
    EXPECT(la_runtime_destroy(newer), LA_OK);
    newer = opened(&q, LA_DURABILITY_STRICT);
    EXPECT(send_text(newer, order, PICKED_UP), LA_OK); /* which is possible after what the newer one stored */
    EXPECT(la_runtime_destroy(newer), LA_OK);
}

/* Between begin and end nothing is written; then everything is written in one batch. */
static void batches(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    int i, before;
    file_named(folder, "batches.db");
    rt = opened(&p, LA_DURABILITY_STRICT);
    before = p.appends;
    EXPECT(la_batch_begin(rt), LA_OK);
    for (i = 0; i < 100; i++)
        delivery(rt, i, LA_OK);
    TRUE(p.appends == before);
    EXPECT(la_batch_end(rt), LA_OK);
    TRUE(p.appends == before + 1);
    EXPECT(la_batch_end(rt), LA_ERROR_INVALID_ARGUMENT);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* A named consumer receives its unacknowledged changes again, even in the next process. */
static void consumers(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    la_change changes[8];
    la_activity order;
    json_t *list;
    char *text = NULL;
    size_t count, i;
    uint64_t last = 0;
    file_named(folder, "consumers.db");
    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_consumer_poll(rt, "push", 0, changes, sizeof *changes, 8, &count), LA_ERROR_UNKNOWN_CONSUMER);
    EXPECT(la_consumer_add(rt, "push"), LA_OK);
    EXPECT(la_consumer_add(rt, "push"), LA_OK);
    order = delivery(rt, 1, LA_OK);
    EXPECT(send_text(rt, order, PREPARED), LA_OK);
    EXPECT(la_consumer_poll(rt, "push", 0, changes, sizeof *changes, 8, &count), LA_OK);
    TRUE(count == 2);
    TRUE(changes[0].what == LA_CHANGE_STARTED && json_is_object(changes[0].attributes));
    TRUE(changes[1].what == LA_CHANGE_UPDATED && json_is_object(changes[1].content));
    last = changes[0].sequence;
    for (i = 0; i < count; i++)
        la_change_release(&changes[i]);
    EXPECT(la_consumer_poll(rt, "push", last, changes, sizeof *changes, 8, &count), LA_OK);
    TRUE(count == 1);
    la_change_release(&changes[0]);
    EXPECT(la_consumer_poll_text(rt, "push", last, 8, &text, NULL, &count), LA_OK);
    TRUE(count == 1 && text != NULL && strstr(text, "\"change\":\"updated\"") != NULL);
    la_free(text);
    EXPECT(la_consumer_acknowledge(rt, "push", last), LA_OK);
    EXPECT(la_consumer_acknowledge(rt, "push", 4711), LA_ERROR_INVALID_ARGUMENT);
    TRUE(polled(rt) == 2); /* the host's own poll has them too */
    EXPECT(la_runtime_destroy(rt), LA_OK);

    rt = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_consumer_poll(rt, "push", 0, changes, sizeof *changes, 8, &count), LA_OK);
    TRUE(count == 1 && changes[0].what == LA_CHANGE_UPDATED);
    la_change_release(&changes[0]);
    EXPECT(la_consumers(rt, &list), LA_OK);
    TRUE(json_array_size(list) == 1);
    TRUE(json_integer_value(json_object_get(json_array_get(list, 0), "waiting")) == 1);
    json_decref(list);
    EXPECT(la_consumer_remove(rt, "push"), LA_OK);
    EXPECT(la_consumer_remove(rt, "push"), LA_ERROR_UNKNOWN_CONSUMER);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* Replayed commands give the recorded outcomes; a provider that decides differently is detected. */
static void journal(const char *folder)
{
    passing p = {0};
    la_store store;
    la_options options;
    la_runtime *rt = NULL;
    la_activity order;
    json_t *replay, *event = json_loads(PREPARED, 0, NULL);
    file_named(folder, "journal.db");
    store = store_of(&p);
    options = options_with(&store, LA_DURABILITY_MANUAL);
    options.journal_entries_max = 1000;
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    order = delivery(rt, 1, LA_OK);
    EXPECT(la_send(rt, order, event, NULL, LA_NOW, NULL), LA_OK);
    EXPECT(send_text(rt, order, PICKED_UP), LA_OK);
    EXPECT(send_text(rt, order, "{\"preparationStarted\":{}}"), LA_ERROR_REFUSED);
    EXPECT(la_journal_replay(rt, &replay), LA_OK);
    TRUE(json_integer_value(json_object_get(replay, "commands")) == 4);
    TRUE(json_array_size(json_object_get(replay, "differences")) == 0);
    json_decref(replay);
    TRUE(polled(rt) == 4); /* started, updated twice, alerted */
    EXPECT(la_runtime_destroy(rt), LA_OK);
    rt = opened(&p, LA_DURABILITY_MANUAL);
    EXPECT(la_journal_replay(rt, &replay), LA_ERROR_UNSUPPORTED);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    json_decref(event);
}

/* Several readers receive the changes of their filters, independently of the host's poll. */
static void readers(void)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    la_reader_options options = {.size = sizeof options, .owner = "owner 2", .changes_max = 2};
    la_reader all, second;
    la_change changes[8];
    la_activity order;
    char *text = NULL;
    size_t count, i;
    uint64_t missed;
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    delivery(rt, 7, LA_OK); /* before the readers */
    EXPECT(la_reader_create(rt, NULL, &all), LA_OK);
    EXPECT(la_reader_create(rt, &options, &second), LA_OK);
    delivery(rt, 1, LA_OK);
    order = delivery(rt, 2, LA_OK);
    EXPECT(send_text(rt, order, PREPARED), LA_OK);
    EXPECT(send_text(rt, order, PICKED_UP), LA_OK);
    EXPECT(la_reader_poll(rt, all, changes, sizeof *changes, 8, &count, &missed), LA_OK);
    TRUE(count == 5 && missed == 0); /* two starts, two updates, an alert */
    for (i = 0; i < count; i++)
        la_change_release(&changes[i]);
    EXPECT(la_reader_poll(rt, second, changes, sizeof *changes, 8, &count, &missed), LA_OK);
    TRUE(count == 2 && missed == 2); /* of four, two may wait */
    TRUE(changes[0].what == LA_CHANGE_UPDATED && changes[1].what == LA_CHANGE_ALERTED);
    for (i = 0; i < count; i++) {
        TRUE(changes[i].activity == order);
        la_change_release(&changes[i]);
    }
    EXPECT(send_text(rt, order, "{\"departed\":{}}"), LA_OK);
    EXPECT(la_reader_poll_text(rt, all, 8, &text, NULL, &count), LA_OK);
    TRUE(count > 0 && text != NULL && strstr(text, "\"change\":\"updated\"") != NULL);
    la_free(text);
    TRUE(polled(rt) == 6 + count);
    EXPECT(la_reader_destroy(rt, second), LA_OK);
    EXPECT(la_reader_poll(rt, second, changes, sizeof *changes, 8, &count, NULL), LA_ERROR_UNKNOWN_CONSUMER);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* Invalid arguments, and functions that need a store. */
static void misuse(const char *folder)
{
    la_store store = {.size = sizeof store, .abi_version = 7};
    la_options options = options_with(&store, LA_DURABILITY_STRICT);
    la_runtime *rt = NULL;
    json_t *out;
    size_t count;
    FILE *other;
    EXPECT(la_runtime_create(&options, &rt), LA_ERROR_INVALID_ARGUMENT);
    store.size = 8;
    EXPECT(la_runtime_create(&options, &rt), LA_ERROR_INVALID_SIZE);
    options.store = NULL;
    options.durability = 9;
    EXPECT(la_runtime_create(&options, &rt), LA_ERROR_INVALID_ARGUMENT);
    rt = runtime_with(LA_VIRTUAL_TIME);
    EXPECT(la_store_report(rt, &out), LA_ERROR_UNSUPPORTED);
    EXPECT(la_consumers(rt, &out), LA_ERROR_UNSUPPORTED);
    EXPECT(la_consumer_add(rt, "push"), LA_ERROR_UNSUPPORTED);
    EXPECT(la_runtime_flush(rt), LA_OK);
    EXPECT(la_batch_begin(rt), LA_OK);
    EXPECT(la_batch_end(rt), LA_OK);
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    file_named(folder, "other.db");
    other = fopen(path, "w");
    if (other != NULL) {
        fputs("this is no database, however long it is read by whoever wants to", other);
        fclose(other);
    }
    EXPECT(sqlite_store_open(path, &store), LA_ERROR_NOT_A_STORE);
}

/* Many threads on a strict store share their batches. */
static la_runtime *shared;
static void *starts(void *argument)
{
    int first = *(int *)argument, i;
    for (i = 0; i < 25; i++)
        delivery(shared, first + i, LA_OK);
    return NULL;
}

static void threads(const char *folder)
{
    enum { THREADS = 8 };
    pthread_t thread[THREADS];
    int first[THREADS], i;
    passing p = {0};
    size_t count;
    file_named(folder, "threads.db");
    shared = opened(&p, LA_DURABILITY_STRICT);
    for (i = 0; i < THREADS; i++) {
        first[i] = i * 100;
        pthread_create(&thread[i], NULL, starts, &first[i]);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    TRUE(p.appends <= 1 + THREADS * 25);
    EXPECT(la_runtime_destroy(shared), LA_OK);
    shared = opened(&p, LA_DURABILITY_STRICT);
    EXPECT(la_list(shared, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == THREADS * 25);
    EXPECT(la_runtime_destroy(shared), LA_OK);
}

/* A relaxed store is written by a thread of the library. */
static void relaxed(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    size_t count;
    file_named(folder, "relaxed.db");
    rt = opened(&p, LA_DURABILITY_RELAXED);
    delivery(rt, 1, LA_OK);
    EXPECT(la_runtime_flush(rt), LA_OK);
    delivery(rt, 2, LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    rt = opened(&p, LA_DURABILITY_RELAXED);
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 2);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* ---------------------------------------------------------------- Killed */

static int writer(const char *folder)
{
    passing p = {0};
    la_runtime *rt;
    int i;
    snprintf(path, sizeof path, "%s/killed.db", folder);
    rt = opened(&p, LA_DURABILITY_STRICT);
    for (i = 1; failures == 0; i++) {
        la_activity order = delivery(rt, i, LA_OK);
        EXPECT(send_text(rt, order, PREPARED), LA_OK);
        printf("%d\n", i);
        fflush(stdout);
    }
    return 1;
}

/* Records that were reported as stored survive a SIGKILL at any moment. */
static void killed(const char *folder, const char *program)
{
    int round;
    for (round = 0; round < 5; round++) {
        int ends[2], last = 0, number, i;
        FILE *lines;
        passing p = {0};
        la_runtime *rt;
        pid_t child;
        file_named(folder, "killed.db");
        TRUE(pipe(ends) == 0);
        child = fork();
        if (child == 0) {
            dup2(ends[1], 1);
            close(ends[0]);
            execl(program, program, folder, "writer", (char *)NULL);
            _exit(127);
        }
        close(ends[1]);
        lines = fdopen(ends[0], "r");
        /* The writer is killed while it writes the next order. */
        while (last < 20 + 13 * round && fscanf(lines, "%d", &number) == 1)
            last = number;
        kill(child, SIGKILL);
        while (fscanf(lines, "%d", &number) == 1)
            last = number;
        waitpid(child, NULL, 0);
        fclose(lines);
        TRUE(last > 0);
        rt = opened(&p, LA_DURABILITY_STRICT);
        for (i = 1; i <= last; i++) {
            char owner[32];
            la_activity order;
            json_t *info = NULL;
            snprintf(owner, sizeof owner, "owner %d", i);
            EXPECT(la_find(rt, owner, "delivery", "order", &order), LA_OK);
            EXPECT(la_get_activity(rt, order, &info), LA_OK);
            TRUE(json_integer_value(json_object_get(info, "revision")) == 2);
            json_decref(info);
        }
        delivery(rt, last + 2, LA_OK);
        EXPECT(la_runtime_destroy(rt), LA_OK);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3)
        return writer(argv[1]);
    if (argc != 2)
        return 2;
    conforms(argv[1]);
    damaged_log(argv[1]);
    check_finds(argv[1]);
    outlives(argv[1]);
    ended_without_kind(argv[1]);
    deadlines(argv[1]);
    failing(argv[1]);
    failing_at_the_end(argv[1]);
    one_at_a_time(argv[1]);
    fencing(argv[1]);
    batches(argv[1]);
    consumers(argv[1]);
    journal(argv[1]);
    readers();
    misuse(argv[1]);
    threads(argv[1]);
    relaxed(argv[1]);
    if (getenv("LEAKS_ARE_CHECKED") == NULL)
        killed(argv[1], argv[0]);
    return report("store");
}
