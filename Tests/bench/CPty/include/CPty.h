// Starting a program on a pseudo terminal: fork and controlling terminals are out of Swift's reach.
#ifndef CARDSTREAM_CPTY_H
#define CARDSTREAM_CPTY_H

#include <sys/types.h>

/// Starts `path` on a new pseudo terminal of the given size. Returns the child's process id and stores the
/// master's descriptor (non-blocking) in `master`; -1 with errno on failure.
pid_t cpty_spawn(const char *path, char *const argv[], char *const envp[], int rows, int columns, int *master);

/// Changes the terminal's size; the kernel tells the program by SIGWINCH.
int cpty_resize(int master, int rows, int columns);

#endif
