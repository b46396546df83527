// Starting programs: fork, controlling terminals and what a child does before its exec are out of Swift's reach.
#ifndef CARDSTREAM_CPTY_H
#define CARDSTREAM_CPTY_H

// For many viewers at once; Glibc's module does not have it.
#include <sys/epoll.h>
#include <sys/types.h>

/// Starts `path` on a new pseudo terminal of the given size. Returns the child's process id and stores the
/// master's descriptor (non-blocking) in `master`; -1 with errno on failure.
pid_t cpty_spawn(const char *path, char *const argv[], char *const envp[], int rows, int columns, int *master);

/// Starts `path` as a helper that ends (SIGTERM) when the calling thread does, however that ends. Returns the child's
/// process id and stores the reading end of its standard output in `output`; -1 with errno on failure.
pid_t cpty_spawn_helper(const char *path, char *const argv[], char *const envp[], int *output);

/// Changes the terminal's size; the kernel tells the program by SIGWINCH.
int cpty_resize(int master, int rows, int columns);

#endif
