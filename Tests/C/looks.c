/* looks.c - presentations of activities: every kind, every error, and presentations that a host has written.
 *
 *     looks            with a library that was built with looks
 *     looks without    with a library that was built without looks
 *     looks N          presents a card N times, to measure memory leaks
 *
 * Compiled with -DPICTURES and linked with live_activities_pictures, it draws too. */
#include "check.h"
#ifdef PICTURES
#include <live_activity_pictures.h>
#endif

#define LOCK_SCREEN "lockScreen.iPhone393"

static la_activity start(la_runtime *runtime, const char *kind, size_t sample)
{
    la_start_options options;
    la_activity activity = LA_NO_ACTIVITY;
    json_t *description = NULL;
    EXPECT(la_runtime_describe(runtime, kind, &description), LA_OK);
    options = start_options(kind, "anna", json_array_get(json_object_get(description, "attributes"), sample));
    EXPECT(la_start(runtime, &options, EVENING, &activity), LA_OK);
    json_decref(description);
    return activity;
}

/* Whether a tree contains this text. */
static int has(const json_t *node, const char *text)
{
    const char *key;
    size_t index;
    json_t *value;
    if (json_is_string(node))
        return strcmp(json_string_value(node), text) == 0;
    if (json_is_object(node)) {
        json_object_foreach((json_t *)node, key, value) if (has(value, text)) return 1;
    } else if (json_is_array(node)) {
        json_array_foreach(node, index, value) if (has(value, text)) return 1;
    }
    return 0;
}

static void shows(la_runtime *runtime, la_activity activity, const char *language, const char *text)
{
    la_look look = {.size = sizeof look, .surface = LOCK_SCREEN, .language = language};
    json_t *given = NULL;
    EXPECT(la_present(runtime, activity, &look, EVENING, &given), LA_OK);
    if (!has(given, text)) {
        failures++;
        printf("in %s there is no \"%s\"\n", language, text);
    }
    json_decref(given);
}

static void kinds(la_runtime *runtime)
{
    static const char *const all[] = {"delivery", "meditationTimer", "sports", "waitQueue"};
    json_t *given = NULL, *surfaces = NULL, *found = NULL;
    char *text = NULL;
    size_t i, bytes = 0;
    EXPECT(la_present_surfaces(&surfaces), LA_OK);
    TRUE(json_array_size(surfaces) == 32);
    for (i = 0; i < 4; i++) {
        la_activity activity = start(runtime, all[i], 0);
        EXPECT(la_present(runtime, activity, NULL, LA_NOW, &given), LA_OK);
        TRUE(json_array_size(given) == json_array_size(surfaces));
        EXPECT(la_present_text(runtime, activity, NULL, EVENING, &text, &bytes), LA_OK);
        TRUE(strlen(text) == bytes);
        json_decref(found);
        found = json_loads(text, 0, NULL);
        /* As text, a real without a fraction may be an integer: the sizes are compared. */
        TRUE(json_array_size(found) == json_array_size(given));
        json_decref(found);
        found = NULL;
        la_free(text);
        EXPECT(la_present_check(given, EVENING, &found), LA_OK);
        TRUE(json_is_array(found));
        json_decref(given);
        EXPECT(la_dismiss(runtime, activity, EVENING), LA_OK);
        EXPECT(la_present(runtime, activity, NULL, EVENING, &given), LA_ERROR_UNKNOWN_ACTIVITY);
    }
    json_decref(found);
    json_decref(surfaces);
}

static void settings(la_runtime *runtime)
{
    la_activity order = start(runtime, "delivery", 0);
    la_look look = {.size = sizeof look, .surface = LOCK_SCREEN};
    json_t *light = NULL, *other = NULL;
    uint32_t flag;
    int32_t size;
    shows(runtime, order, NULL, "Order 42");
    shows(runtime, order, "de-AT", "Bestellung 42");
    shows(runtime, order, "xx", "Order 42");
    EXPECT(la_present(runtime, order, &look, EVENING, &light), LA_OK);
    for (flag = 1; flag <= LA_LOOK_BOLD; flag *= 2) {
        look.flags = flag;
        EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_OK);
        /* Only StandBy has a night mode, and this card has no color that Increase Contrast changes. */
        TRUE(json_equal(light, other) == (flag == LA_LOOK_NIGHT || flag == LA_LOOK_CONTRAST));
        json_decref(other);
    }
    look.flags = 64;
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    look.flags = 0;
    for (size = -3; size <= 8; size++) {
        look.text_size = size;
        EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_OK);
        json_decref(other);
    }
    look.text_size = 9;
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    look.text_size = -4;
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    look.text_size = 0;
    look.surface = "lockScreen.nowhere";
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    TRUE(strstr(la_last_error(), "lockScreen.nowhere") != NULL);
    look.surface = NULL;
    look.language = "two words";
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    look.language = "\xff";
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    look.language = NULL;
    look.size = 8;
    EXPECT(la_present(runtime, order, &look, EVENING, &other), LA_ERROR_INVALID_SIZE);
    EXPECT(la_present(runtime, order, NULL, EVENING, NULL), LA_ERROR_INVALID_ARGUMENT);
    EXPECT(la_present(NULL, order, NULL, EVENING, &other), LA_ERROR_INVALID_ARGUMENT);
    EXPECT(la_present((la_runtime *)&look, order, NULL, EVENING, &other), LA_ERROR_INVALID_HANDLE);
    EXPECT(la_present(runtime, order, NULL, INT64_MAX, &other), LA_ERROR_INVALID_ARGUMENT);
    json_decref(light);
}

static void own_kinds(la_runtime *runtime)
{
    la_start_options options;
    la_activity activity = LA_NO_ACTIVITY;
    la_content content = {.size = sizeof content, .state_text = "{}", .state_text_bytes = 2};
    json_t *out = NULL, *own, *empty = json_object();
    EXPECT(la_runtime_add_kind(runtime, "parcel"), LA_OK);
    options = start_options("parcel", "anna", empty);
    options.content = &content;
    EXPECT(la_start(runtime, &options, EVENING, &activity), LA_OK);
    EXPECT(la_present(runtime, activity, NULL, EVENING, &out), LA_ERROR_NO_LOOK);
    EXPECT(la_present_lint(runtime, "parcel", NULL, &out), LA_ERROR_NO_LOOK);
    EXPECT(la_present_lint(runtime, "nobody", NULL, &out), LA_ERROR_UNKNOWN_KIND);
    EXPECT(la_present_lint(runtime, "meditationTimer", "de", &out), LA_OK);
    json_decref(out);
    json_decref(empty);

    /* A presentation that the host has written: a built-in kind's with another text. */
    activity = start(runtime, "delivery", 1);
    {
        la_look look = {.size = sizeof look, .surface = "minimal.detached"};
        EXPECT(la_present(runtime, activity, &look, EVENING, &own), LA_OK);
    }
    EXPECT(la_present_check(own, EVENING, &out), LA_OK);
    json_decref(out);
    EXPECT(la_present_check(own, LA_NOW, &out), LA_OK);
    json_decref(out);
    json_object_set_new(json_array_get(own, 0), "surface", json_string("nowhere"));
    EXPECT(la_present_check(own, EVENING, &out), LA_ERROR_UNDECODABLE);
    TRUE(strstr(la_last_error(), "surface") != NULL);
    json_decref(own);
    EXPECT(la_present_check(NULL, EVENING, &out), LA_ERROR_INVALID_ARGUMENT);
    EXPECT(la_present_surfaces(NULL), LA_ERROR_INVALID_ARGUMENT);
}

#ifdef PICTURES
/* Width or height in a PNG's header. */
static unsigned long number(const unsigned char *bytes)
{
    return (unsigned long)bytes[0] << 24 | (unsigned long)bytes[1] << 16 | (unsigned long)bytes[2] << 8 | bytes[3];
}

static void pictures(la_runtime *runtime)
{
    la_activity order = start(runtime, "delivery", 0);
    la_look look = {.size = sizeof look, .surface = LOCK_SCREEN};
    la_picture_options options = {.size = sizeof options, .flags = LA_PICTURE_BARE, .scale = 2};
    unsigned char *png = NULL;
    char *svg = NULL;
    size_t bytes = 0;
    json_t *own = NULL;
    EXPECT(la_picture_png(runtime, order, &look, &options, EVENING, &png, &bytes), LA_OK);
    TRUE(bytes > 1000 && memcmp(png, "\x89PNG\r\n\x1a\n", 8) == 0 && memcmp(png + 12, "IHDR", 4) == 0);
    TRUE(number(png + 16) == 2 * 371 && number(png + 20) >= 2 * 84 && number(png + 20) <= 2 * 160);
    la_free(png);
    options.flags = LA_PICTURE_OUTLINES;
    EXPECT(la_picture_svg(runtime, order, &look, &options, EVENING, &svg, &bytes), LA_OK);
    TRUE(strlen(svg) == bytes && strstr(svg, "<svg") != NULL && strstr(svg, "Order 42") == NULL);
    la_free(svg);
    EXPECT(la_picture_svg(runtime, order, &look, NULL, EVENING, &svg, NULL), LA_OK);
    TRUE(strstr(svg, "Order 42") != NULL);
    la_free(svg);

    EXPECT(la_present(runtime, order, &look, EVENING, &own), LA_OK);
    EXPECT(la_picture_png_of(json_array_get(own, 0), NULL, EVENING, &png, &bytes), LA_OK);
    la_free(png);
    EXPECT(la_picture_svg_of(json_array_get(own, 0), NULL, EVENING, &svg, &bytes), LA_OK);
    la_free(svg);
    EXPECT(la_picture_svg_of(own, NULL, EVENING, &svg, &bytes), LA_ERROR_UNDECODABLE);
    EXPECT(la_picture_png_of(NULL, NULL, EVENING, &png, &bytes), LA_ERROR_INVALID_ARGUMENT);
    json_decref(own);
    EXPECT(la_picture_png(runtime, order, NULL, NULL, EVENING, &png, &bytes), LA_ERROR_INVALID_ARGUMENT);
    EXPECT(la_picture_png(runtime, order, &look, NULL, EVENING, NULL, &bytes), LA_ERROR_INVALID_ARGUMENT);
    options.scale = 4.5;
    EXPECT(la_picture_png(runtime, order, &look, &options, EVENING, &png, &bytes), LA_ERROR_INVALID_ARGUMENT);
    options.scale = 1;
    options.flags = 4;
    EXPECT(la_picture_png(runtime, order, &look, &options, EVENING, &png, &bytes), LA_ERROR_INVALID_ARGUMENT);
    options.size = 4;
    EXPECT(la_picture_png(runtime, order, &look, &options, EVENING, &png, &bytes), LA_ERROR_INVALID_SIZE);
    /* On the island an ended activity is not shown. */
    EXPECT(la_end(runtime, order, NULL, LA_DISMISS_DEFAULT, 0, 0, EVENING, NULL), LA_OK);
    look.surface = "compact.iPhone393";
    EXPECT(la_picture_png(runtime, order, &look, NULL, EVENING, &png, &bytes), LA_ERROR_NO_LOOK);
}
#endif

int main(int argc, char **argv)
{
    la_runtime *runtime = runtime_with(LA_VIRTUAL_TIME);
    json_t *out = NULL;
    if (argc > 1 && strcmp(argv[1], "without") == 0) {
        json_t *empty = json_array();
        la_activity order = start(runtime, "delivery", 0);
        char *text = NULL;
        EXPECT(la_present(runtime, order, NULL, EVENING, &out), LA_ERROR_UNSUPPORTED);
        EXPECT(la_present_text(runtime, order, NULL, EVENING, &text, NULL), LA_ERROR_UNSUPPORTED);
        EXPECT(la_present_check(empty, EVENING, &out), LA_ERROR_UNSUPPORTED);
        EXPECT(la_present_lint(runtime, "delivery", NULL, &out), LA_ERROR_UNSUPPORTED);
        EXPECT(la_present_surfaces(&out), LA_ERROR_UNSUPPORTED);
        TRUE(strstr(la_last_error(), "without looks") != NULL);
        json_decref(empty);
    } else if (argc > 1) {
        la_activity order = start(runtime, "delivery", 0);
        int n = atoi(argv[1]);
        for (; n > 0; n--) {
            json_t *found = NULL;
            EXPECT(la_present(runtime, order, NULL, EVENING, &out), LA_OK);
            EXPECT(la_present_check(out, EVENING, &found), LA_OK);
            json_decref(found);
            json_decref(out);
        }
    } else {
        kinds(runtime);
        settings(runtime);
        own_kinds(runtime);
#ifdef PICTURES
        pictures(runtime);
#endif
    }
    EXPECT(la_runtime_destroy(runtime), LA_OK);
    return report("looks");
}
