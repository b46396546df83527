// The Linux calls that Swift's Glibc module leaves out: wake-ups, signals and changes of files as file descriptors, so
// that one poll() can wait for all of them beside keys; and the one way this project starts another program.
#ifndef CLINUX_H
#define CLINUX_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/types.h>

// Starts a program found in PATH, with `words` (ending in NULL) as its arguments, unseen by any shell.
//
// `descriptors` become its standard input, output and error; -1 stands for /dev/null. Nothing else of ours is
// inherited but the environment without the variables of ours that hold secrets, such as CARDSTREAM_TOKEN: signals we
// blocked or handle are its own again. With `own_group` it leads a process
// group of its own, so that it can be ended with its children, and keys of our terminal do not reach it.
// Returns 0, or the error number.
int clinux_spawn(pid_t *child, const char *program, char *const words[], const int descriptors[3], bool own_group);

// A pipe whose ends no other program inherits by chance. Returns 0, or the error number.
int clinux_pipe(int ends[2]);

// What a program may use that works on what strangers sent.
struct clinux_limits {
    unsigned long cpu_seconds;
    // Of address space.
    unsigned long memory_bytes;
    unsigned long open_files;
};

// Starts the program at `path` confined: within the limits, with an empty environment, in a process group of its own,
// without capabilities also where we are the superuser, and so that it can open no connection, start no process and
// change no file; it can read what we can. It dies with the thread that started it. `descriptors` are as above.
// Returns 0, or the error number; a system that cannot confine it does not start it.
int clinux_spawn_confined(pid_t *child, const char *path, char *const words[], const int descriptors[3],
                          const struct clinux_limits *limits);

// A file without a name that holds these bytes, to be read from its start. Returns its descriptor, or -1 with `errno`.
int clinux_memory_file(const void *bytes, size_t count);

// The name of a folder's entry, which Swift would see as a tuple of 256 characters. Valid as long as the entry.
const char *clinux_entry_name(const struct dirent *entry);

// Makes a folder and those above it that are missing, each with this mode; new ones survive a power cut. Returns 0, also for one
// that is there, or the error number.
int clinux_make_folders(const char *path, mode_t mode);

// Has the names in a folder on the disk when it returns: new ones, and that others are gone. Returns 0, or the error number; also 0
// where the file system cannot do that and has no order to keep.
int clinux_sync_folder(const char *path);

enum clinux_lock { CLINUX_UNLOCKED, CLINUX_SHARED, CLINUX_EXCLUSIVE };

// Locks one byte of a file for this opening of it, whichever threads use it, or changes or removes the lock. Does not wait.
// The kernel removes it with the last descriptor of the opening. Returns 0, or the error number: EAGAIN while another
// opening has a lock that excludes it.
int clinux_lock_byte(int file, off_t byte, enum clinux_lock lock);

// Whether another opening of the file has a lock of this byte. Takes none, so that those who ask do not meet each other.
bool clinux_is_byte_locked(int file, off_t byte);

// Who connected to a local socket, or listens on it. Returns 0, or the error number.
int clinux_peer(int socket, uid_t *user, pid_t *process);

// Forbids dumps of this process's memory, whatever ends it, and other processes of the same user to read it. Programs that
// it starts are not affected. Returns whether the system has done it.
bool clinux_forbid_dumps(void);

#endif
