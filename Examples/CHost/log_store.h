/* log_store.h - a store of records in memory with a log file: see live_activity_store.h. */
#ifndef LOG_STORE_H
#define LOG_STORE_H

#include <live_activity_store.h>

/* Opens or creates a log. Only one process may have it open at a time.
 *
 * Returns LA_OK, LA_ERROR_STORE_BUSY, LA_ERROR_NOT_A_STORE, LA_ERROR_STORE_DAMAGED (a batch is unreadable, and others
 * follow it; the file is unchanged), LA_ERROR_STORE_UNAVAILABLE or LA_ERROR_OUT_OF_MEMORY. */
la_status log_store_open(const char *path, la_store *store);

#endif
