/* parking_meter.c - a provider in C, as a shared object.
 *
 * A driver pays for a place by the minute. The activity counts down (the surface does, from a date), warns five
 * minutes before the end, says when the time is up, and follows its zone for news that concern all who park there.
 *
 *     cc -std=c99 -shared -fPIC parking_meter.c -o parking_meter.so $(pkg-config --cflags live-activities jansson) \
 *         -ljansson
 */
#include <live_activity_plugin.h>

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#define MINUTE_MS (60 * INT64_C(1000))
#define WARNING_MS (5 * MINUTE_MS)
#define MINUTES_MAX 480 /* an activity lives eight hours */

/* An iPhone reads a date as seconds since 2001-01-01. */
#define EPOCH_2001_MS INT64_C(978307200000)
static json_t *date(int64_t ms) { return json_real((double)(ms - EPOCH_2001_MS) / 1000.0); }
static int64_t date_ms(const json_t *date) { return (int64_t)(json_number_value(date) * 1000.0) + EPOCH_2001_MS; }

static la_status refuse(la_scope *scope, const char *reason)
{
    snprintf(scope->reason, sizeof scope->reason, "%s", reason);
    return LA_ERROR_REFUSED;
}

static int64_t paid_until(const la_scope *scope) { return date_ms(json_object_get(scope->state, "paidUntil")); }

static int is_running(const la_scope *scope)
{
    const char *status = json_string_value(json_object_get(scope->state, "status"));
    return status != NULL && strcmp(status, "expired") != 0;
}

/* The next wake: the warning, or the end. */
static void set_wake(la_scope *scope)
{
    int64_t until = paid_until(scope);
    scope->wake_ms = until - WARNING_MS > scope->now_ms ? until - WARNING_MS : until;
}

/* Input from outside: attributes, and the content of a host or of a snapshot. date_ms() must not overflow. */
static la_status validate(void *user_data, la_scope *scope)
{
    json_int_t minutes = json_integer_value(json_object_get(scope->attributes, "minutes"));
    const json_t *until = json_object_get(scope->state, "paidUntil");
    (void)user_data;
    if (!json_is_string(json_object_get(scope->attributes, "plate")))
        return refuse(scope, "a meter needs the plate of a car");
    if (minutes < 1 || minutes > MINUTES_MAX)
        return refuse(scope, "a place is paid for 1 to 480 minutes");
    if (scope->state != NULL
        && !(json_is_number(until) && json_number_value(until) >= 0 && json_number_value(until) <= 1e11))
        return refuse(scope, "paidUntil is no date");
    return LA_OK;
}

static la_status content(void *user_data, la_scope *scope)
{
    json_int_t minutes = json_integer_value(json_object_get(scope->attributes, "minutes"));
    (void)user_data;
    scope->state = json_pack("{s:s, s:o}", "status", "running", "paidUntil",
                             date(scope->now_ms + minutes * MINUTE_MS));
    scope->relevance = 10;
    return LA_OK;
}

static la_status begin(void *user_data, la_scope *scope)
{
    (void)user_data;
    set_wake(scope);
    return LA_OK;
}

static la_status extend(la_scope *scope, json_int_t minutes)
{
    int64_t until;
    if (!is_running(scope))
        return refuse(scope, "the time is up: pay again");
    if (minutes < 1 || minutes > MINUTES_MAX)
        return refuse(scope, "a place is paid for 1 to 480 minutes");
    until = paid_until(scope) + minutes * MINUTE_MS;
    if (until - scope->started_ms > MINUTES_MAX * MINUTE_MS)
        return refuse(scope, "nobody parks here for more than eight hours");
    json_object_set_new(scope->state, "status", json_string("running"));
    json_object_set_new(scope->state, "paidUntil", date(until));
    scope->relevance = 10;
    set_wake(scope);
    return LA_OK;
}

static la_status handle(void *user_data, const json_t *event, la_scope *scope)
{
    const json_t *value;
    (void)user_data;
    if ((value = json_object_get(event, "extended")) != NULL)
        return extend(scope, json_integer_value(json_object_get(value, "minutes")));
    if (json_object_get(event, "left") != NULL) {
        scope->dismissal = LA_DISMISS_IMMEDIATE;
        return LA_OK;
    }
    if ((value = json_object_get(event, "zoneCloses")) != NULL) {
        const char *reason = json_string_value(json_object_get(value, "reason"));
        json_object_set_new(scope->state, "notice", json_string(reason != NULL ? reason : "closed"));
        scope->relevance = 100;
        scope->alert = json_pack("{s:s, s:s}", "title", "Your zone closes", "body", reason != NULL ? reason : "");
        return LA_OK;
    }
    return refuse(scope, "a meter accepts only extended, left and zoneCloses");
}

static la_status tick(void *user_data, la_scope *scope)
{
    (void)user_data;
    if (paid_until(scope) > scope->now_ms) {
        json_object_set_new(scope->state, "status", json_string("endingSoon"));
        scope->relevance = 50;
        scope->alert = json_pack("{s:s, s:s}", "title", "Five minutes left", "body", "Extend, or get your car.");
        set_wake(scope);
    } else {
        json_object_set_new(scope->state, "status", json_string("expired"));
        scope->alert = json_pack("{s:s, s:s}", "title", "Time is up", "body", "Your parking has expired.");
        scope->dismissal = LA_DISMISS_AFTER;
        scope->dismissal_ms = scope->now_ms + 15 * MINUTE_MS;
    }
    return LA_OK;
}

static la_status perform(void *user_data, const char *action, la_scope *scope)
{
    (void)user_data;
    if (strcmp(action, "extend") == 0)
        return extend(scope, 15);
    return refuse(scope, "a meter has one button: extend");
}

static json_t *topics(void *user_data, const json_t *attributes)
{
    char topic[128];
    const char *zone = json_string_value(json_object_get(attributes, "zone"));
    (void)user_data;
    if (zone == NULL)
        return NULL;
    snprintf(topic, sizeof topic, "zone/%s", zone);
    return json_pack("[s]", topic);
}

/* The key is the car, which can be in only one parking space at a time. */
static json_t *options(void *user_data, const json_t *attributes, int64_t now_ms)
{
    (void)user_data;
    (void)now_ms;
    return json_pack("{s:O, s:s}", "key", json_object_get(attributes, "plate"), "ifRunning", "replace");
}

static json_t *samples(void *user_data)
{
    (void)user_data;
    return json_pack("{s:[{s:s, s:s, s:i}], s:[{s:i, s:{s:{s:i}}}], s:[{s:s, s:s}]}", "attributes", "zone", "A12",
                     "plate", "B-LA 42", "minutes", 30, "story", "after_s", 600, "event", "extended", "minutes", 15,
                     "actions", "id", "extend", "title", "15 more minutes");
}

static la_provider provider;

static uint32_t provider_count(void) { return 1; }
static const la_provider *provider_at(uint32_t index) { return index == 0 ? &provider : NULL; }

static la_provider_factory factory;

static const void *get_factory(const char *factory_id)
{
    return strcmp(factory_id, LA_PROVIDER_FACTORY) == 0 ? &factory : NULL;
}

static la_plugin plugin;

LA_API const la_plugin *la_plugin_entry(const la_host *host);

const la_plugin *la_plugin_entry(const la_host *host)
{
    if (host->abi_version != LA_PLUGIN_ABI_VERSION)
        return NULL;

    provider.size = sizeof provider;
    provider.abi_version = LA_PLUGIN_ABI_VERSION;
    provider.kind = "parkingMeter";
    provider.content = content;
    provider.begin = begin;
    provider.handle = handle;
    provider.tick = tick;
    provider.perform = perform;
    provider.topics = topics;
    provider.options = options;
    provider.samples = samples;
    provider.validate = validate;

    factory.size = sizeof factory;
    factory.count = provider_count;
    factory.get = provider_at;

    plugin.size = sizeof plugin;
    plugin.abi_version = LA_PLUGIN_ABI_VERSION;
    plugin.name = "parking meter";
    plugin.version = "1.0";
    plugin.get_factory = get_factory;
    return &plugin;
}
