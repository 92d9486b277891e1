/* costs.c - what Scripts/costs counts of the C library: the commands of one path between two functions that callgrind
 * recognises.
 *
 *     costs                  prints the paths, each with how many commands are counted
 *     costs c-send           carries out as many commands twice: to warm up, then counted
 */
#include <live_activities.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACTIVITIES = 500, COMMANDS = 4000 };
#define EVENING INT64_C(1781974800000)

static void must(la_status status, const char *what)
{
    if (status == LA_OK)
        return;
    fprintf(stderr, "costs: %s: %s\n", what, la_last_error());
    exit(1);
}

/* callgrind forgets what it has counted at the first, and writes what it has counted since at the second. */
__attribute__((noinline)) void costs_begin(void) { __asm__ volatile("# begin"); }
__attribute__((noinline)) void costs_end(void) { __asm__ volatile("# end"); }

static la_activity activities[ACTIVITIES];

static la_runtime *deliveries(void)
{
    la_runtime *runtime;
    la_options options = {.size = sizeof options, .flags = LA_VIRTUAL_TIME, .payload_bytes_max = LA_NO_PAYLOAD_LIMIT};
    json_t *attributes = json_pack("{s:i, s:s, s:s}", "orderNumber", 42, "restaurantName", "Trattoria Napoli",
                                   "destinationCity", "Hamburg");
    json_t *picked_up = json_pack("{s:{}}", "pickedUp");
    char owner[32];
    int i;
    options.changes_max = 1000000;
    must(la_runtime_create(&options, &runtime), "create");
    for (i = 0; i < ACTIVITIES; i++) {
        la_start_options start = {.size = sizeof start, .kind = "delivery", .owner = owner, .attributes = attributes};
        snprintf(owner, sizeof owner, "person-%d", i);
        must(la_start(runtime, &start, EVENING, &activities[i]), "start");
        must(la_send(runtime, activities[i], picked_up, NULL, EVENING, NULL), "picked up");
    }
    json_decref(attributes);
    json_decref(picked_up);
    return runtime;
}

int main(int argc, char **argv)
{
    static const char *const paths[] = {"c-send", "c-send-text", "c-send-polled"};
    enum { SEND, SEND_TEXT, SEND_POLLED, PATHS } path;
    static json_t *events[2 * COMMANDS];
    static char *texts[2 * COMMANDS];
    la_runtime *runtime;
    int i;
    if (argc == 1) {
        for (path = SEND; path < PATHS; path++)
            printf("%s %d\n", paths[path], COMMANDS);
        return 0;
    }
    for (path = SEND; path < PATHS && strcmp(argv[1], paths[path]) != 0; path++)
        ;
    if (path == PATHS)
        return fprintf(stderr, "costs: there is no path '%s'\n", argv[1]), 2;
    for (i = 0; i < 2 * COMMANDS; i++) {
        events[i] = json_pack("{s:{s:{s:f, s:f}, s:i}}", "courierMoved", "position", "latitude", 48.1 + i * 1e-4, "longitude",
                              11.5 + i * 1e-4, "stopsLeft", i % 9);
        texts[i] = json_dumps(events[i], JSON_COMPACT);
    }
    runtime = deliveries();
    for (i = 0; i < 2 * COMMANDS; i++) {
        la_activity activity = activities[(size_t)i * 211 % ACTIVITIES];
        if (i == COMMANDS)
            costs_begin();
        if (path == SEND_TEXT)
            must(la_send_text(runtime, activity, texts[i], strlen(texts[i]), NULL, EVENING + i, NULL), "send");
        else
            must(la_send(runtime, activity, events[i], NULL, EVENING + i, NULL), "send");
        if (path == SEND_POLLED) {
            la_change change;
            size_t taken;
            must(la_runtime_poll(runtime, &change, sizeof change, 1, &taken), "poll");
            if (taken == 1)
                la_change_release(&change);
        }
    }
    costs_end();
    return la_runtime_destroy(runtime) == LA_OK ? 0 : 1;
}
