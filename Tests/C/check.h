/* check.h - helpers that the C tests share. */
#ifndef CHECK_H
#define CHECK_H

#include <live_activities.h>
#include <live_activity_plugin.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Compares a status with the expected one. */
#define EXPECT(call, expected) expect((call), (expected), #call, __LINE__)
static void expect(la_status status, la_status expected, const char *call, int line)
{
    if (status == expected)
        return;
    failures++;
    printf("line %d: %s\n    gave %s, not %s: %s\n", line, call, la_status_name(status), la_status_name(expected),
           la_last_error());
}

#define TRUE(condition) is_true((condition), #condition, __LINE__)
static void is_true(int condition, const char *text, int line)
{
    if (condition)
        return;
    failures++;
    printf("line %d: not so: %s\n", line, text);
}

/* 2026-06-20 17:00:00 UTC */
#define EVENING INT64_C(1781974800000)

__attribute__((unused)) static la_runtime *runtime_with(uint32_t flags)
{
    la_options options;
    la_runtime *runtime = NULL;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.flags = flags;
    options.seed = 1;
    EXPECT(la_runtime_create(&options, &runtime), LA_OK);
    return runtime;
}

__attribute__((unused)) static la_start_options start_options(const char *kind, const char *owner, const json_t *attributes)
{
    la_start_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.kind = kind;
    options.owner = owner;
    options.attributes = attributes;
    return options;
}

static int report(const char *name)
{
    printf("%s: %s\n", name, failures == 0 ? "as it should be" : "FAILED");
    return failures == 0 ? 0 : 1;
}

#endif
