/* store_path.c - la_options.store_path, in libraries that were built with and without SQLite.
 *
 *     store_path FILE [without]
 */
#include "check.h"

int main(int argc, char **argv)
{
    la_options options = {.size = sizeof options, .flags = LA_VIRTUAL_TIME};
    la_runtime *rt = NULL, *second = NULL;
    la_activity timer, found;
    json_t *attributes = json_pack("{s:i}", "timerDuration", 600);
    la_start_options start;
    if (argc < 2)
        return 2;
    options.store_path = argv[1];
    if (argc == 3) {
        EXPECT(la_runtime_create(&options, &rt), LA_ERROR_UNSUPPORTED);
        json_decref(attributes);
        return report("store_path");
    }
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    start = start_options("meditationTimer", "anna", attributes);
    start.key = "timer";
    EXPECT(la_start(rt, &start, LA_NOW, &timer), LA_OK);
    EXPECT(la_runtime_create(&options, &second), LA_ERROR_STORE_BUSY);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    EXPECT(la_find(rt, "anna", "meditationTimer", "timer", &found), LA_OK);
    TRUE(found == timer);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    options.store_path = "/nowhere/at/all.db";
    EXPECT(la_runtime_create(&options, &rt), LA_ERROR_STORE_UNAVAILABLE);
    json_decref(attributes);
    return report("store_path");
}
