#include "CLinux.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>

const char *clinux_entry_name(const struct dirent *entry) { return entry->d_name; }

static int make_one(const char *path, mode_t mode) {
    return mkdir(path, mode) == 0 || errno == EEXIST ? 0 : errno;
}

int clinux_make_folders(const char *path, mode_t mode) {
    // Most often all but the last are there.
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
