/// Replaces what a process gets from its machine with the simulator's: time, randomness, and the order of execution.
///
/// The program defines `clock_gettime`, `syscall`, `read`, `fdatasync`, `pthread_create`, similar functions, and the
/// functions of libdispatch that accept work. The linker prefers them to the system's functions for all libraries of
/// the process. So no code of the product reads a real clock, gets other random numbers, or runs on another thread: on
/// Linux, Swift's executors use libdispatch.
#ifndef CSIMULATOR_H
#define CSIMULATOR_H
#include <stdint.h>

/// The kinds of work: a block of a dispatch queue, or a function call, for example one that runs a job of Swift's
/// concurrency.
enum { csimulator_block, csimulator_call };

/// Receives work.
///
/// - lane: The queue of a block, which runs its blocks in order, one at a time; 0 for other work.
/// - due: The earliest time at which it may run, in nanoseconds of simulated time; 0 for immediately.
typedef void (*csimulator_receiver)(int kind, void *work, uintptr_t lane, uint64_t due);
/// Runs the waiting blocks of a queue, before a block whose sender waits for it.
typedef void (*csimulator_drain)(uintptr_t lane);

/// Takes over the process permanently.
void csimulator_begin(csimulator_receiver receiver, csimulator_drain drain);
/// Sets the simulated time in nanoseconds since the machine's start.
void csimulator_set_time(uint64_t nanoseconds);
/// The simulated time in nanoseconds, which also advances in code that sleeps in a loop.
uint64_t csimulator_time(void);
/// From now on no file counts as synced; with `ignores`, syncs have no effect either.
void csimulator_forget_syncs(int ignores);
/// The number of bytes of a file that survive a power cut; -1 if the file does not exist.
int64_t csimulator_synced_size(const char *path);
/// Restarts the random numbers of the process from a seed.
void csimulator_set_seed(uint64_t seed);
/// Runs work once and releases it.
void csimulator_run(int kind, void *work);
/// Forks the process, which must have only one thread: returns 0 in the child, and the child's id in the parent.
int csimulator_fork(void);
/// The real time in nanoseconds, for reports only.
uint64_t csimulator_real_time(void);
/// Restarts this program without address randomization and with deterministic hashing. Returns only if both already
/// apply, or if that is impossible.
void csimulator_settle(char **arguments);
#endif
