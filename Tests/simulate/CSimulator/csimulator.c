#define _GNU_SOURCE
#include "csimulator.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

/// The start of the simulated clock: 2026-01-15, 09:00 UTC, is one hour after the start of the machine.
static const uint64_t date_at_start = 1768467600ull - 3600;
static int is_on;
static uint64_t now;
static uint64_t seed;
/// The seed for BoringSSL, which reads random bytes only once per process and so must not change the numbers of the
/// others.
static uint64_t seed_of_keys;
static csimulator_receiver receive;
static csimulator_drain drain;

static uint64_t next_random(uint64_t *state) {
    // SplitMix64.
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15ull);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return mixed ^ (mixed >> 31);
}

/// The system's function that a function of this file replaces.
static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

// MARK: Time and randomness

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!is_on || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return (int)syscall(SYS_clock_gettime, clock, time);
    int is_date = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    time->tv_sec = (time_t)((is_date ? date_at_start : 0) + now / 1000000000ull);
    time->tv_nsec = (long)(now % 1000000000ull);
    return 0;
}

uint64_t csimulator_real_time(void) {
    struct timespec time;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_nsec;
}

static void fill(char *place, size_t count, uint64_t *state) {
    for (size_t done = 0; done < count; done += sizeof(uint64_t)) {
        uint64_t value = next_random(state);
        size_t rest = count - done;
        memcpy(place + done, &value, rest < sizeof value ? rest : sizeof value);
    }
}

/// `SystemRandomNumberGenerator` calls this with `SYS_getrandom`; all other calls pass through.
long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long values[6];
    for (int index = 0; index < 6; index++) values[index] = va_arg(list, long);
    va_end(list);
    if (is_on && number == SYS_getrandom) {
        // Swift requests single numbers, without flags.
        int is_key = values[1] > 16 || values[2] != 0;
        fill((char *)values[0], (size_t)values[1], is_key ? &seed_of_keys : &seed);
        return values[1];
    }
    static long (*system_call)(long, ...);
    if (!system_call) system_call = (long (*)(long, ...))real("syscall");
    return system_call(number, values[0], values[1], values[2], values[3], values[4], values[5]);
}

/// `UUID()` reads `/dev/urandom`, which is device 1:9.
ssize_t read(int file, void *buffer, size_t count) {
    struct stat status;
    if (is_on && fstat(file, &status) == 0 && S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 9)) {
        fill(buffer, count, count > 16 ? &seed_of_keys : &seed);
        return (ssize_t)count;
    }
    return syscall(SYS_read, file, buffer, count);
}

// MARK: Disks

/// How many bytes of each file are synced, by inode number.
static struct {
    ino_t number;
    off_t size;
} synced[256];
static int synced_count;
static int ignores_syncs;

/// Does not sync to the real disk. Only records the size up to which the file counts as synced.
static int note_sync(int file) {
    struct stat status;
    if (ignores_syncs || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    int place = 0;
    while (place < synced_count && synced[place].number != status.st_ino) place++;
    if (place == 256) abort();
    if (place == synced_count) synced_count++;
    synced[place].number = status.st_ino;
    synced[place].size = status.st_size;
    return 0;
}

int fsync(int file) { return is_on ? note_sync(file) : (int)syscall(SYS_fsync, file); }

int fdatasync(int file) { return is_on ? note_sync(file) : (int)syscall(SYS_fdatasync, file); }

void csimulator_forget_syncs(int ignores) {
    synced_count = 0;
    ignores_syncs = ignores;
}

int64_t csimulator_synced_size(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    for (int place = 0; place < synced_count; place++)
        if (synced[place].number == status.st_ino) return synced[place].size < status.st_size ? synced[place].size : status.st_size;
    return 0;
}

/// Called in loops that wait for a file lock. Simulated time passes instead.
int usleep(useconds_t microseconds) {
    if (!is_on) return ((int (*)(useconds_t))real("usleep"))(microseconds);
    now += microseconds * 1000ull;
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
    if (!is_on) return (int)syscall(SYS_nanosleep, time, rest);
    now += (uint64_t)time->tv_sec * 1000000000ull + (uint64_t)time->tv_nsec;
    return 0;
}

/// Does not block, because a wait would never end: the holder of the lock runs on this thread.
int flock(int file, int operation) {
    return (int)syscall(SYS_flock, file, is_on && operation == LOCK_EX ? operation | LOCK_NB : operation);
}

// MARK: Queues

/// The head of a block, as defined by the ABI of blocks.
struct block {
    void *isa;
    int flags;
    int reserved;
    void (*invoke)(void *);
};

void *_Block_copy(const void *block);
void _Block_release(const void *block);

void dispatch_async(void *queue, void *block) {
    if (!is_on) {
        ((void (*)(void *, void *))real("dispatch_async"))(queue, block);
        return;
    }
    receive(csimulator_block, _Block_copy(block), (uintptr_t)queue, 0);
}

void dispatch_sync(void *queue, void *block) {
    if (!is_on) {
        ((void (*)(void *, void *))real("dispatch_sync"))(queue, block);
        return;
    }
    drain((uintptr_t)queue);
    ((struct block *)block)->invoke(block);
}

/// The simulated time of a `dispatch_time_t`, whose highest bits identify the clock.
static uint64_t due_of(uint64_t when) {
    if (when >> 62 == 3) return 0 - when - date_at_start * 1000000000ull;
    return when & ~(1ull << 63);
}

void dispatch_after(uint64_t when, void *queue, void *block) {
    if (!is_on) {
        ((void (*)(uint64_t, void *, void *))real("dispatch_after"))(when, queue, block);
        return;
    }
    receive(csimulator_block, _Block_copy(block), (uintptr_t)queue, due_of(when));
}

struct call {
    void (*function)(void *);
    void *context;
};

static void receive_call(void *context, void (*function)(void *), uint64_t due) {
    struct call *call = malloc(sizeof *call);
    if (!call) abort();
    *call = (struct call){function, context};
    receive(csimulator_call, call, 0, due);
}

/// Called by Swift's default executor for each job, with a concurrent queue.
void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
    if (!is_on) {
        ((void (*)(void *, void *, void (*)(void *)))real("dispatch_async_f"))(queue, context, function);
        return;
    }
    receive_call(context, function, 0);
}

/// Called by `Task.sleep`.
void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *)) {
    if (!is_on) {
        ((void (*)(uint64_t, void *, void *, void (*)(void *)))real("dispatch_after_f"))(when, queue, context, function);
        return;
    }
    receive_call(context, function, due_of(when));
}

/// Called by Swift's executors for their queues. The system's function starts a thread whose timers never fire while
/// the clock stands still, so it would retry forever.
void dispatch_queue_set_width(void *queue, long width) {
    if (!is_on) ((void (*)(void *, long))real("dispatch_queue_set_width"))(queue, width);
}

/// A thread for a blocking call counts as work like any other.
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *context) {
    if (!is_on)
        return ((int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))real("pthread_create"))(
            thread, attributes, function, context);
    *thread = 0;
    receive_call(context, (void (*)(void *))function, 0);
    return 0;
}

int pthread_detach(pthread_t thread) {
    return is_on ? 0 : ((int (*)(pthread_t))real("pthread_detach"))(thread);
}

// MARK: Functions for the simulator

void csimulator_run(int kind, void *work) {
    switch (kind) {
    case csimulator_block:
        ((struct block *)work)->invoke(work);
        _Block_release(work);
        break;
    case csimulator_call: {
        struct call call = *(struct call *)work;
        free(work);
        call.function(call.context);
        break;
    }
    }
}

void csimulator_begin(csimulator_receiver receiver, csimulator_drain drainer) {
    receive = receiver;
    drain = drainer;
    now = 3600ull * 1000000000ull;
    is_on = 1;
}

void csimulator_set_time(uint64_t nanoseconds) { now = nanoseconds; }

uint64_t csimulator_time(void) { return now; }

void csimulator_set_seed(uint64_t value) { seed = value; }

int csimulator_fork(void) { return (int)fork(); }

void csimulator_settle(char **arguments) {
    const char *order = getenv("SWIFT_DETERMINISTIC_HASHING");
    int old = personality(0xffffffff);
    if (order && (old & ADDR_NO_RANDOMIZE)) return;
    // Only once: if the system refuses, the program continues as it is.
    if (getenv("SIMULATE_SETTLED")) return;
    setenv("SIMULATE_SETTLED", "1", 1);
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    personality((unsigned long)old | ADDR_NO_RANDOMIZE);
    execv("/proc/self/exe", arguments);
}
