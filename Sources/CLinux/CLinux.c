#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

// Environment variables that contain a token or a key. No started program needs them, not even a token command, which
// runs only if the environment has no token.
static const char *const secret_variables[] = {
    "CARDSTREAM_TOKEN", "CARDSTREAM_VIEWER_KEY", "CARDSTREAM_PUBLISHER_KEY",
    "CARDSTREAM_DATABASE",
};

static bool is_secret(const char *variable) {
    for (size_t i = 0; i < sizeof secret_variables / sizeof secret_variables[0]; i++) {
        size_t length = strlen(secret_variables[i]);
        if (strncmp(variable, secret_variables[i], length) == 0 && variable[length] == '=') return true;
    }
    return false;
}

// Copies the environment without secrets. The caller frees it. Returns NULL if there is not enough memory.
static char **copy_environment(void) {
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL) count++;
    char **copy = malloc((count + 1) * sizeof *copy);
    if (copy == NULL) return NULL;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_secret(environ[i])) copy[kept++] = environ[i];
    copy[kept] = NULL;
    return copy;
}

int clinux_spawn(pid_t *child, const char *program, char *const words[], const int descriptors[3], bool own_group) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) return error;
    posix_spawnattr_t attributes;
    error = posix_spawnattr_init(&attributes);
    if (error != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    for (int standard = 0; standard < 3 && error == 0; standard++) {
        error = descriptors[standard] < 0
                    ? posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
                    : posix_spawn_file_actions_adddup2(&actions, descriptors[standard], standard);
    }
    if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    sigset_t none, every;
    sigemptyset(&none);
    sigfillset(&every);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &every);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (own_group ? POSIX_SPAWN_SETPGROUP : 0));
    char **environment = error == 0 ? copy_environment() : NULL;
    if (error == 0 && environment == NULL) error = ENOMEM;
    if (error == 0) error = posix_spawnp(child, program, &actions, &attributes, words, environment);
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }
