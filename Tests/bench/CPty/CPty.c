#define _GNU_SOURCE
#include "CPty.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

pid_t cpty_spawn(const char *path, char *const argv[], char *const envp[], int rows, int columns, int *master) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    pid_t child = forkpty(master, NULL, NULL, &size);
    if (child == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        execve(path, argv, envp);
        _exit(127);
    }
    if (child > 0) fcntl(*master, F_SETFL, fcntl(*master, F_GETFL) | O_NONBLOCK);
    return child;
}

pid_t cpty_spawn_helper(const char *path, char *const argv[], char *const envp[], int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    pid_t parent = getpid();
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        // The parent may have died before the line above.
        if (getppid() != parent) _exit(127);
        dup2(ends[1], STDOUT_FILENO);
        execve(path, argv, envp);
        _exit(127);
    }
    close(ends[1]);
    if (child < 0) close(ends[0]);
    *output = ends[0];
    return child;
}

int cpty_resize(int master, int rows, int columns) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    return ioctl(master, TIOCSWINSZ, &size);
}
