/// What a process gets from its machine, in the simulator's hands: time, randomness, and who runs when.
///
/// The program defines `clock_gettime`, `syscall`, `read`, `fdatasync`, `pthread_create`, others like them and the functions of libdispatch that take work, and the linker prefers them to
/// those of the system for every library of the process. So no line of the product reads a real clock, gets a random number of its
/// own, or runs on another thread: the executors of Swift are libdispatch's on Linux.
#ifndef CSIMULATOR_H
#define CSIMULATOR_H
#include <stdint.h>

/// The kinds of work: a block of a dispatch queue; a call of a function, such as one that runs a job of Swift's concurrency.
enum { csimulator_block, csimulator_call };

/// Gets work.
///
/// - lane: The queue of a block, which runs one at a time and in order; 0 for anything else.
/// - due: When it may run, in nanoseconds of the simulated time; 0 for at once.
typedef void (*csimulator_receiver)(int kind, void *work, uintptr_t lane, uint64_t due);
/// Runs what waits on a queue, before a block that its sender waits for.
typedef void (*csimulator_drain)(uintptr_t lane);

/// Takes the process over, for good.
void csimulator_begin(csimulator_receiver receiver, csimulator_drain drain);
/// Sets the simulated time in nanoseconds since the machine's start.
void csimulator_set_time(uint64_t nanoseconds);
/// The simulated time, which those who wait in a loop let pass.
uint64_t csimulator_time(void);
/// Takes no file for synced any more; with `ignores`, none ever is.
void csimulator_forget_syncs(int ignores);
/// How many bytes of a file survive a power cut; -1 without a file.
int64_t csimulator_synced_size(const char *path);
/// Begins the random numbers of the process anew.
void csimulator_set_seed(uint64_t seed);
/// Runs work once and gives it up.
void csimulator_run(int kind, void *work);
/// A second process like this one, which only one with a single thread may have: 0 in the new one, its id in the old one.
int csimulator_fork(void);
/// The real time in nanoseconds, for reports only.
uint64_t csimulator_real_time(void);
/// Starts this program again without random addresses and with one order of hashes, unless it is so already. Returns only then,
/// or if that is not possible.
void csimulator_settle(char **arguments);
#endif
