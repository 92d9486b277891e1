/* Gives a process faulty clocks. Compile it as a shared library and load it with LD_PRELOAD.
 *
 *     CLOCK_OFFSET_S   seconds that the time of day is ahead of the machine's
 *     CLOCK_RATE       seconds that all clocks advance in a second
 *     CLOCK_SINCE_S    the time since the epoch from which the time of day advances at that rate
 *     CLOCK_STEP_FILE  a file of 8 bytes, a double of this machine: seconds that are added to the time of day. A test that
 *                      writes another number into the file sets the clock of the running process.
 *
 * Changes the time of day and the clocks that count from the start of the machine in the functions of the C library that return
 * them, and converts the absolute times of waits back. Relative waits are unchanged, so the rate must be close to 1.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define FILES 65536
static double rate = 1;
static int64_t offset_ns;
static const volatile double *step_s;
/* The real time of each clock from which its rate applies. */
static int64_t since_ns[8];
static clockid_t clocks_of_timers[FILES];

static int64_t ns(const struct timespec *time) { return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec; }

static struct timespec timespec_of(int64_t ns) {
    if (ns < 0) ns = 0;
    return (struct timespec){ns / 1000000000, ns % 1000000000};
}

static int is_changed(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC ||
        clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

static int is_time_of_day(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE; }

static int64_t ahead_ns(clockid_t clock) {
    return is_time_of_day(clock) ? offset_ns + (step_s ? (int64_t)(*step_s * 1e9) : 0) : 0;
}

static int64_t shown(clockid_t clock, int64_t real) {
    int64_t begin = since_ns[clock];
    return begin + (int64_t)((double)(real - begin) * rate) + ahead_ns(clock);
}

static struct timespec real_of(clockid_t clock, const struct timespec *shown) {
    int64_t begin = since_ns[clock];
    int64_t since = ns(shown) - begin - ahead_ns(clock);
    return timespec_of(begin + (int64_t)((double)since / rate));
}

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("CLOCK_RATE");
    for (clockid_t clock = 0; clock < 8; clock++) {
        struct timespec now;
        if (syscall(SYS_clock_gettime, clock, &now) == 0) since_ns[clock] = ns(&now);
    }
    if (text) rate = atof(text);
    if ((text = getenv("CLOCK_OFFSET_S"))) offset_ns = (int64_t)(atof(text) * 1e9);
    if ((text = getenv("CLOCK_STEP_FILE"))) {
        int file = open(text, O_RDONLY | O_CLOEXEC);
        void *mapped = mmap(NULL, sizeof *step_s, PROT_READ, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) abort();
        close(file);
        step_s = mapped;
    }
    if ((text = getenv("CLOCK_SINCE_S")))
        since_ns[CLOCK_REALTIME] = since_ns[CLOCK_REALTIME_COARSE] = (int64_t)(atof(text) * 1e9);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && is_changed(clock)) *time = timespec_of(shown(clock, ns(time)));
    return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    static int (*next)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    /* The C library still has the function as it was before 2.3.2, and that is what RTLD_NEXT alone may find. */
    if (!next) next = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    if (!next) next = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    /* A condition has one of two clocks, and a machine has not been running for 30 years. */
    struct timespec real = real_of(until->tv_sec > 1000000000 ? CLOCK_REALTIME : CLOCK_MONOTONIC, until);
    return next(condition, mutex, &real);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    static int (*next)(pthread_mutex_t *, const struct timespec *);
    if (!next) next = dlsym(RTLD_NEXT, "pthread_mutex_timedlock");
    struct timespec real = real_of(CLOCK_REALTIME, until);
    return next(mutex, &real);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    static int (*next)(sem_t *, const struct timespec *);
    if (!next) next = dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec real = real_of(CLOCK_REALTIME, until);
    return next(semaphore, &real);
}

int timerfd_create(clockid_t clock, int flags) {
    int file = (int)syscall(SYS_timerfd_create, clock, flags);
    if (file >= 0 && file < FILES) clocks_of_timers[file] = clock;
    return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *former) {
    struct itimerspec changed = *time;
    int is_set = time->it_value.tv_sec != 0 || time->it_value.tv_nsec != 0;
    if ((flags & TFD_TIMER_ABSTIME) && is_set && file < FILES) {
        changed.it_value = real_of(clocks_of_timers[file], &time->it_value);
        /* All zero would switch it off. */
        if (ns(&changed.it_value) == 0) changed.it_value.tv_nsec = 1;
    }
    return (int)syscall(SYS_timerfd_settime, file, flags, &changed, former);
}
