// Starts programs. Swift cannot call fork, set a controlling terminal, or run code in a child before exec.
#ifndef CARDSTREAM_CPTY_H
#define CARDSTREAM_CPTY_H

// Used to wait for many viewers at the same time; Glibc's module does not export it.
#include <sys/epoll.h>
#include <sys/types.h>

/// Starts `path` on a new pseudo terminal of the given size. Returns the child's process id and stores the master's
/// descriptor (non-blocking) in `master`; -1 with errno on failure.
pid_t cpty_spawn(const char *path, char *const argv[], char *const envp[], int rows, int columns, int *master);

/// Starts `path` as a helper that receives SIGTERM when the calling thread ends, for whatever reason. Returns the
/// child's process id and stores the reading end of its standard output in `output`; -1 with errno on failure.
pid_t cpty_spawn_helper(const char *path, char *const argv[], char *const envp[], int *output);

/// Changes the terminal's size. The kernel notifies the program with SIGWINCH.
int cpty_resize(int master, int rows, int columns);

#endif
