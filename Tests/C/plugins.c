/* plugins.c - shared objects with one fault each: loading returns an error with a reason, and the runtime continues to work.
 *
 *     plugins DIRECTORY       with bad_1.so ... bad_14.so and parking_meter.so
 */
#include "check.h"

static size_t kinds(la_runtime *runtime)
{
    json_t *list;
    size_t count;
    EXPECT(la_runtime_kinds(runtime, &list), LA_OK);
    count = json_array_size(list);
    json_decref(list);
    return count;
}

int main(int argc, char **argv)
{
    /* Plugin 13 is correct, but one of its kinds is registered already; the name of one of plugin 14's is too long. */
    static const la_status expected[] = {
        LA_ERROR_BAD_PLUGIN, LA_ERROR_BAD_PLUGIN, LA_ERROR_BAD_PLUGIN, LA_ERROR_INVALID_SIZE, LA_ERROR_BAD_PLUGIN,
        LA_ERROR_BAD_PLUGIN, LA_ERROR_BAD_PLUGIN, LA_ERROR_BAD_PLUGIN, LA_ERROR_BAD_PLUGIN, LA_ERROR_BAD_PLUGIN,
        LA_ERROR_BAD_PLUGIN, LA_ERROR_INVALID_SIZE, LA_ERROR_CANNOT_REGISTER,
        LA_ERROR_CANNOT_REGISTER};
    la_runtime *first = runtime_with(LA_VIRTUAL_TIME), *second = runtime_with(LA_VIRTUAL_TIME);
    json_t *car = json_pack("{s:s, s:s, s:i}", "zone", "A12", "plate", "B-LA 42", "minutes", 30);
    la_start_options start = start_options("parkingMeter", "anna", car);
    char path[4096];
    uint32_t count = 77;
    int wrong;
    if (argc != 2)
        return 2;
    EXPECT(la_runtime_load_plugin(first, "/nowhere/at/all.so", &count), LA_ERROR_BAD_PLUGIN);
    EXPECT(la_runtime_load_plugin(first, argv[0], &count), LA_ERROR_BAD_PLUGIN);
    for (wrong = 1; wrong <= 14; wrong++) {
        snprintf(path, sizeof path, "%s/bad_%d.so", argv[1], wrong);
        EXPECT(la_runtime_load_plugin(first, path, &count), expected[wrong - 1]);
        printf("%2d %s\n", wrong, strlen(la_last_error()) > 0 ? "has a reason" : "has no reason");
        TRUE(kinds(first) == 4 && count == 77);
    }
    snprintf(path, sizeof path, "%s/parking_meter.so", argv[1]);
    EXPECT(la_runtime_load_plugin(first, path, &count), LA_OK);
    TRUE(count == 1 && kinds(first) == 5);
    EXPECT(la_runtime_load_plugin(first, path, &count), LA_ERROR_CANNOT_REGISTER);
    EXPECT(la_runtime_load_plugin(second, path, &count), LA_OK);
    EXPECT(la_start(first, &start, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_destroy(first), LA_OK);
    EXPECT(la_start(second, &start, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_destroy(second), LA_OK);
    json_decref(car);
    return report("bad plugins");
}
