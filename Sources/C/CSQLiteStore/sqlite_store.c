/* sqlite_store.c - a store in one SQLite file: the example of live_activity_store.h, and the library's own store where it is
 * built with SQLite. One table holds every record; its primary key is the order in which records are read.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* realpath(), flock() */
#endif
#include "sqlite_store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* "Live" in ASCII, stored in the file's header to distinguish a store from another program's file. */
#define APPLICATION_ID 1281980005

/* One open file. It needs no lock, because a runtime calls it from one thread at a time. */
typedef struct {
    sqlite3 *db;
    sqlite3_stmt *read, *put, *delete, *delete_below, *run;
    char *lock_path;
    int lock; /* -1 without one */
    char reason[512];
} file;

static __thread char open_reason[512];

const char *sqlite_store_open_reason(void) { return open_reason; }

/* Converts a SQLite result code to a status. */
static la_status status_of(file *f, int code)
{
    switch (code & 0xFF) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW:
        return LA_OK;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        snprintf(f->reason, sizeof f->reason, "another connection has the file locked");
        return LA_ERROR_STORE_BUSY;
    case SQLITE_NOTADB:
        snprintf(f->reason, sizeof f->reason, "%s", sqlite3_errmsg(f->db));
        return LA_ERROR_NOT_A_STORE;
    case SQLITE_CORRUPT:
        snprintf(f->reason, sizeof f->reason, "%s", sqlite3_errmsg(f->db));
        return LA_ERROR_STORE_DAMAGED;
    default:
        snprintf(f->reason, sizeof f->reason, "%s", f->db != NULL ? sqlite3_errmsg(f->db) : sqlite3_errstr(code));
        return LA_ERROR_STORE_UNAVAILABLE;
    }
}

static int execute(file *f, const char *sql) { return sqlite3_exec(f->db, sql, NULL, NULL, NULL); }

/* ---------------------------------------------------------------- Reading */

static la_status read_table(void *user_data, la_table table, la_store_receive receive, void *context)
{
    file *f = user_data;
    la_status status = LA_OK;
    int code;
    sqlite3_bind_int(f->read, 1, table);
    while (status == LA_OK && (code = sqlite3_step(f->read)) == SQLITE_ROW)
        status = receive(context, sqlite3_column_blob(f->read, 0), (size_t)sqlite3_column_bytes(f->read, 0),
                         sqlite3_column_blob(f->read, 1), (size_t)sqlite3_column_bytes(f->read, 1));
    if (status == LA_OK)
        status = status_of(f, code);
    else
        snprintf(f->reason, sizeof f->reason, "the reading was ended");
    sqlite3_reset(f->read);
    return status;
}

/* ---------------------------------------------------------------- Writing */

/* Checks that the run in the file is the run that the batch expects. */
static la_status check_run(file *f, uint64_t expected)
{
    int code = sqlite3_step(f->run);
    uint64_t run = code == SQLITE_ROW ? (uint64_t)sqlite3_column_int64(f->run, 0) : 0;
    sqlite3_reset(f->run);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return status_of(f, code);
    if (run == expected)
        return LA_OK;
    snprintf(f->reason, sizeof f->reason, "the file is at run %llu, and run %llu was expected: another runtime has opened it",
             (unsigned long long)run, (unsigned long long)expected);
    return LA_ERROR_FENCED;
}

static int write_record(file *f, const la_store_write *write)
{
    sqlite3_stmt *statement;
    int code;
    switch (write->what) {
    case LA_STORE_PUT:
        statement = f->put;
        sqlite3_bind_blob64(statement, 3, write->value, write->value_bytes, SQLITE_STATIC);
        break;
    case LA_STORE_DELETE:
        statement = f->delete;
        break;
    case LA_STORE_DELETE_BELOW:
        statement = f->delete_below;
        break;
    default:
        return SQLITE_MISUSE; /* of a later version: better to fail than to lose it */
    }
    sqlite3_bind_int(statement, 1, write->table);
    sqlite3_bind_blob64(statement, 2, write->key, write->key_bytes, SQLITE_STATIC);
    code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static la_status append(void *user_data, const la_store_batch *batch)
{
    file *f = user_data;
    size_t i;
    int code;
    /* IMMEDIATE, so that no other connection writes between the check of the run and the commit. */
    la_status status = status_of(f, execute(f, "BEGIN IMMEDIATE"));
    if (status != LA_OK)
        return status;
    status = check_run(f, batch->expected_run);
    for (i = 0; i < batch->count && status == LA_OK; i++)
        if ((code = write_record(f, &batch->writes[i])) != SQLITE_OK)
            status = status_of(f, code);
    if (status == LA_OK)
        status = status_of(f, execute(f, "COMMIT"));
    if (status != LA_OK)
        execute(f, "ROLLBACK");
    return status;
}

/* ---------------------------------------------------------------- The lock */

/* With SQLite's own locks two runtimes could write in turns, and each would fence the other. So the runtime that has a file
 * open holds a lock on FILE-lock beside it, which contains the process id. The kernel releases it when the process ends. */

static int is_in_place(int descriptor, const char *path)
{
    struct stat given, there;
    return fstat(descriptor, &given) == 0 && stat(path, &there) == 0 && given.st_dev == there.st_dev
           && given.st_ino == there.st_ino;
}

/* The path of the lock, beside the file itself even if the path is a symbolic link. */
static char *lock_path_of(const char *path)
{
    char *real = realpath(path, NULL), *name;
    const char *base = real != NULL ? real : path;
    name = malloc(strlen(base) + sizeof "-lock");
    if (name != NULL)
        sprintf(name, "%s-lock", base);
    free(real);
    return name;
}

static la_status take_lock(file *f, const char *path)
{
    char owner[16] = "";
    ssize_t count;
    int code;
    if ((f->lock_path = lock_path_of(path)) == NULL)
        return LA_ERROR_OUT_OF_MEMORY;
    for (;;) {
        if ((f->lock = open(f->lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0644)) < 0) {
            snprintf(f->reason, sizeof f->reason, "'%.300s' cannot be created: %s", f->lock_path, strerror(errno));
            return LA_ERROR_STORE_UNAVAILABLE;
        }
        if (flock(f->lock, LOCK_EX | LOCK_NB) != 0)
            break;
        /* The previous owner may have deleted the file between open() and flock(); then the lock is on a deleted file. */
        if (is_in_place(f->lock, f->lock_path)) {
            count = snprintf(owner, sizeof owner, "%ld\n", (long)getpid());
            /* Ignored: the process id is only for the error message of other processes. */
            if (ftruncate(f->lock, 0) != 0 || pwrite(f->lock, owner, (size_t)count, 0) < 0)
                errno = 0;
            return LA_OK;
        }
        close(f->lock);
    }
    code = errno;
    count = pread(f->lock, owner, sizeof owner - 1, 0);
    owner[count > 0 ? count : 0] = 0;
    owner[strcspn(owner, "\n")] = 0;
    close(f->lock);
    f->lock = -1;
    if (code != EWOULDBLOCK) {
        snprintf(f->reason, sizeof f->reason, "'%.300s' cannot be locked: %s", f->lock_path, strerror(code));
        return LA_ERROR_STORE_UNAVAILABLE;
    }
    if (strtol(owner, NULL, 10) == (long)getpid())
        snprintf(f->reason, sizeof f->reason, "another runtime of this process has '%.300s' open", path);
    else
        snprintf(f->reason, sizeof f->reason, "process %s has '%.300s' open: one process at a time",
                 owner[0] ? owner : "unknown", path);
    return LA_ERROR_STORE_BUSY;
}

static void release_lock(file *f)
{
    if (f->lock >= 0) {
        /* If someone removed the lock file, the path may now be another process's lock. */
        if (is_in_place(f->lock, f->lock_path))
            unlink(f->lock_path);
        close(f->lock);
    }
    free(f->lock_path);
}

/* ---------------------------------------------------------------- Opening and closing */

static void close_file(void *user_data)
{
    file *f = user_data;
    sqlite3_finalize(f->read);
    sqlite3_finalize(f->put);
    sqlite3_finalize(f->delete);
    sqlite3_finalize(f->delete_below);
    sqlite3_finalize(f->run);
    sqlite3_close(f->db);
    release_lock(f);
    free(f);
}

static const char *reason(void *user_data) { return ((file *)user_data)->reason; }

static int pragma_number(file *f, const char *sql)
{
    sqlite3_stmt *statement;
    int number = -1;
    if (sqlite3_prepare_v2(f->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static la_status prepare(file *f)
{
    static const char *const schema =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE;"
        "CREATE TABLE IF NOT EXISTS record (tab INTEGER NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL,"
        " PRIMARY KEY (tab, key)) WITHOUT ROWID;"
        "PRAGMA application_id = 1281980005; COMMIT";
    int id = pragma_number(f, "PRAGMA application_id");
    int tables = pragma_number(f, "SELECT count(*) FROM sqlite_schema");
    int code;
    /* An empty file has no id yet, and files of version 0.1.0 in Python have none. */
    int records = pragma_number(f, "SELECT count(*) FROM sqlite_schema WHERE name = 'record'");
    if (tables > 0 && id != APPLICATION_ID && (id != 0 || tables != 1 || records != 1)) {
        snprintf(f->reason, sizeof f->reason, "it is a SQLite file of another program");
        return LA_ERROR_NOT_A_STORE;
    }
    if ((code = execute(f, schema)) != SQLITE_OK) {
        la_status status = status_of(f, code);
        execute(f, "ROLLBACK");
        return status;
    }
#define PREPARE(statement, sql)                                                               \
    if ((code = sqlite3_prepare_v3(f->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &f->statement, NULL)) != SQLITE_OK) \
        return status_of(f, code)
    PREPARE(read, "SELECT key, value FROM record WHERE tab = ? ORDER BY key");
    PREPARE(put, "INSERT INTO record (tab, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value");
    PREPARE(delete, "DELETE FROM record WHERE tab = ? AND key = ?");
    PREPARE(delete_below, "DELETE FROM record WHERE tab = ? AND key < ?");
    PREPARE(run, "SELECT CAST(CAST(value AS TEXT) AS INTEGER) FROM record WHERE tab = 0 AND key = CAST('run' AS BLOB)");
    return LA_OK;
}

la_status sqlite_store_open(const char *path, la_store *store)
{
    file *f = calloc(1, sizeof *f);
    la_status status;
    if (f == NULL)
        return LA_ERROR_OUT_OF_MEMORY;
    f->lock = -1;
    status = take_lock(f, path);
    if (status == LA_OK)
        status = status_of(f, sqlite3_open_v2(path, &f->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                                              NULL));
    if (status == LA_OK) {
        sqlite3_busy_timeout(f->db, 5000);
        status = prepare(f);
    }
    if (status != LA_OK) {
        snprintf(open_reason, sizeof open_reason, "%s", f->reason);
        close_file(f);
        return status;
    }
    memset(store, 0, sizeof *store);
    store->size = sizeof *store;
    store->abi_version = LA_STORE_ABI_VERSION;
    store->user_data = f;
    store->read = read_table;
    store->append = append;
    store->close = close_file;
    store->reason = reason;
    return LA_OK;
}
