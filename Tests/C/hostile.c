/* hostile.c - every mistake that a host can make gives a status and never a crash. */
#include "check.h"

#include <math.h>

#define BAD LA_ERROR_INVALID_ARGUMENT
static const char broken[] = "br\xFFken"; /* not UTF-8 */

static void nulls(void)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    la_start_options start = start_options("egg", "anna", NULL);
    la_content content;
    la_activity activity;
    la_change change;
    size_t count;
    char *text;
    json_t *json, *object = json_object();
    memset(&content, 0, sizeof content);
    content.size = sizeof content;

    EXPECT(la_runtime_create(NULL, NULL), BAD);
    EXPECT(la_runtime_destroy(NULL), LA_OK);
    EXPECT(la_runtime_advance(NULL, 0, NULL), BAD);
    EXPECT(la_runtime_advance(rt, LA_NOW, NULL), BAD); /* virtual time has not begun */
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_fd(NULL, NULL), BAD);
    EXPECT(la_runtime_fd(rt, NULL), BAD);
    EXPECT(la_runtime_kinds(rt, NULL), BAD);
    EXPECT(la_runtime_kinds(NULL, &json), BAD);
    EXPECT(la_runtime_describe(rt, NULL, &json), BAD);
    EXPECT(la_runtime_describe(rt, "delivery", NULL), BAD);
    EXPECT(la_runtime_describe(rt, "nobody", &json), LA_ERROR_UNKNOWN_KIND);
    EXPECT(la_runtime_describe_text(rt, "delivery", NULL, NULL), BAD);
    EXPECT(la_runtime_add_kind(rt, NULL), BAD);
    EXPECT(la_runtime_add_kind(rt, ""), BAD);
    EXPECT(la_runtime_add_kind(rt, broken), BAD);
    EXPECT(la_runtime_add_kind(rt, "delivery"), LA_ERROR_CANNOT_REGISTER);
    EXPECT(la_runtime_add_provider(rt, NULL), BAD);
    EXPECT(la_runtime_load_plugin(rt, NULL, NULL), BAD);
    EXPECT(la_activity_format(1, NULL), BAD);
    EXPECT(la_activity_parse(NULL, &activity), BAD);
    EXPECT(la_activity_parse("xyz", &activity), BAD);
    EXPECT(la_activity_parse("0000000000000000", NULL), BAD);
    EXPECT(la_start(rt, NULL, EVENING, &activity), BAD);
    EXPECT(la_start(NULL, &start, EVENING, &activity), BAD);
    EXPECT(la_start(rt, &start, EVENING, &activity), BAD); /* no attributes */
    start.attributes = object;
    start.kind = NULL;
    EXPECT(la_start(rt, &start, EVENING, &activity), BAD);
    start.kind = broken;
    EXPECT(la_start(rt, &start, EVENING, &activity), BAD);
    start.kind = "nobody";
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_ERROR_UNKNOWN_KIND);
    start.kind = "delivry";
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_ERROR_UNKNOWN_KIND);
    TRUE(strstr(la_last_error(), "did you mean 'delivery'?") != NULL);
    start.kind = "delivery";
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_ERROR_UNDECODABLE);
    start.owner = NULL;
    EXPECT(la_start(rt, &start, EVENING, &activity), BAD);
    EXPECT(la_update(rt, 1, NULL, NULL, 0, EVENING, NULL), BAD);
    EXPECT(la_update(rt, 1, &content, NULL, 0, EVENING, NULL), BAD);
    EXPECT(la_end(NULL, 1, NULL, 0, 0, 0, EVENING, NULL), BAD);
    EXPECT(la_end(rt, 1, NULL, 0, 0, 0, EVENING, NULL), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_end(rt, 1, NULL, 77, 0, 0, EVENING, NULL), BAD);
    EXPECT(la_send(rt, 1, NULL, NULL, EVENING, NULL), BAD);
    EXPECT(la_send(rt, LA_NO_ACTIVITY, object, NULL, EVENING, NULL), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_send_text(rt, 1, NULL, 0, NULL, EVENING, NULL), BAD);
    EXPECT(la_publish(rt, NULL, object, NULL, EVENING, NULL), BAD);
    EXPECT(la_publish(rt, "t", NULL, NULL, EVENING, NULL), BAD);
    EXPECT(la_publish_text(rt, "t", NULL, 0, NULL, EVENING, NULL), BAD);
    EXPECT(la_perform(rt, 1, NULL, 0, EVENING, NULL), BAD);
    EXPECT(la_perform(rt, 1, "x", 99, EVENING, NULL), BAD);
    EXPECT(la_perform(rt, 1, "x", LA_SURFACE_COMPACT, EVENING, NULL), LA_ERROR_SURFACE_TAKES_NO_ACTIONS);
    EXPECT(la_dismiss(rt, 1, EVENING), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_renew_lease(rt, 1, EVENING), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_permit(rt, NULL, NULL, 1, EVENING), BAD);
    EXPECT(la_permit_frequent_updates(rt, NULL, 1, EVENING), BAD);
    char name[514] = {0};
    memset(name, 'n', 513);
    EXPECT(la_permit(rt, name, NULL, 1, EVENING), LA_ERROR_TOO_LONG);
    EXPECT(la_permit(rt, "a", name, 1, EVENING), LA_ERROR_TOO_LONG);
    EXPECT(la_publish(rt, name, object, NULL, EVENING, NULL), LA_ERROR_TOO_LONG);
    TRUE(strlen(la_last_error()) < 300);
    name[512] = 0;
    EXPECT(la_permit(rt, name, NULL, 1, EVENING), LA_OK);
    EXPECT(la_apply_text(rt, NULL, 0, EVENING, NULL, NULL), BAD);
    EXPECT(la_find(rt, "a", "delivery", "k", NULL), BAD);
    EXPECT(la_find(rt, NULL, "delivery", "k", &activity), BAD);
    EXPECT(la_find(rt, "a", "delivery", "k", &activity), LA_ERROR_NOTHING_RUNNING);
    EXPECT(la_list(rt, NULL, NULL, 0, NULL), BAD);
    EXPECT(la_list(rt, NULL, NULL, 1, &count), BAD);
    EXPECT(la_list(rt, "nobody", NULL, 0, &count), LA_OK);
    EXPECT(la_get_state(rt, 1, NULL), BAD);
    EXPECT(la_get_content(rt, 1, NULL), BAD);
    EXPECT(la_get_content(rt, 1, &json), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_get_attributes(rt, 1, NULL), BAD);
    EXPECT(la_get_content_text(rt, 1, NULL, NULL), BAD);
    EXPECT(la_runtime_poll(rt, NULL, sizeof change, 1, &count), BAD);
    EXPECT(la_runtime_poll(rt, &change, sizeof change, 1, NULL), BAD);
    EXPECT(la_runtime_poll(rt, &change, 8, 1, &count), LA_ERROR_INVALID_SIZE);
    EXPECT(la_runtime_poll(rt, NULL, sizeof change, 0, &count), LA_OK);
    EXPECT(la_runtime_poll_text(rt, 1, NULL, NULL, NULL), BAD);
    EXPECT(la_runtime_poll_text(rt, 0, &text, NULL, NULL), LA_OK);
    la_free(text);
    la_free(NULL);
    la_change_release(NULL);
    EXPECT(la_runtime_run(rt, NULL, NULL), BAD);
    EXPECT(la_runtime_stop(rt), LA_OK);
    EXPECT(la_runtime_snapshot(rt, NULL), BAD);
    EXPECT(la_runtime_unreadable(rt, NULL), BAD);
    EXPECT(la_runtime_notices(rt, NULL), BAD);
    EXPECT(la_runtime_notices_text(rt, NULL, NULL), BAD);
    EXPECT(la_runtime_snapshot_text(rt, NULL, NULL), BAD);
    EXPECT(la_runtime_restore(rt, NULL), BAD);
    EXPECT(la_runtime_restore(rt, object), LA_ERROR_CANNOT_RESTORE);
    EXPECT(la_runtime_restore_text(rt, NULL, 0), BAD);
    EXPECT(la_runtime_restore_text(rt, "{", 1), LA_ERROR_NOT_JSON);
    TRUE(json_object_size(object) == 0 && object->refcount == 1);
    json_decref(object);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

static void sizes(void)
{
    la_options options;
    la_runtime *rt = NULL;
    la_start_options start = start_options("k", "anna", NULL);
    la_content content;
    la_alert alert;
    la_provider provider;
    uint32_t size;
    memset(&options, 0, sizeof options);
    for (size = 0; size < 16; size++) {
        options.size = size;
        EXPECT(la_runtime_create(&options, &rt), LA_ERROR_INVALID_SIZE);
    }
    TRUE(rt == NULL);
    options.size = sizeof options;
    options.flags = 0x80000000u;
    EXPECT(la_runtime_create(&options, &rt), LA_ERROR_UNSUPPORTED);
    options.flags = 0;
    options.store_path = "/tmp/x";
    EXPECT(la_runtime_create(&options, &rt), LA_ERROR_UNSUPPORTED);

    rt = runtime_with(LA_VIRTUAL_TIME);
    start.size = 0;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_INVALID_SIZE);
    memset(&content, 0, sizeof content);
    EXPECT(la_update(rt, 1, &content, NULL, 0, EVENING, NULL), LA_ERROR_INVALID_SIZE);
    content.size = sizeof content;
    content.state_text = "{}";
    content.state_text_bytes = 2;
    memset(&alert, 0, sizeof alert);
    EXPECT(la_update(rt, 1, &content, &alert, 0, EVENING, NULL), LA_ERROR_INVALID_SIZE);
    memset(&provider, 0, sizeof provider);
    EXPECT(la_runtime_add_provider(rt, &provider), LA_ERROR_INVALID_SIZE);
    provider.size = sizeof provider;
    EXPECT(la_runtime_add_provider(rt, &provider), LA_ERROR_BAD_PLUGIN);
    provider.abi_version = 99;
    EXPECT(la_runtime_add_provider(rt, &provider), LA_ERROR_BAD_PLUGIN);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

static void handles(void)
{
    la_runtime *first = runtime_with(LA_VIRTUAL_TIME), *second, *many[LA_RUNTIMES_MAX + 1];
    int count = 0;
    uintptr_t guess;
    la_status status;
    EXPECT(la_runtime_destroy(first), LA_OK);
    EXPECT(la_runtime_destroy(first), LA_ERROR_INVALID_HANDLE);
    second = runtime_with(LA_VIRTUAL_TIME);
    TRUE(first != second);
    EXPECT(la_runtime_advance(first, EVENING, NULL), LA_ERROR_INVALID_HANDLE);
    EXPECT(la_runtime_advance(second, EVENING, NULL), LA_OK);
    for (guess = 1; guess != 0; guess <<= 1)
        EXPECT(la_runtime_advance((la_runtime *)guess, EVENING, NULL), LA_ERROR_INVALID_HANDLE);
    EXPECT(la_runtime_advance((la_runtime *)&guess, EVENING, NULL), LA_ERROR_INVALID_HANDLE);
    EXPECT(la_runtime_destroy(second), LA_OK);
    while ((status = la_runtime_create(NULL, &many[count])) == LA_OK)
        count++;
    TRUE(status == LA_ERROR_TOO_MANY_RUNTIMES && count == LA_RUNTIMES_MAX);
    while (count > 0)
        EXPECT(la_runtime_destroy(many[--count]), LA_OK);
}

static void json(void)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    la_activity activity = 0;
    la_content content;
    json_t *cycle = json_object(), *deep, *large, *ok = json_object(), *bytes = json_object();
    la_start_options start = start_options("note", "anna", cycle);
    char *text;
    size_t i;
    memset(&content, 0, sizeof content);
    content.size = sizeof content;
    content.state = ok;
    start.content = &content;
    EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);

    /* jansson itself refuses a direct cycle, but not a cycle through two objects. */
    {
        json_t *other = json_object();
        json_object_set_new(cycle, "other", other);
        json_object_set(other, "cycle", cycle);
        EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
        EXPECT(la_send(rt, activity, cycle, NULL, EVENING, NULL), LA_ERROR_UNKNOWN_ACTIVITY);
        EXPECT(la_publish(rt, "t", cycle, NULL, EVENING, NULL), LA_ERROR_NOT_JSON);
        EXPECT(la_runtime_restore(rt, cycle), LA_ERROR_CANNOT_RESTORE);
        start.attributes = ok;
        content.state = cycle;
        EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
        content.state = ok;
        json_object_clear(other);
    }
    deep = json_array();
    for (i = 0; i < 100000; i++) {
        json_t *outer = json_array();
        json_array_append_new(outer, deep);
        deep = outer;
    }
    start.attributes = deep;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
    for (i = 0; i < 100000; i++) { /* json_decref() of it would overflow the stack */
        json_t *inner = json_incref(json_array_get(deep, 0));
        json_decref(deep);
        deep = inner;
    }
    json_decref(deep);

    text = malloc(2000000);
    memset(text, 'x', 2000000);
    large = json_stringn(text, 2000000);
    start.attributes = large;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
    json_decref(large);
    large = json_stringn(text, 5000);
    start.attributes = large;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_PAYLOAD_TOO_LARGE);
    json_decref(large);
    memset(text, '[', 2000000);
    EXPECT(la_send_text(rt, 1, text, 2000000, NULL, EVENING, NULL), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_publish_text(rt, "t", text, 1000000, NULL, EVENING, NULL), LA_ERROR_NOT_JSON);
    EXPECT(la_runtime_restore_text(rt, text, 2000000), LA_ERROR_NOT_JSON);
    EXPECT(la_apply_text(rt, text, 1000000, EVENING, NULL, NULL), LA_ERROR_NOT_JSON);
    EXPECT(la_publish_text(rt, "t", "{\"a\": 1}", (size_t)-1, NULL, EVENING, NULL), BAD);
    free(text);

    json_object_set_new_nocheck(bytes, "k", json_string_nocheck(broken));
    start.attributes = bytes;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
    json_object_clear(bytes);
    json_object_set_new_nocheck(bytes, broken, json_true());
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
    {
        static const char *const texts[] = {"", "nul", "{\"a\":1,\"a\":2}", "\"\xFF\"", "[1,]", "1e999", "{\"\\u0000\":1}"};
        for (i = 0; i < sizeof texts / sizeof *texts; i++) {
            start.attributes = NULL;
            start.attributes_text = texts[i];
            start.attributes_text_bytes = strlen(texts[i]);
            la_start(rt, &start, EVENING, NULL); /* any status will do, but one */
            la_apply_text(rt, texts[i], strlen(texts[i]), EVENING, NULL, NULL);
            la_send_text(rt, activity, texts[i], strlen(texts[i]), NULL, EVENING, NULL);
        }
    }
    start.attributes = ok;
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_OK);
    content.relevance = NAN;
    EXPECT(la_update(rt, activity, &content, NULL, 0, EVENING, NULL), LA_ERROR_RELEVANCE_NOT_FINITE);
    content.relevance = INFINITY;
    EXPECT(la_update(rt, activity, &content, NULL, 0, EVENING, NULL), LA_ERROR_RELEVANCE_NOT_FINITE);
    json_decref(cycle);
    json_decref(ok);
    json_decref(bytes);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* An array in an array in an array ... */
static json_t *nested(int depth)
{
    json_t *value = json_array();
    while (--depth > 0) {
        json_t *outer = json_array();
        json_array_append_new(outer, value);
        value = outer;
    }
    return value;
}

static void limits(void)
{
    static const int depths[] = {1, 128, 512};
    la_options options;
    la_runtime *rt = NULL, *other;
    json_t *value, *snapshot, *unreadable;
    la_start_options start = start_options("note", "anna", NULL);
    la_content content;
    la_activity activity;
    char *text;
    size_t i;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = LA_VIRTUAL_TIME;
    options.payload_bytes_max = LA_NO_PAYLOAD_LIMIT;
    options.json_depth_max = 513;
    EXPECT(la_runtime_create(&options, &rt), BAD);
    TRUE(strstr(la_last_error(), "json_depth_max") != NULL);
    options.json_depth_max = 4000000;
    EXPECT(la_runtime_create(&options, &rt), BAD);
    options.json_depth_max = 0;
    options.json_bytes_max = (1u << 30) + 1;
    EXPECT(la_runtime_create(&options, &rt), BAD);
    TRUE(strstr(la_last_error(), "json_bytes_max") != NULL);
    TRUE(rt == NULL);
    options.json_bytes_max = 1u << 30;

    memset(&content, 0, sizeof content);
    content.size = sizeof content;
    start.content = &content;
    for (i = 0; i < sizeof depths / sizeof *depths; i++) {
        options.json_depth_max = depths[i];
        EXPECT(la_runtime_create(&options, &rt), LA_OK);
        EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);
        start.attributes = value = nested(depths[i]);
        content.state = value;
        EXPECT(la_start(rt, &start, EVENING, &activity), LA_OK);
        json_decref(value);
        start.attributes = value = nested(depths[i] + 1);
        EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
        json_decref(value);
        start.attributes = value = nested(20000);
        EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
        json_decref(value);
        EXPECT(la_runtime_poll_text(rt, 10, &text, NULL, NULL), LA_OK);
        la_free(text);

        /* A snapshot with the deepest possible content can be read in every form. */
        EXPECT(la_runtime_snapshot(rt, &snapshot), LA_OK);
        EXPECT(la_runtime_snapshot_text(rt, &text, NULL), LA_OK);
        other = runtime_with(LA_VIRTUAL_TIME);
        EXPECT(la_runtime_add_kind(other, "note"), LA_OK);
        EXPECT(la_runtime_restore(other, snapshot), LA_OK);
        EXPECT(la_get_content(other, activity, &value), LA_OK);
        json_decref(value);
        EXPECT(la_runtime_restore_text(other, text, strlen(text)), LA_OK);
        EXPECT(la_get_content(other, activity, &value), LA_OK);
        json_decref(value);
        EXPECT(la_runtime_unreadable(other, &unreadable), LA_OK);
        TRUE(json_array_size(unreadable) == 0);
        json_decref(unreadable);
        EXPECT(la_runtime_destroy(other), LA_OK);
        la_free(text);
        json_decref(snapshot);
        EXPECT(la_runtime_destroy(rt), LA_OK);
    }
}

/* Numbers that a json_t cannot represent are refused in input, so that no output fails later. */
static void numbers(void)
{
    static const char *const good[] = {"1e308", "-9223372036854775808", "100000000000000000000", "0.1"};
    static const char *const bad[] = {"1e999", "-1e999", "1e-999", "123456789012345678901234567890", "18446744073709551615"};
    static const char command[] = "{\"command\":\"update\",\"activity\":\"%016llx\",\"content\":{\"state\":[\n %s]}}";
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    json_t *ok = json_object(), *snapshot, *unreadable;
    la_start_options start = start_options("note", "anna", ok);
    la_content content;
    la_activity activity;
    la_change changes[16];
    char text[256], *whole, *place;
    size_t i, count;
    memset(&content, 0, sizeof content);
    content.size = sizeof content;
    content.state = ok;
    start.content = &content;
    EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_OK);
    content.state = NULL;
    for (i = 0; i < sizeof good / sizeof *good; i++) {
        content.state_text = good[i];
        content.state_text_bytes = strlen(good[i]);
        EXPECT(la_update(rt, activity, &content, NULL, 0, EVENING, NULL), LA_OK);
    }
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        content.state_text = bad[i];
        content.state_text_bytes = strlen(bad[i]);
        EXPECT(la_update(rt, activity, &content, NULL, 0, EVENING, NULL), LA_ERROR_NOT_JSON);
        snprintf(text, sizeof text, command, (unsigned long long)activity, bad[i]);
        EXPECT(la_apply_text(rt, text, strlen(text), EVENING, NULL, NULL), LA_ERROR_NOT_JSON);
        TRUE(strstr(la_last_error(), "line 2, column 2") != NULL);
    }
    EXPECT(la_runtime_poll(rt, changes, sizeof *changes, 16, &count), LA_OK);
    TRUE(count == 5);
    while (count > 0)
        la_change_release(&changes[--count]);
    EXPECT(la_runtime_snapshot(rt, &snapshot), LA_OK);
    json_decref(snapshot);

    /* In a snapshot of another host such a number makes only its own activity unreadable, whether or not the kind is
     * registered. */
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_NOT_JSON);
    content.state_text = "[0.125]";
    content.state_text_bytes = 7;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_poll_text(rt, 16, &whole, NULL, NULL), LA_OK);
    la_free(whole);
    EXPECT(la_runtime_snapshot_text(rt, &whole, NULL), LA_OK);
    place = strstr(whole, "0.125");
    TRUE(place != NULL);
    memcpy(place, "1e999", 5);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    for (i = 0; i < 2; i++) {
        rt = runtime_with(LA_VIRTUAL_TIME);
        if (i == 0)
            EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);
        EXPECT(la_runtime_restore_text(rt, whole, strlen(whole)), LA_OK);
        EXPECT(la_runtime_unreadable(rt, &unreadable), LA_OK);
        TRUE(json_array_size(unreadable) == 1);
        json_decref(unreadable);
        EXPECT(la_runtime_snapshot(rt, &snapshot), LA_OK);
        EXPECT(la_runtime_restore(rt, snapshot), LA_OK);
        json_decref(snapshot);
        if (i == 1)
            EXPECT(la_runtime_add_kind(rt, "note"), LA_OK);
        EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
        TRUE(count == 1);
        EXPECT(la_runtime_unreadable(rt, &unreadable), LA_OK);
        TRUE(json_array_size(unreadable) == 1);
        json_decref(unreadable);
        EXPECT(la_runtime_destroy(rt), LA_OK);
    }
    la_free(whole);
    json_decref(ok);
}

/* Times in seconds, before or after times in milliseconds. */
static void seconds(void)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    int64_t next;
    EXPECT(la_runtime_advance(rt, EVENING / 1000, &next), LA_ERROR_IMPLAUSIBLE_DATE);
    TRUE(strstr(la_last_error(), "looks like seconds") != NULL && strstr(la_last_error(), "milliseconds are expected") != NULL);
    EXPECT(la_permit(rt, "anna", NULL, 1, EVENING / 1000), LA_ERROR_IMPLAUSIBLE_DATE);
    EXPECT(la_runtime_advance(rt, EVENING * 1000, &next), BAD);
    TRUE(strstr(la_last_error(), "microseconds") != NULL);
    EXPECT(la_runtime_advance(rt, EVENING, &next), LA_OK); /* which is right */
    EXPECT(la_runtime_advance(rt, EVENING / 1000, &next), LA_ERROR_IMPLAUSIBLE_DATE);
    EXPECT(la_permit(rt, "anna", NULL, 1, EVENING / 1000 + 1), LA_ERROR_IMPLAUSIBLE_DATE);
    EXPECT(la_permit(rt, "anna", NULL, 1, EVENING - 1), LA_OK); /* counts as the latest */
    EXPECT(la_runtime_destroy(rt), LA_OK);
    /* Virtual time may begin with 0, and may advance to such numbers. */
    rt = runtime_with(LA_VIRTUAL_TIME);
    EXPECT(la_runtime_advance(rt, 999999999, &next), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING / 1000, &next), LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    rt = runtime_with(LA_VIRTUAL_TIME);
    EXPECT(la_runtime_advance(rt, 1000000000, &next), LA_ERROR_IMPLAUSIBLE_DATE);
    EXPECT(la_runtime_advance(rt, 99999999999, &next), LA_ERROR_IMPLAUSIBLE_DATE);
    EXPECT(la_runtime_advance(rt, 100000000000, &next), LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

static void times(void)
{
    static const int64_t odd[] = {INT64_MAX, INT64_MIN + 1, INT64_MAX - 1, -62135596800001, 253402300800000};
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    json_t *attributes = json_pack("{s:i}", "timerDuration", 600);
    la_start_options start = start_options("meditationTimer", "anna", attributes);
    int64_t next;
    size_t i;
    for (i = 0; i < sizeof odd / sizeof *odd; i++) {
        EXPECT(la_runtime_advance(rt, odd[i], &next), BAD);
        EXPECT(la_start(rt, &start, odd[i], NULL), BAD);
        start.end_ms = odd[i];
        EXPECT(la_start(rt, &start, EVENING, NULL), BAD);
        start.end_ms = 0;
    }
    start.end_ms = EVENING / 1000; /* seconds, where milliseconds are due */
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_IMPLAUSIBLE_DATE);
    TRUE(strstr(la_last_error(), "it looks like seconds; milliseconds are expected") != NULL);
    start.end_ms = 0;
    start.lease_stale_ms = -5;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_INVALID_LEASE);
    start.lease_stale_ms = 0;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_advance(rt, 253402300799999, &next), LA_OK);
    TRUE(next == LA_NEVER);
    EXPECT(la_runtime_advance(rt, EVENING, &next), LA_OK); /* time never runs backwards */
    json_decref(attributes);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* ---------------------------------------------------------------- Callbacks that misbehave */

static la_runtime *the_runtime;
static la_status seen[6];
static int mode;

static la_status bad_content(void *user_data, la_scope *scope)
{
    char *text;
    la_change change;
    size_t count;
    (void)user_data;
    seen[0] = la_runtime_advance(the_runtime, EVENING, NULL);
    seen[1] = la_runtime_destroy(the_runtime);
    seen[2] = la_runtime_poll(the_runtime, &change, sizeof change, 1, &count);
    seen[3] = la_runtime_poll_text(the_runtime, 1, &text, NULL, NULL);
    seen[4] = la_runtime_add_kind(the_runtime, "another");
    seen[5] = la_runtime_stop(the_runtime);
    scope->state = json_object();
    return LA_OK;
}

static la_status bad_handle(void *user_data, const json_t *event, la_scope *scope)
{
    json_t *cycle, *other;
    (void)user_data;
    (void)event;
    switch (mode) {
    case 0: return -12345;
    case 1: return 7;
    case 2: json_decref(scope->state); scope->state = NULL; return LA_OK;
    case 3:
        cycle = json_object();
        other = json_object();
        json_object_set_new(cycle, "other", other);
        json_object_set(other, "cycle", cycle); /* leaks when it is let go: it is a cycle */
        json_decref(scope->state);
        scope->state = cycle;
        return LA_OK;
    case 4: {
        char *text = malloc(5001);
        memset(text, 'x', 5000);
        text[5000] = 0;
        json_object_set_new(scope->state, "x", json_string(text));
        free(text);
        return LA_OK;
    }
    case 5: json_object_set_new_nocheck(scope->state, "x", json_string_nocheck(broken)); return LA_OK;
    case 6: scope->wake_ms = scope->now_ms; return LA_OK;
    case 7: scope->relevance = NAN; return LA_OK;
    case 8: scope->alert = json_string("no alert"); return LA_OK;
    case 9: scope->dismissal = 99; return LA_OK;
    case 10: memset(scope->reason, 0xFF, sizeof scope->reason); return LA_ERROR_REFUSED;
    case 11: scope->wake_ms = INT64_MAX; return LA_OK;
    case 12: json_decref(scope->state); scope->state = json_integer(3); return LA_OK; /* any JSON is a state */
    default: return LA_OK;
    }
}

static json_t *bad_topics(void *user_data, const json_t *attributes)
{
    (void)user_data;
    (void)attributes;
    return json_pack("{s:i}", "not", 1);
}

static json_t *bad_options(void *user_data, const json_t *attributes, int64_t now_ms)
{
    (void)now_ms;
    return bad_topics(user_data, attributes);
}

static json_t *bad_samples(void *user_data)
{
    (void)user_data;
    return json_pack("[i,i]", 3, 1);
}

static la_status bad_init(void *user_data)
{
    (void)user_data;
    return -1;
}

static void callbacks(void)
{
    static const la_status expected[] = {
        LA_ERROR_REFUSED, LA_ERROR_REFUSED, LA_ERROR_REFUSED, LA_ERROR_REFUSED, LA_ERROR_PAYLOAD_TOO_LARGE,
        LA_ERROR_REFUSED, LA_ERROR_WAKE_NOT_IN_FUTURE, LA_ERROR_RELEVANCE_NOT_FINITE, LA_ERROR_REFUSED,
        LA_ERROR_REFUSED, LA_ERROR_REFUSED, LA_ERROR_REFUSED, LA_OK};
    la_runtime *rt = the_runtime = runtime_with(LA_VIRTUAL_TIME);
    json_t *object = json_object(), *before, *after;
    la_start_options start = start_options("bad", "anna", object);
    la_provider provider;
    la_activity activity;
    int i;
    memset(&provider, 0, sizeof provider);
    provider.size = sizeof provider;
    provider.abi_version = LA_PLUGIN_ABI_VERSION;
    provider.kind = "bad";
    provider.init = bad_init;
    EXPECT(la_runtime_add_provider(rt, &provider), LA_ERROR_BAD_PLUGIN);
    provider.init = NULL;
    provider.content = bad_content;
    provider.handle = bad_handle;
    provider.topics = bad_topics;
    provider.options = bad_options;
    provider.samples = bad_samples;
    EXPECT(la_runtime_add_provider(rt, &provider), LA_OK);
    EXPECT(la_runtime_add_provider(rt, &provider), LA_ERROR_CANNOT_REGISTER);
    EXPECT(la_runtime_describe(rt, "bad", &before), LA_ERROR_BAD_PLUGIN);
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_ERROR_INVALID_VALUE);
    EXPECT(la_runtime_destroy(rt), LA_OK);

    rt = the_runtime = runtime_with(LA_VIRTUAL_TIME);
    provider.topics = NULL;
    provider.options = NULL;
    provider.samples = NULL;
    EXPECT(la_runtime_add_provider(rt, &provider), LA_OK);
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_OK);
    for (i = 0; i < 6; i++)
        EXPECT(seen[i], LA_ERROR_BUSY);
    for (mode = 0; mode < (int)(sizeof expected / sizeof *expected); mode++) {
        EXPECT(la_get_content(rt, activity, &before), LA_OK);
        if (mode != 3 || getenv("LEAKS_ARE_CHECKED") == NULL)
            EXPECT(la_send(rt, activity, object, NULL, EVENING, NULL), expected[mode]);
        EXPECT(la_get_content(rt, activity, &after), LA_OK);
        TRUE(expected[mode] == LA_OK || json_equal(before, after));
        json_decref(before);
        json_decref(after);
    }
    EXPECT(la_perform(rt, activity, "any", LA_SURFACE_LOCK_SCREEN, EVENING, NULL), LA_ERROR_REFUSED);
    json_decref(object);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

/* Accepts only attributes with "ok", and a count from 0 to 9. Its change of the state is ignored. */
static la_status picky(void *user_data, la_scope *scope)
{
    (*(int *)user_data)++;
    if (scope->state == NULL)
        return json_object_get(scope->attributes, "ok") != NULL ? LA_OK : LA_ERROR_REFUSED;
    if (json_integer_value(json_object_get(scope->state, "count")) > 9) {
        snprintf(scope->reason, sizeof scope->reason, "it counts to 9");
        return LA_ERROR_REFUSED;
    }
    json_object_set_new(scope->state, "count", json_integer(77));
    return LA_OK;
}

static la_status picky_content(void *user_data, la_scope *scope)
{
    (void)user_data;
    scope->state = json_pack("{s:i}", "count", 99); /* the check does not receive the provider's own content */
    return LA_OK;
}

/* Values that can be decoded but are invalid are refused in every argument, without effect. */
static void impossible(void)
{
    int asked = 0;
    la_provider provider;
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME), *other = runtime_with(LA_VIRTUAL_TIME);
    json_t *good = json_pack("{s:b}", "ok", 1), *bad = json_object(), *snapshot, *list, *value;
    json_t *few = json_pack("{s:i}", "count", 3), *many = json_pack("{s:i}", "count", 10);
    json_t *empty = json_pack("{s:i, s:[], s:[]}", "leading", 0, "matches", "moments");
    la_start_options start = start_options("picky", "anna", good);
    la_content content;
    la_activity activity, match;
    la_change changes[8];
    size_t count;
    static const char sports[] = "{\"title\":\"Cup\",\"sport\":{\"name\":\"football\",\"periods\":2,\"periodMinutes\":45,"
                                 "\"intervalMinutes\":5,\"halfTimeMinutes\":15,\"overtimes\":2,\"overtimeMinutes\":15,"
                                 "\"hasShootOut\":true,\"clock\":\"countsUp\",\"points\":[1],\"scoresAreNews\":true},"
                                 "\"matches\":[{\"id\":\"m1\",\"home\":{\"name\":\"N\",\"code\":\"N\"},"
                                 "\"away\":{\"name\":\"S\",\"code\":\"S\"},\"kickOff\":803667600}]}";
    static const char goal[] = "{\"match\":\"m1\",\"number\":1,\"scored\":{\"side\":\"home\",\"minute\":1}}";
    memset(&content, 0, sizeof content);
    content.size = sizeof content;
    memset(&provider, 0, sizeof provider);
    provider.size = sizeof provider;
    provider.abi_version = LA_PLUGIN_ABI_VERSION;
    provider.kind = "picky";
    provider.user_data = &asked;
    provider.content = picky_content;
    provider.validate = picky;
    EXPECT(la_runtime_add_provider(rt, &provider), LA_OK);
    EXPECT(la_start(rt, &start, EVENING, &activity), LA_OK);
    TRUE(asked == 1);
    start.attributes = bad;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_INVALID_VALUE);
    TRUE(asked == 2);
    content.state = many;
    EXPECT(la_update(rt, activity, &content, NULL, 0, EVENING, NULL), LA_ERROR_INVALID_VALUE);
    TRUE(asked == 3 && strstr(la_last_error(), "it counts to 9") != NULL);
    content.state = few;
    EXPECT(la_update(rt, activity, &content, NULL, 0, EVENING, NULL), LA_OK);
    EXPECT(la_get_content(rt, activity, &value), LA_OK);
    TRUE(json_equal(value, few));
    json_decref(value);
    start.attributes = good;
    start.content = &content;
    content.state = many;
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_ERROR_INVALID_VALUE);

    /* Regression: the goal ended the process. */
    start = start_options("sports", "anna", NULL);
    start.attributes_text = sports;
    start.attributes_text_bytes = sizeof sports - 1;
    EXPECT(la_start(rt, &start, EVENING, &match), LA_OK);
    content.state = empty;
    EXPECT(la_update(rt, match, &content, NULL, 0, EVENING, NULL), LA_ERROR_INVALID_VALUE);
    EXPECT(la_send_text(rt, match, goal, sizeof goal - 1, NULL, EVENING, NULL), LA_OK);

    /* A restored activity that its provider refuses is skipped; the others are restored. */
    EXPECT(la_runtime_poll(rt, changes, sizeof *changes, 8, &count), LA_OK);
    while (count > 0)
        la_change_release(&changes[--count]);
    EXPECT(la_runtime_snapshot(rt, &snapshot), LA_OK);
    json_object_update(
        json_object_get(json_object_get(json_array_get(json_object_get(json_array_get(json_object_get(snapshot, "kinds"), 4),
                                                                       "activities"), 0), "content"), "state"), many);
    EXPECT(la_runtime_add_provider(other, &provider), LA_OK);
    EXPECT(la_runtime_restore(other, snapshot), LA_OK);
    EXPECT(la_runtime_unreadable(other, &list), LA_OK);
    TRUE(json_array_size(list) == 1);
    EXPECT(la_get_content(other, activity, &value), LA_ERROR_UNKNOWN_ACTIVITY);
    EXPECT(la_get_content(other, match, &value), LA_OK);
    json_decref(value);
    json_decref(list);
    json_decref(snapshot);
    EXPECT(la_runtime_destroy(other), LA_OK);
    EXPECT(la_runtime_destroy(rt), LA_OK);
    json_decref(good);
    json_decref(bad);
    json_decref(few);
    json_decref(many);
    json_decref(empty);
}

static void ten_thousand(void)
{
    la_options options;
    la_runtime *rt;
    json_t *attributes = json_pack("{s:i}", "timerDuration", 600);
    la_activity *ids = calloc(10000, sizeof *ids);
    la_start_options start = start_options("meditationTimer", NULL, attributes);
    size_t count, total = 0;
    la_change *changes = calloc(1000, sizeof *changes);
    char owner[32];
    int i;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = LA_VIRTUAL_TIME;
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    for (i = 0; i < 10000; i++) {
        snprintf(owner, sizeof owner, "owner %d", i);
        start.owner = owner;
        EXPECT(la_start(rt, &start, EVENING + i, &ids[i]), LA_OK);
    }
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 10000);
    for (i = 0; i < 10000; i += 2)
        EXPECT(la_end(rt, ids[i], NULL, LA_DISMISS_IMMEDIATE, 0, 0, EVENING + 10000, NULL), LA_OK);
    for (i = 0; i < 10000; i += 2)
        EXPECT(la_dismiss(rt, ids[i], EVENING + 10000), LA_ERROR_UNKNOWN_ACTIVITY);
    do {
        size_t j;
        EXPECT(la_runtime_poll(rt, changes, sizeof *changes, 1000, &count), LA_OK);
        total += count;
        for (j = 0; j < count; j++) {
            la_change_release(&changes[j]);
            la_change_release(&changes[j]);
        }
    } while (count > 0);
    TRUE(total == 20000);
    EXPECT(la_runtime_destroy(rt), LA_OK); /* with 5,000 alive */
    free(changes);
    free(ids);
    json_decref(attributes);
}

static void too_many_changes(void)
{
    la_options options;
    la_runtime *rt;
    json_t *attributes = json_pack("{s:i}", "timerDuration", 600);
    la_start_options start = start_options("meditationTimer", "anna", attributes);
    la_status status = LA_OK;
    char *text;
    int i;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = LA_VIRTUAL_TIME;
    options.changes_max = 100;
    EXPECT(la_runtime_create(&options, &rt), LA_OK);
    for (i = 0; i < 1000 && status == LA_OK; i++)
        status = la_start(rt, &start, EVENING, NULL);
    TRUE(status == LA_ERROR_CHANGES_NOT_POLLED && i < 150);
    EXPECT(la_runtime_snapshot_text(rt, &text, NULL), LA_ERROR_CHANGES_NOT_POLLED);
    EXPECT(la_runtime_poll_text(rt, 1000, &text, NULL, NULL), LA_OK);
    la_free(text);
    EXPECT(la_start(rt, &start, EVENING, NULL), LA_OK);
    json_decref(attributes);
    EXPECT(la_runtime_destroy(rt), LA_OK);
}

int main(void)
{
    TRUE(strcmp(la_last_error(), "") == 0);
    TRUE(strcmp(la_status_name(LA_OK), "LA_OK") == 0 && strcmp(la_status_name(-9999), "LA_ERROR") == 0);
    nulls();
    sizes();
    handles();
    json();
    limits();
    numbers();
    times();
    seconds();
    callbacks();
    impossible();
    ten_thousand();
    too_many_changes();
    return report("hostile use");
}
