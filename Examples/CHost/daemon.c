/* daemon.c - a small service in C: activities for the clients of a Unix socket, which outlive the process.
 *
 *     cc -std=gnu11 daemon.c log_store.c -o daemon $(pkg-config --cflags --libs live-activities jansson)
 *     ./daemon SOCKET LOG [PLUGIN.so ...]
 *
 * A client sends one JSON object a line, a command in the vocabulary of `live-activities run`, and gets one line back, its
 * outcome, once it is on disk. Commands that come together share one write.
 *
 *     {"command": "start", "kind": "delivery", "owner": "anna", "attributes": {...}}
 *     {"outcome": "started", "activity": "0000000000000000"}
 *
 *     {"follow": "anna"}       Anna's changes, a line each, from now on
 *     {"get": "ID"}            all that is known of an activity
 *     {"may": ["anna", "delivery"]}   whether Anna allows the kind
 *     {"consumers": true}      who waits for changes
 *     {"replay": true}         replays the recorded commands, and reports different outcomes
 *     {"print": false}         no more changes on standard output
 *
 * One thread, one epoll(7): the listening socket, the clients, the runtime's descriptor, a timer for its next deadline, and
 * the signals that end it. A named consumer, "printed", writes each change to standard output at least once, also after a
 * crash.
 */
#define _GNU_SOURCE
#include "log_store.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

#define CLIENTS_MAX 64
#define LINE_MAX_BYTES (64 * 1024)

typedef struct {
    int fd;
    la_reader reader; /* 0: no owner */
    size_t used;
    char line[LINE_MAX_BYTES];
} client;

static la_runtime *runtime;
static client *clients[CLIENTS_MAX];
static int poller, timer, prints = 1;

static void must(la_status status, const char *what)
{
    if (status == LA_OK)
        return;
    fprintf(stderr, "daemon: %s: %s: %s\n", what, la_status_name(status), la_last_error());
    exit(1);
}
#define MUST(call) must((call), #call)

static void watch(int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &event) != 0) {
        perror("daemon: epoll_ctl");
        exit(1);
    }
}

/* ---------------------------------------------------------------- Clients */

/* The server does not wait for a client that does not read. It closes the connection, and the client connects again later. */
static int tell(client *c, const char *text, size_t bytes)
{
    return bytes == 0 || send(c->fd, text, bytes, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)bytes;
}

static void hang_up(client *c)
{
    int i;
    for (i = 0; i < CLIENTS_MAX; i++)
        if (clients[i] == c)
            clients[i] = NULL;
    if (c->reader != 0)
        la_reader_destroy(runtime, c->reader);
    close(c->fd);
    free(c);
}

static void welcome(int listener)
{
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC), i;
    for (i = 0; fd >= 0 && i < CLIENTS_MAX; i++) {
        if (clients[i] != NULL)
            continue;
        clients[i] = calloc(1, sizeof *clients[i]);
        if (clients[i] == NULL)
            break;
        clients[i]->fd = fd;
        watch(fd);
        return;
    }
    if (fd >= 0)
        close(fd);
}

/* The answers to the lines that arrived together. */
typedef struct {
    char *text;
    size_t bytes;
    FILE *file;
} answers;

static void answer_json(answers *a, la_status status, json_t *value)
{
    if (status != LA_OK)
        fprintf(a->file, "{\"error\":\"%s\"}\n", la_status_name(status));
    else if (json_dumpf(value, a->file, JSON_COMPACT | JSON_ENCODE_ANY) == 0)
        fputc('\n', a->file);
    json_decref(value);
}

static la_status follow(client *c, const char *owner)
{
    la_reader_options options = LA_READER_OPTIONS_INIT;
    options.changes_max = 1000;
    options.owner = owner;
    if (c->reader != 0)
        la_reader_destroy(runtime, c->reader);
    c->reader = 0;
    return la_reader_create(runtime, &options, &c->reader);
}

/* Answers a query of the daemon. Returns 0 if the line is a command. */
static int answer_question(client *c, const json_t *line, answers *a)
{
    const json_t *value;
    json_t *found = NULL;
    la_activity activity;
    la_status status;
    if (json_is_string(value = json_object_get(line, "follow"))) {
        answer_json(a, follow(c, json_string_value(value)), json_pack("{s:s}", "outcome", "following"));
    } else if (json_is_string(value = json_object_get(line, "get"))) {
        status = la_activity_parse(json_string_value(value), &activity);
        if (status == LA_OK)
            status = la_get_activity(runtime, activity, &found);
        answer_json(a, status, found);
    } else if (json_is_array(value = json_object_get(line, "may"))) {
        int32_t allowed = 0;
        status = la_get_permission(runtime, json_string_value(json_array_get(value, 0)),
                                   json_string_value(json_array_get(value, 1)), &allowed);
        answer_json(a, status, json_boolean(allowed));
    } else if (json_object_get(line, "consumers") != NULL) {
        status = la_consumers(runtime, &found);
        answer_json(a, status, found);
    } else if (json_object_get(line, "replay") != NULL) {
        status = la_journal_replay(runtime, &found);
        answer_json(a, status, found);
    } else if (json_is_false(json_object_get(line, "print"))) {
        prints = 0;
        answer_json(a, la_consumer_remove(runtime, "printed"), json_pack("{s:s}", "outcome", "quiet"));
    } else {
        return 0;
    }
    return 1;
}

static void obey(client *c, const char *line, size_t bytes, answers *a)
{
    json_t *object = json_loadb(line, bytes, 0, NULL);
    char *outcome = NULL;
    size_t outcome_bytes = 0;
    int answered = answer_question(c, object, a);
    json_decref(object);
    if (answered)
        return;
    if (la_apply_text(runtime, line, bytes, LA_NOW, &outcome, &outcome_bytes) == LA_ERROR_FENCED) {
        fprintf(stderr, "daemon: another one has taken over: %s\n", la_last_error());
        exit(3);
    }
    if (outcome != NULL)
        fprintf(a->file, "%.*s\n", (int)outcome_bytes, outcome);
    else
        fprintf(a->file, "{\"error\":\"%s\"}\n", "unavailable");
    la_free(outcome);
}

/* Reads the available input, and processes each complete line. */
static void hear(client *c)
{
    ssize_t n = recv(c->fd, c->line + c->used, sizeof c->line - c->used, MSG_DONTWAIT);
    char *start = c->line, *end;
    answers a = {0};
    int goes_on;
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n <= 0 || (a.file = open_memstream(&a.text, &a.bytes)) == NULL) {
        hang_up(c);
        return;
    }
    c->used += (size_t)n;
    MUST(la_batch_begin(runtime));
    while ((end = memchr(start, '\n', c->used - (size_t)(start - c->line))) != NULL) {
        obey(c, start, (size_t)(end - start), &a);
        start = end + 1;
    }
    /* Answers are sent only when the command is on disk; otherwise the client repeats it. A line longer than any command
     * disconnects the client too. */
    goes_on = la_batch_end(runtime) == LA_OK;
    fclose(a.file);
    c->used -= (size_t)(start - c->line);
    memmove(c->line, start, c->used);
    if (!goes_on || !tell(c, a.text, a.bytes) || c->used == sizeof c->line)
        hang_up(c);
    free(a.text);
}

/* ---------------------------------------------------------------- Changes */

/* Sends changes to the clients that follow, as far as they read. */
static void pass_on(client *c)
{
    char *lines;
    size_t bytes, count;
    MUST(la_reader_poll_text(runtime, c->reader, 1000, &lines, &bytes, &count));
    if (!tell(c, lines, bytes))
        hang_up(c);
    la_free(lines);
}

/* Prints changes to standard output, and acknowledges them when they are written. */
static void print_stored(void)
{
    la_change changes[64];
    char *lines;
    size_t count, i;
    uint64_t last = 0;
    while (prints) {
        /* Reads the same changes twice: as text for the output, and as structs for their numbers. */
        MUST(la_consumer_poll_text(runtime, "printed", last, 64, &lines, NULL, NULL));
        fputs(lines, stdout);
        la_free(lines);
        MUST(la_consumer_poll(runtime, "printed", last, changes, sizeof *changes, 64, &count));
        for (i = 0; i < count; i++) {
            last = changes[i].sequence;
            la_change_release(&changes[i]);
        }
        if (count < 64)
            break;
    }
    if (last == 0 || fflush(stdout) != 0)
        return;
    /* An acknowledgement that cannot be stored now is stored later; until then the changes may be delivered again. */
    la_consumer_acknowledge(runtime, "printed", last);
}

static void advance(void)
{
    int64_t next;
    struct itimerspec time = {0};
    int i;
    la_status status = la_runtime_advance(runtime, LA_NOW, &next);
    if (status != LA_OK && status != LA_ERROR_NOT_DURABLE)
        must(status, "advance");
    for (i = 0; i < CLIENTS_MAX; i++)
        if (clients[i] != NULL && clients[i]->reader != 0)
            pass_on(clients[i]);
    print_stored();
    if (next != LA_NEVER) {
        time.it_value.tv_sec = (time_t)(next / 1000);
        time.it_value.tv_nsec = (long)(next % 1000) * 1000000 + 1; /* all zero would disarm it */
    }
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

/* ---------------------------------------------------------------- Start and end */

static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    unlink(path);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 16) != 0) {
        perror("daemon: listen");
        exit(1);
    }
    return fd;
}

static void open_runtime(const char *log)
{
    la_store store;
    la_options options = {.size = sizeof options, .flags = LA_NO_POLL};
    json_t *report;
    must(log_store_open(log, &store), "open the log");
    options.store = &store;
    options.journal_entries_max = 10000;
    options.seed = (uint64_t)getpid();
    MUST(la_runtime_create(&options, &runtime));
    MUST(la_consumer_add(runtime, "printed"));
    MUST(la_store_report(runtime, &report));
    fprintf(stderr, "daemon: run %lld, %lld activities\n", (long long)json_integer_value(json_object_get(report, "run")),
            (long long)json_integer_value(json_object_get(report, "restored")));
    json_decref(report);
}

int main(int argc, char **argv)
{
    sigset_t ends;
    int listener, fd, signals, i;
    if (argc < 3) {
        fprintf(stderr, "usage: daemon SOCKET LOG [PLUGIN.so ...]\n");
        return 2;
    }
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    signals = signalfd(-1, &ends, SFD_CLOEXEC);
    poller = epoll_create1(EPOLL_CLOEXEC);
    timer = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    open_runtime(argv[2]);
    for (i = 3; i < argc; i++)
        MUST(la_runtime_load_plugin(runtime, argv[i], NULL)); /* its stored activities resume from here */
    MUST(la_runtime_fd(runtime, &fd));
    listener = listen_at(argv[1]);
    watch(listener);
    watch(fd);
    watch(timer);
    watch(signals);
    for (;;) {
        struct epoll_event events[16];
        int count;
        uint64_t expirations;
        advance();
        count = epoll_wait(poller, events, 16, -1);
        for (i = 0; i < count; i++) {
            int ready = events[i].data.fd, place;
            if (ready == signals) {
                la_runtime_flush(runtime); /* what it cannot write, la_runtime_destroy tries once more */
                unlink(argv[1]);
                MUST(la_runtime_destroy(runtime));
                return 0;
            }
            if (ready == listener)
                welcome(listener);
            else if (ready == timer)
                (void)!read(timer, &expirations, sizeof expirations);
            for (place = 0; place < CLIENTS_MAX; place++)
                if (clients[place] != NULL && clients[place]->fd == ready) {
                    hear(clients[place]);
                    break;
                }
        }
    }
}
