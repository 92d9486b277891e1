/* live_activity_testing.h - for the tests of who writes a provider or a store in C.
 *
 * The functions are in liblive_activities_testing.so, which has all of liblive_activities.so too: a test
 * links with it instead (pkg-config live-activities-testing), and a host never does.
 */
#ifndef LIVE_ACTIVITY_TESTING_H
#define LIVE_ACTIVITY_TESTING_H

#include "live_activity_plugin.h"
#include "live_activity_store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tries out a provider in C by its own samples(), for the tests of its author: that the same events give the
 * same activity, that a refused event changes nothing, that steps of time make no difference, that what
 * validate() accepts and any JSON in an event stop nothing, that wakes come to an end, that topics depend on the
 * attributes alone. A provider that crashes ends the process; the last lines on standard error then say with
 * which value.
 *
 * provider  copied; its init() and destroy() are called once.
 * stories   random variations of the sample story; 0 for 100.
 * seed      of the first variation; a violation names its own.
 * report    out, may be NULL: each violation with the story that shows it, or ""; release it with la_free().
 *
 * Returns LA_OK, LA_ERROR_CONFORMANCE (see the report), LA_ERROR_BAD_PLUGIN, LA_ERROR_INVALID_SIZE,
 * LA_ERROR_INVALID_ARGUMENT or LA_ERROR_OUT_OF_MEMORY. */
LA_API la_status la_conformance_run(const la_provider *provider, uint32_t stories, uint64_t seed,
                                    char **report);

/* Tries out a store of a host's own: order, atomicity of what can be seen, deletion of ranges, fencing, and
 * that everything is there after it was closed and opened again.
 *
 * open     called several times, each time for the same database, empty at first; fills `store`.
 * context  passed to open.
 * seed     of the random writes.
 * report   out, may be NULL: what is wrong, a line each, or ""; release it with la_free().
 *
 * Returns LA_OK, LA_ERROR_CONFORMANCE (see the report), LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_SIZE,
 * LA_ERROR_OUT_OF_MEMORY, or what open returned. */
LA_API la_status la_store_check(la_status (*open)(void *context, la_store *store), void *context,
                                uint64_t seed, char **report);

#ifdef __cplusplus
}
#endif

#endif
