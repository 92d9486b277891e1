/* store_threads.c - many threads use a runtime with a store in C: some send, some receive changes as named consumers, one reads
 * and flushes. Also run with ThreadSanitizer.
 *
 *     store_threads DIRECTORY      (an empty one)
 */
#define _GNU_SOURCE
#include "check.h"

#include <live_activity_store.h>
#include <log_store.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#define SENDERS 3
#define CONSUMERS 2
#define ROUNDS 30

static la_runtime *shared;
static json_t *attributes, *started;
static int sending, dismissed[CONSUMERS];

static void nap(void)
{
    struct timespec time = {0, 1000000};
    nanosleep(&time, NULL);
}

static void *send_all(void *argument)
{
    int number = *(int *)argument, i;
    char owner[32] = "";
    la_start_options start = start_options("meditationTimer", owner, attributes);
    snprintf(owner, sizeof owner, "owner %d", number);
    for (i = 0; i < ROUNDS; i++) {
        la_activity activity = LA_NO_ACTIVITY;
        int is_batch = i % 5 == 0;
        if (is_batch)
            EXPECT(la_batch_begin(shared), LA_OK);
        EXPECT(la_start(shared, &start, LA_NOW, &activity), LA_OK);
        EXPECT(la_send(shared, activity, started, NULL, LA_NOW, NULL), LA_OK);
        EXPECT(la_end(shared, activity, NULL, LA_DISMISS_IMMEDIATE, 0, 0, LA_NOW, NULL), LA_OK);
        if (is_batch)
            EXPECT(la_batch_end(shared), LA_OK);
    }
    __atomic_sub_fetch(&sending, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Receives and acknowledges a consumer's changes until every activity has been dismissed. */
static void *consume(void *argument)
{
    int number = *(int *)argument, tries;
    const char *name = number == 0 ? "push" : "archive";
    uint64_t last = 0;
    for (tries = 0; tries < 60000 && dismissed[number] < SENDERS * ROUNDS; tries++) {
        la_change changes[16];
        size_t count = 0, i;
        EXPECT(la_consumer_poll(shared, name, last, changes, sizeof changes[0], 16, &count), LA_OK);
        for (i = 0; i < count; i++) {
            TRUE(changes[i].sequence > last);
            last = changes[i].sequence;
            dismissed[number] += changes[i].what == LA_CHANGE_DISMISSED;
            la_change_release(&changes[i]);
        }
        if (count > 0)
            EXPECT(la_consumer_acknowledge(shared, name, last), LA_OK);
        else
            nap();
    }
    return NULL;
}

static void *watch(void *argument)
{
    la_reader reader = 0;
    (void)argument;
    EXPECT(la_reader_create(shared, NULL, &reader), LA_OK);
    while (__atomic_load_n(&sending, __ATOMIC_ACQUIRE) > 0) {
        char *text = NULL;
        json_t *list = NULL;
        EXPECT(la_reader_poll_text(shared, reader, 100, &text, NULL, NULL), LA_OK);
        la_free(text);
        EXPECT(la_consumers(shared, &list), LA_OK);
        json_decref(list);
        EXPECT(la_runtime_flush(shared), LA_OK);
        nap();
    }
    EXPECT(la_reader_destroy(shared, reader), LA_OK);
    return NULL;
}

static void play(const char *path, int32_t durability)
{
    pthread_t senders[SENDERS], consumers[CONSUMERS], watcher;
    int numbers[SENDERS + CONSUMERS], i;
    la_store store = {.size = sizeof store};
    la_options options = {.size = sizeof options, .flags = LA_NO_POLL, .seed = 1, .durability = durability, .relaxed_ms = 2};
    unlink(path);
    EXPECT(log_store_open(path, &store), LA_OK);
    options.store = &store;
    EXPECT(la_runtime_create(&options, &shared), LA_OK);
    EXPECT(la_consumer_add(shared, "push"), LA_OK);
    EXPECT(la_consumer_add(shared, "archive"), LA_OK);
    sending = SENDERS;
    memset(dismissed, 0, sizeof dismissed);
    for (i = 0; i < SENDERS; i++) {
        numbers[i] = i;
        pthread_create(&senders[i], NULL, send_all, &numbers[i]);
    }
    for (i = 0; i < CONSUMERS; i++) {
        numbers[SENDERS + i] = i;
        pthread_create(&consumers[i], NULL, consume, &numbers[SENDERS + i]);
    }
    pthread_create(&watcher, NULL, watch, NULL);
    for (i = 0; i < SENDERS; i++)
        pthread_join(senders[i], NULL);
    for (i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    pthread_join(watcher, NULL);
    for (i = 0; i < CONSUMERS; i++)
        TRUE(dismissed[i] == SENDERS * ROUNDS);
    EXPECT(la_runtime_destroy(shared), LA_OK);
}

/* A log whose append() waits, once, until the test posts continued. */
static la_store held;
static int holds;
static sem_t appending, continued;

static la_status held_append(void *user_data, const la_store_batch *batch)
{
    if (holds) {
        holds = 0;
        sem_post(&appending);
        sem_wait(&continued);
    }
    return held.append(user_data, batch);
}

static la_status start_one(void)
{
    la_start_options start = start_options("meditationTimer", "owner", attributes);
    return la_start(shared, &start, LA_NOW, NULL);
}

static void on_change(void *user_data, const la_change *change)
{
    (void)user_data;
    TRUE(change == NULL); /* not after la_runtime_destroy() */
}

static void *begin_while_closing(void *argument)
{
    (void)argument;
    sem_wait(&appending);
    EXPECT(la_runtime_run(shared, on_change, NULL), LA_ERROR_INVALID_HANDLE);
    EXPECT(start_one(), LA_ERROR_INVALID_HANDLE);
    sem_post(&continued);
    return NULL;
}

static void *start_and_wait(void *argument)
{
    (void)argument;
    EXPECT(start_one(), LA_OK);
    return NULL;
}

static void *destroy(void *argument)
{
    (void)argument;
    EXPECT(la_runtime_destroy(shared), LA_OK);
    return NULL;
}

static void open_held(const char *path, int32_t durability)
{
    la_store store = {.size = sizeof store};
    la_options options = {.size = sizeof options, .seed = 1, .durability = durability};
    unlink(path);
    EXPECT(log_store_open(path, &held), LA_OK);
    store = held;
    store.append = held_append;
    options.store = &store;
    EXPECT(la_runtime_create(&options, &shared), LA_OK);
}

/* While the last batch is written, the lock is released. A thread that began then would outlive the runtime. */
static void closing(const char *path)
{
    pthread_t late, waiting, destroying;
    la_status status = LA_OK;
    int tries;
    sem_init(&appending, 0, 0);
    sem_init(&continued, 0, 0);

    open_held(path, LA_DURABILITY_MANUAL);
    EXPECT(start_one(), LA_OK);
    holds = 1;
    pthread_create(&late, NULL, begin_while_closing, NULL);
    EXPECT(la_runtime_destroy(shared), LA_OK);
    pthread_join(late, NULL);

    /* A call that has begun before is waited for. */
    open_held(path, LA_DURABILITY_STRICT);
    holds = 1;
    pthread_create(&waiting, NULL, start_and_wait, NULL);
    sem_wait(&appending);
    pthread_create(&destroying, NULL, destroy, NULL);
    for (tries = 0; tries < 60000 && status == LA_OK; tries++) {
        nap();
        status = la_list(shared, NULL, NULL, 0, &(size_t){0});
    }
    TRUE(status == LA_ERROR_INVALID_HANDLE);
    sem_post(&continued);
    pthread_join(waiting, NULL);
    pthread_join(destroying, NULL);
}

int main(int argc, char **argv)
{
    char path[4096];
    if (argc != 2)
        return 2;
    snprintf(path, sizeof path, "%s/threads.log", argv[1]);
    attributes = json_pack("{s:i}", "timerDuration", 600);
    started = json_pack("{s:{}}", "started");
    play(path, LA_DURABILITY_STRICT);
    play(path, LA_DURABILITY_RELAXED);
    closing(path);
    unlink(path);
    json_decref(attributes);
    json_decref(started);
    return report("store threads");
}
