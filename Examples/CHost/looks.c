/* looks.c - presentations and images of an activity, from C.
 *
 *     cc looks.c $(pkg-config --cflags --libs live-activities jansson) -o looks
 *     ./looks
 *
 * With pictures, where the library was built with them (Scripts/package-c --with-pictures):
 *
 *     cc -DPICTURES looks.c $(pkg-config --cflags --libs live-activities-pictures jansson) -o looks
 *     ./looks DIRECTORY
 */
#include <live_activities.h>
#ifdef PICTURES
#include <live_activity_pictures.h>
#endif

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void check(la_status status, const char *what)
{
    if (status == LA_OK)
        return;
    fprintf(stderr, "%s: %s: %s\n", what, la_status_name(status), la_last_error());
    exit(1);
}

/* 2026-06-20 17:00:00 UTC, in virtual time, so that every run prints the same. */
#define EVENING INT64_C(1781974800000)

static la_activity start_first_sample(la_runtime *runtime, const char *kind)
{
    la_start_options start = {.size = sizeof start, .kind = kind, .owner = "anna"};
    la_activity activity;
    json_t *description;
    check(la_runtime_describe(runtime, kind, &description), "describe");
    start.attributes = json_array_get(json_object_get(description, "attributes"), 0);
    check(la_start(runtime, &start, EVENING, &activity), "start");
    json_decref(description);
    return activity;
}

/* The texts of a tree, in reading order. */
static void print_texts(const json_t *node)
{
    const char *key;
    size_t index;
    json_t *value;
    if (json_is_object(node)) {
        json_t *text = json_object_get(node, "string");
        if (json_is_string(text))
            printf(" \"%s\"", json_string_value(text));
        json_object_foreach((json_t *)node, key, value) print_texts(value);
    } else if (json_is_array(node)) {
        json_array_foreach(node, index, value) print_texts(value);
    }
}

static void print_presentations(la_runtime *runtime, la_activity activity, const la_look *look)
{
    json_t *presentations, *presentation;
    size_t index;
    check(la_present(runtime, activity, look, EVENING, &presentations), "present");
    json_array_foreach(presentations, index, presentation) {
        printf("  %s, %zu part(s):", json_string_value(json_object_get(presentation, "surface")),
               json_array_size(json_object_get(presentation, "parts")));
        print_texts(json_object_get(presentation, "parts"));
        printf("\n");
    }
    json_decref(presentations);
}

#ifdef PICTURES
static void save(const char *directory, const char *name, const void *bytes, size_t count)
{
    char path[4096];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}
#endif

int main(int argc, char **argv)
{
    static const char *const languages[] = {"en", "de", "ar"};
    la_options options = {.size = sizeof options, .flags = LA_VIRTUAL_TIME, .seed = 1};
    la_look look = {.size = sizeof look, .surface = "lockScreen.iPhone393"};
    la_runtime *runtime;
    la_activity activity;
    json_t *presentations, *findings, *surfaces;
    char *text;
    size_t bytes, i;
    la_status status;

    (void)argc, (void)argv;
    check(la_runtime_create(&options, &runtime), "create");
    status = la_present_surfaces(&surfaces);
    if (status == LA_ERROR_UNSUPPORTED) {
        printf("%s\n", la_last_error());
        return la_runtime_destroy(runtime) == LA_OK ? 0 : 1;
    }
    check(status, "surfaces");
    printf("%zu surfaces; the first is %s\n", json_array_size(surfaces),
           json_string_value(json_object_get(json_array_get(surfaces, 0), "name")));
    json_decref(surfaces);

    activity = start_first_sample(runtime, "delivery");
    printf("every surface:\n");
    print_presentations(runtime, activity, NULL);
    for (i = 0; i < sizeof languages / sizeof *languages; i++) {
        look.language = languages[i];
        printf("in %s:\n", languages[i]);
        print_presentations(runtime, activity, &look);
    }
    look.language = NULL;

    /* Presentations as text, for hosts without jansson. */
    check(la_present_text(runtime, activity, &look, EVENING, &text, &bytes), "present as text");
    printf("as text: %s\n", bytes > 2 && text[0] == '[' ? "an array" : "something else");
    la_free(text);

    /* At the largest text size some texts no longer fit, which the check detects. */
    look.text_size = 8;
    check(la_present(runtime, activity, &look, EVENING, &presentations), "present");
    check(la_present_check(presentations, EVENING, &findings), "check");
    printf("at the largest text size: %zu finding(s)\n", json_array_size(findings));
    json_decref(presentations);
    json_decref(findings);

    /* Checks all samples of a kind on all surfaces, as a test of the kind's author does. */
    check(la_present_lint(runtime, "meditationTimer", NULL, &findings), "lint");
    printf("meditationTimer: %zu finding(s)\n", json_array_size(findings));
    json_decref(findings);

#ifdef PICTURES
    if (argc > 1) {
        la_picture_options large = {.size = sizeof large, .scale = 2};
        unsigned char *png;
        look.text_size = 0;
        check(la_picture_png(runtime, activity, &look, &large, EVENING, &png, &bytes), "draw");
        save(argv[1], "delivery.png", png, bytes);
        la_free(png);
        check(la_picture_svg(runtime, activity, &look, NULL, EVENING, &text, &bytes), "draw");
        save(argv[1], "delivery.svg", text, bytes);
        la_free(text);

        /* A presentation is a value: a host may write one for a kind of its own. */
        check(la_present(runtime, activity, &look, EVENING, &presentations), "present");
        check(la_picture_png_of(json_array_get(presentations, 0), NULL, EVENING, &png, &bytes), "draw");
        la_free(png);
        check(la_picture_svg_of(json_array_get(presentations, 0), NULL, EVENING, &text, &bytes), "draw");
        la_free(text);
        json_decref(presentations);
        printf("drawn\n");
    }
#endif
    check(la_runtime_destroy(runtime), "destroy");
    return 0;
}
