#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *clinux_entry_name(const struct dirent *entry) { return entry->d_name; }

int clinux_sync_folder(const char *path) {
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return errno;
    int code = fsync(folder) == 0 || errno == EINVAL ? 0 : errno;
    close(folder);
    return code;
}

// Syncs the parent of a new folder. The parent contains the folder's name, so only syncing the parent makes the name
// durable. A failure is ignored, for example if the parent may not be read: then nothing more can be done.
static void sync_above(const char *path) {
    char above[PATH_MAX];
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    while (length > 0 && path[length - 1] != '/') length--;
    while (length > 1 && path[length - 1] == '/') length--;
    if (length >= sizeof above) return;
    memcpy(above, path, length);
    above[length] = '\0';
    clinux_sync_folder(length == 0 ? "." : above);
}

int clinux_file_identity(const char *path, char *identity, size_t length) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &status) == 0) {
        int has_birth = (status.stx_mask & STATX_BTIME) != 0;
        snprintf(identity, length, "%x:%x %llu %lld.%09u", status.stx_dev_major, status.stx_dev_minor,
                 (unsigned long long)status.stx_ino, has_birth ? (long long)status.stx_btime.tv_sec : 0,
                 has_birth ? status.stx_btime.tv_nsec : 0);
        return 0;
    }
    // Old sandboxes refuse the system call.
    struct stat older;
    if (lstat(path, &older) != 0) return errno;
    snprintf(identity, length, "%llx %llu", (unsigned long long)older.st_dev, (unsigned long long)older.st_ino);
    return 0;
}

static int make_one(const char *path, mode_t mode) {
    if (mkdir(path, mode) != 0) return errno == EEXIST ? 0 : errno;
    sync_above(path);
    return 0;
}

int clinux_make_folders(const char *path, mode_t mode) {
    // Usually all folders except the last one exist.
    int code = make_one(path, mode);
    if (code != ENOENT) return code;
    char above[PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof above) return length == 0 ? ENOENT : ENAMETOOLONG;
    memcpy(above, path, length + 1);
    for (char *slash = strchr(above + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        code = make_one(above, mode);
        *slash = '/';
        if (code != 0) return code;
    }
    return make_one(path, mode);
}
