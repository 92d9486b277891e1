/* live_activity_store.h - interface to the host's own database.
 *
 * The state of a runtime with a store survives the end of its process, even a crash. A store is a table of
 * callbacks, la_store, that a host puts into la_options.store. The runtime stores records, each with a table
 * number, a key and a value. Any database with ordered keys and transactions can hold them;
 * Sources/C/CSQLiteStore is an implementation with SQLite, to use or to copy.
 *
 *     records (table INTEGER, key BLOB, value BLOB, PRIMARY KEY (table, key))
 *
 *   Order     la_runtime_create() reads every table, some of them twice, and appends the first batch.
 *             Afterwards only batches are appended, and la_journal_replay() reads. close() comes last.
 *   Threads   The runtime calls its store's callbacks one at a time: within the call that writes
 *             or, with LA_DURABILITY_RELAXED, on a thread of the library. During append() other threads
 *             may call the runtime; a call from inside a callback on the same runtime returns
 *             LA_ERROR_BUSY.
 *   Atomic    When append() returns LA_OK, the whole batch survives a crash of the process and a loss of
 *             power. When it fails, or the process ends during it, the store contains all of the batch or
 *             nothing. The runtime then appends the same writes again, with later ones: to put a record that
 *             exists, and to delete a record that does not exist, is not an error.
 *   Fencing   Two runtimes may open one store, for example if the first one is assumed to be dead. Each
 *             batch names the run that it expects in the store, and append() refuses another one in the
 *             same transaction, so that only the runtime that opened the store last can write.
 *   Growth    Later versions add tables and members of values. A store must keep unknown ones.
 *
 * la_store_check() of live_activity_testing.h tests a store.
 */
#ifndef LIVE_ACTIVITY_STORE_H
#define LIVE_ACTIVITY_STORE_H

#include "live_activities.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The ABI version of the structs below. Fields added at the end of a struct do not change it. */
#define LA_STORE_ABI_VERSION 1u

/* The table of a record. A store treats it as a number. Values are JSON text unless documented otherwise; keys
 * are UTF-8 text without U+0000, no longer than the host's own names. */
typedef int32_t la_table;
enum {
    LA_TABLE_META = 0,         /* "run", "closedRun", "lostRuns", "seed", "shards": decimal numbers;
                                  "clock": the latest time and what is counted */
    LA_TABLE_KINDS = 1,        /* by number */
    LA_TABLE_ACTIVITIES = 2,   /* by id; with an "a" behind the id: the attributes and topics */
    LA_TABLE_FREED_SLOTS = 3,  /* so that no id is given twice */
    LA_TABLE_PERMISSIONS = 4,  /* by owner */
    LA_TABLE_TOPICS = 5,       /* by topic: what is remembered of its events; keys that begin with U+0001 are no
                                  topics, but what the engine remembers of all events together */
    LA_TABLE_DISMISSALS = 6,   /* by owner, kind and key */
    LA_TABLE_CONSUMERS = 7,    /* by name */
    LA_TABLE_CHANGES = 8,      /* by sequence: what named consumers have not acknowledged */
    LA_TABLE_JOURNAL_BASES = 9, /* by number: snapshots at which a replay can begin */
    LA_TABLE_JOURNAL = 10      /* by number: commands */
};

/* The kinds of write. */
enum {
    LA_STORE_PUT = 0,         /* sets the value of a key, which may be there already */
    LA_STORE_DELETE = 1,      /* deletes a key, which may not be there; no value */
    LA_STORE_DELETE_BELOW = 2 /* deletes the keys of the table that are less than this one, which may not
                                 be there itself, as bytes: memcmp(), then the shorter one; no value */
};

/* One write of a batch. The struct never grows, so that writes can be an array. */
typedef struct la_store_write {
    int32_t what; /* LA_STORE_* */
    la_table table;
    const char *key;
    size_t key_bytes;
    const char *value; /* NULL unless LA_STORE_PUT */
    size_t value_bytes;
} la_store_write;

typedef struct la_store_batch {
    uint32_t size; /* of what the library gives; a store may be older */
    uint32_t reserved;
    uint64_t expected_run;        /* the decimal number under "run" in LA_TABLE_META must be this, or none
                                     be there if this is 0; else append() returns LA_ERROR_FENCED and writes
                                     nothing */
    const la_store_write *writes; /* in their order; borrowed for the call, with all they point to */
    size_t count;
} la_store_batch;

/* Receives one record from read(). A result other than LA_OK ends the reading, and read() returns it. */
typedef la_status (*la_store_receive)(void *context, const char *key, size_t key_bytes, const char *value,
                                      size_t value_bytes);

typedef struct la_store {
    uint32_t size;        /* sizeof(la_store) */
    uint32_t abi_version; /* LA_STORE_ABI_VERSION */
    void *user_data;      /* passed to each callback, never dereferenced */

    /* Passes each record of a table to receive(context, ...), ordered by the bytes of their keys. Keys and
     * values must stay valid during receive() only. A table without records is not an error.
     *
     * Returns LA_OK, the result of receive(), or an error like append(). */
    la_status (*read)(void *user_data, la_table table, la_store_receive receive, void *context);

    /* Stores a batch atomically, in one transaction with the check of expected_run.
     *
     * Returns LA_OK; LA_ERROR_FENCED, after which nothing is appended any more; or another error: the runtime
     * then refuses commands with LA_ERROR_STORE_UNAVAILABLE and retries, at most once a second. */
    la_status (*append)(void *user_data, const la_store_batch *batch);

    /* The last call, made once: when the runtime is destroyed, or when la_runtime_create() fails after its
     * arguments were accepted. May be NULL. */
    void (*close)(void *user_data);

    /* The readable reason for which the latest callback failed, valid until the next callback. May be NULL, and may
     * return NULL. */
    const char *(*reason)(void *user_data);
} la_store;

#ifdef __cplusplus
}
#endif

#endif
