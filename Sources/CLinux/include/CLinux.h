// Linux calls that Swift's Glibc module lacks. They provide wake-ups, signals and file changes as file descriptors, so
// that one poll() can wait for all of them and for keys. Also the only functions with which this project starts other
// programs.
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

// Starts a program found in PATH, with `words` (ending in NULL) as its arguments. No shell is involved.
//
// `descriptors` become its standard input, output and error; -1 stands for /dev/null. It inherits no other descriptors.
// Its environment is a copy without the variables that contain secrets, such as CARDSTREAM_TOKEN. All signals are
// unblocked and have their default actions. With `own_group` it leads a new process group, so that it can be killed
// with its children, and keys of the terminal do not reach it. Returns 0, or the error number.
int clinux_spawn(pid_t *child, const char *program, char *const words[], const int descriptors[3], bool own_group);

// Creates a pipe whose ends close on exec, so that no other program inherits them by accident. Returns 0, or the error
// number.
int clinux_pipe(int ends[2]);

// The resource limits of a program that processes untrusted data.
struct clinux_limits {
    unsigned long cpu_seconds;
    // The size of the address space.
    unsigned long memory_bytes;
    unsigned long open_files;
};

// Starts the program at `path` in a sandbox: with the limits, an empty environment, a new process group, and no
// capabilities even if this process is the superuser. It cannot open connections, start processes or change files, but
// it can read every file that this process can read. It is killed when the thread that started it ends. `descriptors`
// are as above. Returns 0, or the error number. If the system cannot set up the sandbox, the program is not started.
int clinux_spawn_confined(pid_t *child, const char *path, char *const words[], const int descriptors[3],
                          const struct clinux_limits *limits);

// Creates an anonymous file in memory with these bytes, positioned at its start. Returns its descriptor, or -1 with
// `errno`.
int clinux_memory_file(const void *bytes, size_t count);

// Returns the name of a directory entry, which Swift would import as a tuple of 256 characters. Valid as long as the
// entry.
const char *clinux_entry_name(const struct dirent *entry);

// Creates a folder and its missing parents, each with this mode. New folders survive a power failure. Returns 0, also
// if the folder exists, or the error number.
int clinux_make_folders(const char *path, mode_t mode);

// Writes the names in a folder to the disk: new names are durable when it returns, and removed ones are gone. Returns
// 0, or the error number. Also returns 0 if the file system does not support syncing folders.
int clinux_sync_folder(const char *path);

// Writes a text that identifies a file: its device, its inode, and the time of its creation if the file system records
// that. A copy of a file has another identity; a renamed file keeps its identity. At most `length` bytes are written,
// including the final NUL; 80 are enough. Returns 0, or the error number.
int clinux_file_identity(const char *path, char *identity, size_t length);

enum clinux_lock { CLINUX_UNLOCKED, CLINUX_SHARED, CLINUX_EXCLUSIVE };

// Sets, changes or removes a lock on one byte of a file. The lock belongs to the open file description, independent of
// the threads that use it, and the kernel removes it with its last descriptor. Does not wait. Returns 0, or the error
// number: EAGAIN if another open file description has a conflicting lock.
int clinux_lock_byte(int file, off_t byte, enum clinux_lock lock);

// Returns whether another open file description has a lock on this byte. Does not take a lock itself, so that
// concurrent checks do not affect each other.
bool clinux_is_byte_locked(int file, off_t byte);

// Gets the user and the process of the peer of a local socket. Returns 0, or the error number.
int clinux_peer(int socket, uid_t *user, pid_t *process);

// Prevents core dumps of this process, and prevents other processes of the same user from reading its memory. Programs
// that it starts are not affected. Returns whether the system has applied it.
bool clinux_forbid_dumps(void);

#endif
