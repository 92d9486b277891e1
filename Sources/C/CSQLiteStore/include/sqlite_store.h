/* sqlite_store.h - a store in one SQLite file, for la_options.store. */
#ifndef SQLITE_STORE_H
#define SQLITE_STORE_H

#include <live_activity_store.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opens or creates a file. FILE-lock beside it is locked until close() or the end of the process: another store
 * that opens the file meanwhile gets LA_ERROR_STORE_BUSY.
 *
 * store  filled; its close() closes the file.
 *
 * Returns LA_OK, LA_ERROR_NOT_A_STORE, LA_ERROR_STORE_BUSY, LA_ERROR_STORE_UNAVAILABLE or
 * LA_ERROR_OUT_OF_MEMORY; sqlite_store_open_reason() then returns the reason. */
la_status sqlite_store_open(const char *path, la_store *store);

/* The reason for which the latest sqlite_store_open() on this thread failed. */
const char *sqlite_store_open_reason(void);

#ifdef __cplusplus
}
#endif

#endif
