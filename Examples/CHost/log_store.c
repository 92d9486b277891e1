/* log_store.c - a custom store for a small daemon: all records in memory, each batch appended to a log and synced.
 *
 * A batch is one frame: a checksum, a length, the writes. A crash can leave half a frame at the end of the log, which is
 * removed when the log is opened: that batch was not acknowledged. The log is compacted when it is four times as long as its
 * contents.
 */
#define _GNU_SOURCE
#include "log_store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char MARK[8] = {'L', 'A', 'L', 'O', 'G', ' ', '1', '\n'};

typedef struct {
    la_table table;
    uint32_t key_bytes, value_bytes;
    char *key; /* followed by the value, in one piece of memory */
} record;

typedef struct {
    int fd;
    char *path;
    record *records; /* sorted by table, then key */
    size_t count, capacity;
    size_t live_bytes, log_bytes;
    char *frame; /* of the batch that is being written */
    size_t frame_bytes, frame_capacity;
    char reason[256];
} log_store;

static la_status failed(log_store *log, la_status status, const char *what)
{
    snprintf(log->reason, sizeof log->reason, "%s: %s", what, strerror(errno));
    return status;
}

/* ---------------------------------------------------------------- Records */

static int compare(const record *left, la_table table, const char *key, size_t key_bytes)
{
    size_t shorter = left->key_bytes < key_bytes ? left->key_bytes : key_bytes;
    int order;
    if (left->table != table)
        return left->table < table ? -1 : 1;
    order = memcmp(left->key, key, shorter);
    return order != 0 ? order : (left->key_bytes > key_bytes) - (left->key_bytes < key_bytes);
}

/* The index of the first record that is not less. */
static size_t position(const log_store *log, la_table table, const char *key, size_t key_bytes)
{
    size_t low = 0, high = log->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare(&log->records[middle], table, key, key_bytes) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void remove_records(log_store *log, size_t from, size_t to)
{
    size_t i;
    for (i = from; i < to; i++) {
        log->live_bytes -= log->records[i].key_bytes + log->records[i].value_bytes;
        free(log->records[i].key);
    }
    memmove(log->records + from, log->records + to, (log->count - to) * sizeof *log->records);
    log->count -= to - from;
}

static int put_record(log_store *log, const la_store_write *write)
{
    size_t at = position(log, write->table, write->key, write->key_bytes);
    char *memory = malloc(write->key_bytes + write->value_bytes + 1);
    record new_record = {write->table, (uint32_t)write->key_bytes, (uint32_t)write->value_bytes, memory};
    if (memory == NULL)
        return 0;
    memcpy(memory, write->key, write->key_bytes);
    memcpy(memory + write->key_bytes, write->value, write->value_bytes);
    if (at < log->count && compare(&log->records[at], write->table, write->key, write->key_bytes) == 0)
        remove_records(log, at, at + 1);
    if (log->count == log->capacity) {
        size_t capacity = log->capacity == 0 ? 256 : log->capacity * 2;
        record *records = realloc(log->records, capacity * sizeof *records);
        if (records == NULL) {
            free(memory);
            return 0;
        }
        log->records = records;
        log->capacity = capacity;
    }
    memmove(log->records + at + 1, log->records + at, (log->count - at) * sizeof *log->records);
    log->records[at] = new_record;
    log->count++;
    log->live_bytes += write->key_bytes + write->value_bytes;
    return 1;
}

static int apply(log_store *log, const la_store_write *write)
{
    size_t at = position(log, write->table, write->key, write->key_bytes);
    if (write->what == LA_STORE_PUT)
        return put_record(log, write);
    if (write->what == LA_STORE_DELETE_BELOW)
        remove_records(log, position(log, write->table, "", 0), at);
    else if (at < log->count && compare(&log->records[at], write->table, write->key, write->key_bytes) == 0)
        remove_records(log, at, at + 1);
    return 1;
}

/* ---------------------------------------------------------------- Frames */

/* FNV-1a: enough to detect a torn frame. */
static uint32_t checksum(const char *bytes, size_t count)
{
    uint32_t sum = 2166136261u;
    while (count-- > 0)
        sum = (sum ^ (unsigned char)*bytes++) * 16777619u;
    return sum;
}

static int frame_add(log_store *log, const void *bytes, size_t count)
{
    if (log->frame_bytes + count > log->frame_capacity) {
        size_t capacity = (log->frame_bytes + count) * 2;
        char *frame = realloc(log->frame, capacity);
        if (frame == NULL)
            return 0;
        log->frame = frame;
        log->frame_capacity = capacity;
    }
    if (count > 0)
        memcpy(log->frame + log->frame_bytes, bytes, count);
    log->frame_bytes += count;
    return 1;
}

static int frame_write(log_store *log, const la_store_write *write)
{
    uint32_t head[4] = {(uint32_t)write->what, (uint32_t)write->table, (uint32_t)write->key_bytes,
                        (uint32_t)write->value_bytes};
    return frame_add(log, head, sizeof head) && frame_add(log, write->key, write->key_bytes)
           && frame_add(log, write->value, write->value_bytes);
}

static int frame_begin(log_store *log)
{
    log->frame_bytes = 0;
    return frame_add(log, "checksum", 8); /* filled in by frame_end() */
}

/* Appends the frame to a file and syncs it. */
static int frame_end(log_store *log, int fd)
{
    uint32_t head[2] = {checksum(log->frame + 8, log->frame_bytes - 8), (uint32_t)(log->frame_bytes - 8)};
    size_t written = 0;
    memcpy(log->frame, head, sizeof head);
    while (written < log->frame_bytes) {
        ssize_t n = write(fd, log->frame + written, log->frame_bytes - written);
        if (n < 0 && errno != EINTR)
            return 0;
        written += n > 0 ? (size_t)n : 0;
    }
    return fdatasync(fd) == 0;
}

/* The length of the whole frame that begins here; 0 if none does. */
static size_t frame_at(const char *bytes, size_t count)
{
    uint32_t head[2];
    if (count < sizeof head)
        return 0;
    memcpy(head, bytes, sizeof head);
    if (head[1] > count - sizeof head || checksum(bytes + sizeof head, head[1]) != head[0])
        return 0;
    return sizeof head + head[1];
}

/* Applies the writes of a frame that was read. */
static int replay(log_store *log, const char *bytes, size_t count)
{
    while (count > 0) {
        uint32_t head[4];
        la_store_write write;
        if (count < sizeof head)
            return 0;
        memcpy(head, bytes, sizeof head);
        if ((size_t)head[2] + head[3] > count - sizeof head)
            return 0;
        write = (la_store_write){(int32_t)head[0], (la_table)head[1], bytes + sizeof head, head[2],
                                 bytes + sizeof head + head[2], head[3]};
        if (!apply(log, &write))
            return 0;
        bytes += sizeof head + head[2] + head[3];
        count -= sizeof head + head[2] + head[3];
    }
    return 1;
}

/* ---------------------------------------------------------------- Callbacks */

static la_status read_table(void *user_data, la_table table, la_store_receive receive, void *context)
{
    log_store *log = user_data;
    size_t i;
    for (i = position(log, table, "", 0); i < log->count && log->records[i].table == table; i++) {
        const record *r = &log->records[i];
        la_status status = receive(context, r->key, r->key_bytes, r->key + r->key_bytes, r->value_bytes);
        if (status != LA_OK)
            return status;
    }
    return LA_OK;
}

static uint64_t run_of(const log_store *log)
{
    size_t at = position(log, LA_TABLE_META, "run", 3);
    char text[24] = "";
    if (at == log->count || compare(&log->records[at], LA_TABLE_META, "run", 3) != 0)
        return 0;
    snprintf(text, sizeof text, "%.*s", (int)log->records[at].value_bytes, log->records[at].key + 3);
    return strtoull(text, NULL, 10);
}

/* Writes everything as one frame to a new file, which then replaces the log. */
static int rewrite(log_store *log)
{
    char other[4096];
    size_t i;
    int fd;
    snprintf(other, sizeof other, "%s.new", log->path);
    fd = open(other, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return 0;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 || write(fd, MARK, sizeof MARK) != sizeof MARK || !frame_begin(log))
        goto bad;
    for (i = 0; i < log->count; i++) {
        const record *r = &log->records[i];
        la_store_write write = {LA_STORE_PUT, r->table, r->key, r->key_bytes, r->key + r->key_bytes, r->value_bytes};
        if (!frame_write(log, &write))
            goto bad;
    }
    if (!frame_end(log, fd) || rename(other, log->path) != 0)
        goto bad;
    close(log->fd);
    log->fd = fd;
    log->log_bytes = sizeof MARK + log->frame_bytes;
    return 1;
bad:
    close(fd);
    unlink(other);
    return 0;
}

static la_status append(void *user_data, const la_store_batch *batch)
{
    log_store *log = user_data;
    size_t i;
    if (run_of(log) != batch->expected_run) {
        snprintf(log->reason, sizeof log->reason, "the log is at run %llu", (unsigned long long)run_of(log));
        return LA_ERROR_FENCED;
    }
    if (!frame_begin(log))
        return LA_ERROR_OUT_OF_MEMORY;
    for (i = 0; i < batch->count; i++)
        if (!frame_write(log, &batch->writes[i]))
            return LA_ERROR_OUT_OF_MEMORY;
    if (!frame_end(log, log->fd)) {
        la_status status = failed(log, LA_ERROR_STORE_UNAVAILABLE, "the log cannot be written");
        /* The rest of the frame must not precede the next one. */
        if (ftruncate(log->fd, (off_t)log->log_bytes) == 0)
            lseek(log->fd, 0, SEEK_END);
        return status;
    }
    log->log_bytes += log->frame_bytes;
    /* The batch is on disk. From here on nothing may fail, or the memory would differ from the log. */
    for (i = 0; i < batch->count; i++)
        if (!apply(log, &batch->writes[i]))
            abort();
    if (log->log_bytes > (1u << 20) && log->log_bytes > 4 * log->live_bytes)
        rewrite(log); /* the long log is as good */
    return LA_OK;
}

static void close_log(void *user_data)
{
    log_store *log = user_data;
    if (log->fd >= 0)
        close(log->fd);
    remove_records(log, 0, log->count);
    free(log->records);
    free(log->frame);
    free(log->path);
    free(log);
}

static const char *reason(void *user_data) { return ((log_store *)user_data)->reason; }

/* Reads the log, and removes an incomplete frame at its end. Each frame is synced before the next, so a crash leaves only the
 * last one incomplete: if a whole one comes after it, the log is damaged, and acknowledged batches would be removed. */
static la_status load(log_store *log)
{
    off_t size = lseek(log->fd, 0, SEEK_END);
    char *bytes = size >= 0 ? malloc((size_t)size + 1) : NULL;
    size_t at = sizeof MARK, next, frame;
    if (bytes == NULL)
        return LA_ERROR_OUT_OF_MEMORY;
    if (size == 0) {
        free(bytes);
        log->log_bytes = sizeof MARK;
        return write(log->fd, MARK, sizeof MARK) == sizeof MARK ? LA_OK : LA_ERROR_STORE_UNAVAILABLE;
    }
    if (pread(log->fd, bytes, (size_t)size, 0) != size || (size_t)size < sizeof MARK || memcmp(bytes, MARK, sizeof MARK) != 0) {
        free(bytes);
        return LA_ERROR_NOT_A_STORE;
    }
    while ((frame = frame_at(bytes + at, (size_t)size - at)) > 0 && replay(log, bytes + at + 8, frame - 8))
        at += frame;
    for (next = at; next < (size_t)size; next++)
        if (frame_at(bytes + next, (size_t)size - next) > 0) {
            free(bytes);
            return LA_ERROR_STORE_DAMAGED;
        }
    free(bytes);
    log->log_bytes = at;
    return ftruncate(log->fd, (off_t)at) == 0 && lseek(log->fd, 0, SEEK_END) >= 0 ? LA_OK : LA_ERROR_STORE_UNAVAILABLE;
}

la_status log_store_open(const char *path, la_store *store)
{
    log_store *log = calloc(1, sizeof *log);
    la_status status;
    if (log == NULL)
        return LA_ERROR_OUT_OF_MEMORY;
    log->path = strdup(path);
    log->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (log->path == NULL || log->fd < 0)
        status = LA_ERROR_STORE_UNAVAILABLE;
    else if (flock(log->fd, LOCK_EX | LOCK_NB) != 0)
        status = LA_ERROR_STORE_BUSY;
    else
        status = load(log);
    if (status != LA_OK) {
        close_log(log);
        return status;
    }
    memset(store, 0, sizeof *store);
    store->size = sizeof *store;
    store->abi_version = LA_STORE_ABI_VERSION;
    store->user_data = log;
    store->read = read_table;
    store->append = append;
    store->close = close_log;
    store->reason = reason;
    return LA_OK;
}
