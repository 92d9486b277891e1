/* threads.c - many threads on one runtime and on several, for ThreadSanitizer. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <pthread.h>
#include <time.h>

#define THREADS 4
#define ROUNDS 500

static la_runtime *shared;
static json_t *attributes, *started;
static la_activity joined[THREADS];
static int ended, seen;

static void nap(void)
{
    struct timespec time = {0, 1000000};
    nanosleep(&time, NULL);
}

static void *work(void *argument)
{
    int number = *(int *)argument, i;
    char owner[32];
    json_t *event = json_pack("{s:{}}", "reset");
    la_start_options start = start_options("meditationTimer", owner, attributes);
    /* All threads start the same activity; only one is created. */
    {
        la_start_options same = start_options("meditationTimer", "everybody", attributes);
        same.key = "one";
        same.if_running = LA_IF_RUNNING_JOIN;
        EXPECT(la_start(shared, &same, LA_NOW, &joined[number]), LA_OK);
    }
    for (i = 0; i < ROUNDS; i++) {
        la_activity activity;
        la_runtime *own;
        json_t *content;
        snprintf(owner, sizeof owner, "owner %d", number);
        EXPECT(la_start(shared, &start, LA_NOW, &activity), LA_OK);
        EXPECT(la_send(shared, activity, started, NULL, LA_NOW, NULL), LA_OK);
        EXPECT(la_get_content(shared, activity, &content), LA_OK);
        json_decref(content);
        EXPECT(la_send(shared, activity, event, NULL, LA_NOW, NULL), LA_OK);
        TRUE(la_send(shared, activity, event, NULL, LA_NOW, NULL) != LA_OK && strlen(la_last_error()) > 0);
        if (i % 50 == 0) {
            own = runtime_with(0);
            EXPECT(la_start(own, &start, LA_NOW, &activity), LA_OK);
            EXPECT(la_runtime_destroy(own), LA_OK);
            EXPECT(la_runtime_destroy(own), LA_ERROR_INVALID_HANDLE);
        }
    }
    json_decref(event);
    return NULL;
}

static void on_change(void *user_data, const la_change *change)
{
    size_t count;
    (void)user_data;
    EXPECT(la_list(shared, NULL, NULL, 0, &count), LA_OK); /* may call in */
    EXPECT(la_runtime_stop(shared), LA_ERROR_BUSY);
    EXPECT(la_runtime_destroy(shared), LA_ERROR_BUSY);
    __atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED);
    if (change->what == LA_CHANGE_DISMISSED)
        __atomic_add_fetch(&ended, 1, __ATOMIC_RELEASE);
}

static void *destroy(void *argument)
{
    la_status *status = argument;
    *status = la_runtime_destroy(shared);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    la_status statuses[THREADS];
    int numbers[THREADS], i, winners = 0;
    attributes = json_pack("{s:i}", "timerDuration", 600);
    started = json_pack("{s:{}}", "started");
    shared = runtime_with(0);
    EXPECT(la_runtime_run(shared, on_change, NULL), LA_OK);
    EXPECT(la_runtime_run(shared, on_change, NULL), LA_ERROR_BUSY);
    for (i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (i = 0; i < 10000 && __atomic_load_n(&ended, __ATOMIC_ACQUIRE) < THREADS * ROUNDS; i++)
        nap();
    TRUE(ended == THREADS * ROUNDS);
    for (i = 1; i < THREADS; i++)
        TRUE(joined[i] == joined[0]);
    /* Several threads destroy the runtime at once; only one call succeeds. */
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, destroy, &statuses[i]);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (i = 0; i < THREADS; i++) {
        winners += statuses[i] == LA_OK;
        TRUE(statuses[i] == LA_OK || statuses[i] == LA_ERROR_INVALID_HANDLE);
    }
    TRUE(winners == 1);
    json_decref(attributes);
    json_decref(started);
    return report("threads");
}
