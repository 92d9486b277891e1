/* swift_plugin.c - the built-in meditation timer and the same provider in a shared object, with its own Swift runtime, give the
 * same changes.
 *
 *     swift_plugin libmeditation_timer_plugin.so
 */
#include "check.h"

static json_t *story(la_runtime *runtime)
{
    json_t *description, *event, *changes = json_array();
    la_start_options start = start_options("meditationTimer", "anna", NULL);
    la_activity timer;
    la_change change;
    size_t index, count;
    int64_t next;
    EXPECT(la_runtime_describe(runtime, "meditationTimer", &description), LA_OK);
    start.attributes = json_array_get(json_object_get(description, "attributes"), 0);
    /* A millisecond later, so that dates have a fraction. */
    EXPECT(la_start(runtime, &start, EVENING + 1, &timer), LA_OK);
    json_array_foreach(json_object_get(description, "story"), index, event)
    {
        int64_t now = EVENING + 1 + (int64_t)(json_number_value(json_object_get(event, "after_s")) * 1000);
        EXPECT(la_send(runtime, timer, json_object_get(event, "event"), NULL, now, NULL), LA_OK);
    }
    TRUE(la_send(runtime, timer, json_object_get(json_array_get(json_object_get(description, "story"), 0), "event"),
                 NULL, LA_NOW, NULL) == LA_ERROR_REFUSED);
    printf("refused: %s\n", la_last_error());
    TRUE(la_perform(runtime, timer, "sing", LA_SURFACE_LOCK_SCREEN, LA_NOW, NULL) == LA_ERROR_REFUSED);
    EXPECT(la_perform(runtime, timer, "pause", LA_SURFACE_LOCK_SCREEN, LA_NOW, NULL), LA_OK);
    EXPECT(la_perform(runtime, timer, "resume", LA_SURFACE_LOCK_SCREEN, LA_NOW, NULL), LA_OK);
    EXPECT(la_runtime_advance(runtime, LA_NOW, &next), LA_OK);
    while (next != LA_NEVER)
        EXPECT(la_runtime_advance(runtime, next, &next), LA_OK);
    for (;;) {
        EXPECT(la_runtime_poll(runtime, &change, sizeof change, 1, &count), LA_OK);
        if (count == 0)
            break;
        json_array_append_new(
            changes,
            json_pack("[i,I,i,i,i,O?,O?,I,f,s?]", change.what, (json_int_t)(change.at_ms / 1000), change.state,
                      change.revision, change.reason, change.content, change.alert, (json_int_t)change.stale_ms,
                      change.relevance, change.key));
        la_change_release(&change);
    }
    json_decref(description);
    EXPECT(la_runtime_destroy(runtime), LA_OK);
    return changes;
}

int main(int argc, char **argv)
{
    la_runtime *with, *without;
    json_t *expected, *given;
    uint32_t count;
    if (argc != 2)
        return 2;
    with = runtime_with(LA_VIRTUAL_TIME);
    without = runtime_with(LA_VIRTUAL_TIME | LA_NO_BUILT_IN_KINDS);
    EXPECT(la_runtime_load_plugin(without, argv[1], &count), LA_OK);
    TRUE(count == 1);
    expected = story(with);
    given = story(without);
    printf("%u changes\n", (unsigned)json_array_size(expected));
    TRUE(json_array_size(expected) > 10);
    if (!json_equal(expected, given)) {
        failures++;
        json_dumpf(expected, stdout, JSON_INDENT(1));
        json_dumpf(given, stdout, JSON_INDENT(1));
    }
    json_decref(expected);
    json_decref(given);
    return report("a Swift provider from a shared object");
}
