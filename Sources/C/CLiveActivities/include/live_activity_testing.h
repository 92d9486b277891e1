/* live_activity_testing.h - tests for providers and stores written in C.
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

/* Tests a provider in C with its own samples(): the same events give the same activity, a refused event changes
 * nothing, the number of time steps has no effect, values that validate() accepts and any JSON in an event do
 * not crash the process, wakes end at some time, and topics depend on the attributes only. A provider that
 * crashes ends the process; the last lines on standard error then name the value.
 *
 * provider  copied; its init() and destroy() are called once.
 * stories   random variations of the sample story; 0 for 100.
 * seed      the seed of the first variation; a violation reports its own seed.
 * report    out, may be NULL: each violation with the story that shows it, or ""; release it with la_free().
 *
 * Returns LA_OK, LA_ERROR_CONFORMANCE (see the report), LA_ERROR_BAD_PLUGIN, LA_ERROR_INVALID_SIZE,
 * LA_ERROR_INVALID_ARGUMENT or LA_ERROR_OUT_OF_MEMORY. */
LA_API la_status la_conformance_run(const la_provider *provider, uint32_t stories, uint64_t seed,
                                    char **report);

/* Tests a host's own store: the order of records, atomicity, deletion of ranges, fencing, and that its contents
 * are the same after it was closed and reopened.
 *
 * open     called several times, each time for the same database, empty at first; fills `store`.
 * context  passed to open.
 * seed     the seed of the random writes.
 * report   out, may be NULL: the problems, one per line, or ""; release it with la_free().
 *
 * Returns LA_OK, LA_ERROR_CONFORMANCE (see the report), LA_ERROR_INVALID_ARGUMENT, LA_ERROR_INVALID_SIZE,
 * LA_ERROR_OUT_OF_MEMORY, or what open returned. */
LA_API la_status la_store_check(la_status (*open)(void *context, la_store *store), void *context,
                                uint64_t seed, char **report);

#ifdef __cplusplus
}
#endif

#endif
