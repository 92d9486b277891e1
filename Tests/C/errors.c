/* errors.c - the error messages that a host and a plugin in C get for invalid JSON or settings. */
#include "check.h"

#define HOUR INT64_C(3600000)

/* Whether the message of the latest failure contains these words. */
static int says(const char *words)
{
    if (strstr(la_last_error(), words))
        return 1;
    printf("    it says: %s\n", la_last_error());
    return 0;
}

static la_activity delivery(la_runtime *rt, const char *key)
{
    json_t *attributes = json_pack("{s:i,s:s}", "orderNumber", 1, "restaurantName", "Pizza");
    la_start_options start = start_options("delivery", "anna", attributes);
    la_activity order = LA_NO_ACTIVITY;
    start.key = key;
    EXPECT(la_start(rt, &start, LA_NOW, &order), LA_OK);
    json_decref(attributes);
    return order;
}

/* Text that is not JSON is distinguished from JSON that is not an event. */
static void text(void)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    la_activity order;
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    order = delivery(rt, "1");
    EXPECT(la_send_text(rt, order, "{\"preparationStarted\":{}", 24, NULL, EVENING, NULL), LA_ERROR_NOT_JSON);
    TRUE(says("line 1"));
    EXPECT(la_send_text(rt, order, "{\"nobody\":{}}", 13, NULL, EVENING, NULL), LA_ERROR_UNDECODABLE);
    TRUE(says("preparationStarted")); /* the cases that there are */
    EXPECT(la_send_text(rt, order, "3", 1, NULL, EVENING, NULL), LA_ERROR_UNDECODABLE);
    EXPECT(la_send_text(rt, order, "{\"preparationStarted\":{}}", 25, NULL, EVENING, NULL), LA_OK);
    la_runtime_destroy(rt);
}

/* A string in C ends at U+0000: for C the owner would be another one. */
static void names(void)
{
    static const char start[] = "{\"command\":\"start\",\"kind\":\"delivery\",\"owner\":\"anna\\u0000x\","
                                "\"attributes\":{\"orderNumber\":1,\"restaurantName\":\"Pizza\"}}";
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    size_t count = 1;
    EXPECT(la_apply_text(rt, start, strlen(start), EVENING, NULL, NULL), LA_ERROR_UNDECODABLE);
    TRUE(says("owner: a name must not contain the character U+0000"));
    EXPECT(la_list(rt, NULL, NULL, 0, &count), LA_OK);
    TRUE(count == 0);
    la_runtime_destroy(rt);
}

/* A member that its kind does not have is ignored, and returned once. */
static void notices(void)
{
    static const char moved[] = "{\"pickedUp\":{\"arival\":[1,2]}}";
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    json_t *attributes = json_pack("{s:i,s:s,s:i}", "orderNumber", 1, "restaurantName", "Pizza", "colour", 3);
    json_t *event = json_pack("{s:{s:i}}", "preparationStarted", "at", 1), *list = NULL;
    la_start_options start = start_options("delivery", "anna", attributes);
    la_activity order;
    char *text_of = NULL;
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    EXPECT(la_start(rt, &start, LA_NOW, &order), LA_OK);
    EXPECT(la_send(rt, order, event, NULL, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_notices(rt, &list), LA_OK);
    TRUE(json_array_size(list) == 2);
    TRUE(strcmp(json_string_value(json_object_get(json_array_get(list, 0), "path")), "attributes.colour") == 0);
    TRUE(strcmp(json_string_value(json_object_get(json_array_get(list, 1), "path")), "event.preparationStarted.at") == 0);
    TRUE(strcmp(json_string_value(json_object_get(json_array_get(list, 1), "kind")), "delivery") == 0);
    json_decref(list);
    EXPECT(la_start(rt, &start, LA_NOW, NULL), LA_OK);
    EXPECT(la_runtime_notices(rt, &list), LA_OK);
    TRUE(json_array_size(list) == 0);
    json_decref(list);
    EXPECT(la_send_text(rt, order, moved, sizeof moved - 1, NULL, EVENING, NULL), LA_OK);
    EXPECT(la_runtime_notices_text(rt, &text_of, NULL), LA_OK);
    TRUE(strstr(text_of, "did you mean 'arrival'?") != NULL);
    la_free(text_of);
    json_decref(attributes);
    json_decref(event);
    la_runtime_destroy(rt);
}

/* Data that is not a snapshot is refused, and the runtime keeps its state. */
static void snapshots(void)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME);
    json_t *none = json_object(), *snapshot = NULL;
    la_activity order;
    la_state state;
    la_change change;
    size_t count;
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    order = delivery(rt, "1");
    while (la_runtime_poll(rt, &change, sizeof change, 1, &count) == LA_OK && count > 0)
        la_change_release(&change);
    EXPECT(la_runtime_snapshot(rt, &snapshot), LA_OK);
    EXPECT(la_runtime_restore(rt, none), LA_ERROR_CANNOT_RESTORE);
    EXPECT(la_runtime_restore_text(rt, "{}", 2), LA_ERROR_CANNOT_RESTORE);
    EXPECT(la_runtime_restore_text(rt, "[1]", 3), LA_ERROR_CANNOT_RESTORE);
    TRUE(says("an object"));
    EXPECT(la_runtime_restore_text(rt, "{", 1), LA_ERROR_NOT_JSON);
    json_object_set_new(snapshot, "version", json_integer(0));
    EXPECT(la_runtime_restore(rt, snapshot), LA_ERROR_CANNOT_RESTORE);
    EXPECT(la_get_state(rt, order, &state), LA_OK);
    json_decref(snapshot);
    json_decref(none);
    la_runtime_destroy(rt);
}

static json_t *answer; /* what topics, options and samples return */
static json_t *answered(void) { return json_incref(answer); }
static la_status handle(void *user_data, const json_t *event, la_scope *scope)
{
    (void)user_data;
    if (json_is_object(event))
        return LA_OK;
    snprintf(scope->reason, sizeof scope->reason, "an event is an object");
    return LA_ERROR_UNDECODABLE;
}
static json_t *topics(void *user_data, const json_t *attributes)
{
    (void)user_data, (void)attributes;
    return answered();
}
static int options_calls;
static int64_t options_asked_at;
static json_t *options(void *user_data, const json_t *attributes, int64_t now_ms)
{
    (void)user_data, (void)attributes;
    options_calls++;
    options_asked_at = now_ms;
    return answered();
}
static json_t *samples(void *user_data)
{
    (void)user_data;
    return answered();
}

/* A runtime with a kind whose callbacks return `value`, of which this function takes ownership. */
static la_runtime *answering(la_provider *provider, json_t *value)
{
    la_runtime *rt = runtime_with(LA_VIRTUAL_TIME | LA_NO_BUILT_IN_KINDS);
    json_decref(answer);
    answer = value;
    provider->size = sizeof *provider;
    provider->abi_version = LA_PLUGIN_ABI_VERSION;
    provider->kind = "egg";
    EXPECT(la_runtime_add_provider(rt, provider), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    return rt;
}

static la_status start_egg(la_runtime *rt, la_activity *egg)
{
    json_t *nothing = json_object();
    la_content content = {.size = sizeof content};
    la_start_options start = start_options("egg", "anna", nothing);
    la_status status;
    content.state = nothing;
    start.content = &content;
    status = la_start(rt, &start, EVENING, egg);
    json_decref(nothing);
    return status;
}

/* Unreadable results of a provider are reported when they are first needed. */
static void rubbish(void)
{
    la_provider provider;
    la_runtime *rt;
    la_activity egg;
    json_t *description = NULL, *event = json_integer(7);

    memset(&provider, 0, sizeof provider);
    provider.topics = topics;
    rt = answering(&provider, json_integer(3));
    EXPECT(start_egg(rt, &egg), LA_ERROR_INVALID_VALUE);
    TRUE(says("topics() of 'egg' returned something else"));
    la_runtime_destroy(rt);

    memset(&provider, 0, sizeof provider);
    provider.options = options;
    rt = answering(&provider, json_pack("{s:s}", "ifRunning", "sometimes"));
    EXPECT(start_egg(rt, &egg), LA_ERROR_INVALID_VALUE);
    TRUE(says("options() of 'egg' returned something else: ifRunning"));
    la_runtime_destroy(rt);

    /* A start calls the provider once, with the time of the start. */
    rt = answering(&provider, json_pack("{s:s}", "ifRunning", "join"));
    options_calls = 0;
    EXPECT(start_egg(rt, &egg), LA_OK);
    TRUE(options_calls == 1);
    TRUE(options_asked_at == EVENING);
    la_runtime_destroy(rt);

    memset(&provider, 0, sizeof provider);
    provider.samples = samples;
    provider.handle = handle;
    rt = answering(&provider, json_pack("{s:i}", "story", 3));
    EXPECT(la_runtime_describe(rt, "egg", &description), LA_ERROR_BAD_PLUGIN);
    TRUE(says("samples() of 'egg' returned something else: story"));
    EXPECT(start_egg(rt, &egg), LA_OK);
    EXPECT(la_send(rt, egg, event, NULL, EVENING, NULL), LA_ERROR_UNDECODABLE);
    TRUE(says("an event is an object"));
    la_runtime_destroy(rt);

    json_decref(event);
    json_decref(answer);
    answer = NULL;
}

/* The limits of an activity's life: each is tested just before and on its date. */
static void durations(void)
{
    la_options given = {.size = sizeof given, .flags = LA_VIRTUAL_TIME, .active_ms = HOUR, .linger_ms = 2 * HOUR};
    la_runtime *rt = NULL;
    la_activity order;
    la_state state;
    json_t *attributes = json_pack("{s:i,s:s}", "orderNumber", 1, "restaurantName", "Pizza");
    la_start_options start = start_options("delivery", "anna", attributes);
    start.key = "1";

    given.refuse_dismissed_ms = 10 * HOUR;
    EXPECT(la_runtime_create(&given, &rt), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING, NULL), LA_OK);
    order = delivery(rt, "1");
    EXPECT(la_runtime_advance(rt, EVENING + HOUR - 1, NULL), LA_OK);
    EXPECT(la_get_state(rt, order, &state), LA_OK);
    TRUE(state != LA_STATE_ENDED);
    EXPECT(la_runtime_advance(rt, EVENING + HOUR, NULL), LA_OK);
    EXPECT(la_get_state(rt, order, &state), LA_OK);
    TRUE(state == LA_STATE_ENDED);
    EXPECT(la_runtime_advance(rt, EVENING + 3 * HOUR - 1, NULL), LA_OK);
    EXPECT(la_get_state(rt, order, &state), LA_OK);
    EXPECT(la_runtime_advance(rt, EVENING + 3 * HOUR, NULL), LA_OK);
    EXPECT(la_get_state(rt, order, &state), LA_ERROR_UNKNOWN_ACTIVITY);

    order = delivery(rt, "1");
    EXPECT(la_dismiss(rt, order, LA_NOW), LA_OK);
    EXPECT(la_start(rt, &start, EVENING + 13 * HOUR - 1, NULL), LA_ERROR_DISMISSED_BY_PERSON);
    EXPECT(la_start(rt, &start, EVENING + 13 * HOUR, NULL), LA_OK);
    la_runtime_destroy(rt);

    given.active_ms = INT64_C(366) * 24 * HOUR;
    EXPECT(la_runtime_create(&given, &rt), LA_OK);
    la_runtime_destroy(rt);
    given.active_ms++;
    EXPECT(la_runtime_create(&given, &rt), LA_ERROR_INVALID_ARGUMENT);
    given.active_ms = -1;
    EXPECT(la_runtime_create(&given, &rt), LA_ERROR_INVALID_ARGUMENT);
    TRUE(says("active_ms"));
    json_decref(attributes);
}

int main(void)
{
    text();
    names();
    notices();
    snapshots();
    rubbish();
    durations();
    return report("errors");
}
