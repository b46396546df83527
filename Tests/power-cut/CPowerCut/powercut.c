#define _GNU_SOURCE
#include "powercut.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { sector = 512, most_files = 65536 };

/// A change of a file that may not be on the disk yet. Without bytes it sets the size.
struct change {
    size_t offset, count;
    unsigned char *bytes;
    uint64_t number;
    struct change *next;
};
struct file {
    unsigned char *bytes;
    size_t size;
    struct change *changes, **last;
    int is_folder;
};
/// A name in the tree, relative to the root, and the file that it refers to.
struct entry {
    char *name;
    struct file *file;
    struct entry *next;
};
/// A change of names that may not be on the disk yet: `name` refers to `file`, or to nothing.
struct naming {
    char *name;
    struct file *file;
    /// The old name of a rename, which is removed in the same step.
    char *former;
    uint64_t number;
    struct naming *next;
};

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static char *root, *image;
static size_t root_length;
static uint64_t moment, count, seed;
static struct entry *names, *disk;
static struct naming *namings, **last_naming = &namings;
static struct file *open_files[most_files];
static char *open_folders[most_files];

static uint64_t next_random(void) {
    // SplitMix64.
    uint64_t mixed = (seed += 0x9E3779B97F4A7C15ull);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return mixed ^ (mixed >> 31);
}
static int chance(unsigned percent) { return next_random() % 100 < percent; }

static void *allocate(size_t size) {
    void *memory = calloc(1, size ? size : 1);
    if (!memory) abort();
    return memory;
}

// MARK: Names

static struct file *find(struct entry *entries, const char *name) {
    for (; entries; entries = entries->next)
        if (strcmp(entries->name, name) == 0) return entries->file;
    return NULL;
}

static void set(struct entry **entries, const char *name, struct file *file) {
    for (; *entries; entries = &(*entries)->next) {
        if (strcmp((*entries)->name, name) != 0) continue;
        if (file) (*entries)->file = file;
        else *entries = (*entries)->next;
        return;
    }
    if (!file) return;
    *entries = allocate(sizeof **entries);
    (*entries)->name = strdup(name);
    (*entries)->file = file;
}

/// The name below the root; NULL for other paths.
static const char *inside(const char *path) {
    if (!root || !path || strncmp(path, root, root_length) != 0 || path[root_length] != '/') return NULL;
    const char *name = path + root_length;
    while (*name == '/') name++;
    return *name ? name : NULL;
}

static int is_in(const char *name, const char *folder) {
    const char *slash = strrchr(name, '/');
    size_t length = slash ? (size_t)(slash - name) : 0;
    return strlen(folder) == length && strncmp(name, folder, length) == 0;
}

static struct file *new_file(int is_folder) {
    struct file *file = allocate(sizeof *file);
    file->last = &file->changes;
    file->is_folder = is_folder;
    return file;
}

// MARK: The image of the disk

static void resize(unsigned char **bytes, size_t *size, size_t wanted) {
    *bytes = realloc(*bytes, wanted ? wanted : 1);
    if (!*bytes) abort();
    if (wanted > *size) memset(*bytes + *size, 0, wanted - *size);
    *size = wanted;
}

static void put(unsigned char **bytes, size_t *size, size_t offset, const unsigned char *from, size_t length) {
    if (offset + length > *size) resize(bytes, size, offset + length);
    memcpy(*bytes + offset, from, length);
}

static void sync_file(struct file *file) {
    for (struct change *change = file->changes, *next; change; change = next) {
        next = change->next;
        if (change->bytes) put(&file->bytes, &file->size, change->offset, change->bytes, change->count);
        else resize(&file->bytes, &file->size, change->offset);
        free(change->bytes);
        free(change);
    }
    file->changes = NULL;
    file->last = &file->changes;
}

static void apply(struct entry **entries, const struct naming *naming) {
    if (naming->former && find(*entries, naming->former) == naming->file) set(entries, naming->former, NULL);
    set(entries, naming->name, naming->file);
}

static void sync_folder(const char *folder) {
    for (struct naming **place = &namings; *place;) {
        struct naming *naming = *place;
        if (is_in(naming->name, folder)) {
            apply(&disk, naming);
            *place = naming->next;
        } else place = &naming->next;
    }
    for (last_naming = &namings; *last_naming;) last_naming = &(*last_naming)->next;
}

/// What happens to the changes that were not synced.
enum fate { none_kept, all_kept, first_kept, any_kept, torn, fates };

/// Writes what is left of one file.
static void write_image(const char *name, struct file *file, enum fate fate, uint64_t first) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", image, name);
    if (file->is_folder) {
        syscall(SYS_mkdir, path, 0700);
        return;
    }
    unsigned char *bytes = NULL;
    size_t size = 0;
    put(&bytes, &size, 0, file->bytes ? file->bytes : (unsigned char *)"", file->size);
    for (struct change *change = file->changes; change; change = change->next) {
        if (fate == none_kept || (fate == first_kept && change->number > first)) continue;
        int is_by_sector = fate == any_kept || fate == torn;
        if (!change->bytes) {
            if (!is_by_sector || chance(50)) resize(&bytes, &size, change->offset);
            continue;
        }
        if (!is_by_sector) {
            put(&bytes, &size, change->offset, change->bytes, change->count);
            continue;
        }
        // Half of the writes are kept or lost completely.
        int choice = chance(50) ? (int)chance(50) : -1;
        for (size_t done = 0, length; done < change->count; done += length) {
            length = sector - (change->offset + done) % sector;
            if (length > change->count - done) length = change->count - done;
            if (!(choice < 0 ? chance(60) : choice)) continue;
            size_t kept = fate == torn && chance(10) ? next_random() % length : length;
            if (kept) put(&bytes, &size, change->offset + done, change->bytes + done, kept);
        }
    }
    int out = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    for (size_t done = 0; out >= 0 && done < size;) {
        ssize_t part = syscall(SYS_write, out, bytes + done, size - done);
        if (part <= 0) abort();
        done += (size_t)part;
    }
    if (out >= 0) syscall(SYS_close, out);
    free(bytes);
}

static void fail_power(void) {
    enum fate fate = (enum fate)(next_random() % fates);
    uint64_t first = count ? next_random() % (count + 1) : 0;
    for (struct naming *naming = namings; naming; naming = naming->next) {
        int is_kept = fate == all_kept || (fate == first_kept && naming->number <= first) ||
            ((fate == any_kept || fate == torn) && chance(50));
        if (is_kept) apply(&disk, naming);
    }
    syscall(SYS_mkdir, image, 0700);
    // Folders first, with parents before their children. What is in a lost folder is lost.
    for (size_t depth = 0; depth < 16; depth++)
        for (struct entry *entry = disk; entry; entry = entry->next) {
            size_t slashes = 0;
            for (const char *byte = entry->name; *byte; byte++) slashes += *byte == '/';
            if (slashes == depth) write_image(entry->name, entry->file, fate, first);
        }
    _exit(POWERCUT_STATUS);
}

/// Must be called before each change, with the lock held.
static void step(void) {
    count++;
    if (moment && count == moment) fail_power();
}

static void note(struct file *file, size_t offset, const void *bytes, size_t length) {
    struct change *change = allocate(sizeof *change);
    change->offset = offset;
    change->count = length;
    change->number = count;
    if (bytes) {
        change->bytes = allocate(length);
        memcpy(change->bytes, bytes, length);
    }
    *file->last = change;
    file->last = &change->next;
}

static void note_name(const char *name, struct file *file, const char *former) {
    struct naming *naming = allocate(sizeof *naming);
    naming->name = strdup(name);
    naming->file = file;
    naming->former = former ? strdup(former) : NULL;
    naming->number = count;
    apply(&names, naming);
    *last_naming = naming;
    last_naming = &naming->next;
}

// MARK: Beginning

static void scan(const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", root, name);
    DIR *folder = opendir(path);
    if (!folder) return;
    for (struct dirent *found; (found = readdir(folder));) {
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0) continue;
        char below[PATH_MAX];
        snprintf(below, sizeof below, "%s%s%s", name, *name ? "/" : "", found->d_name);
        snprintf(path, sizeof path, "%s/%s", root, below);
        struct stat status;
        if (lstat(path, &status) != 0) continue;
        struct file *file = new_file(S_ISDIR(status.st_mode));
        set(&names, below, file);
        set(&disk, below, file);
        if (file->is_folder) {
            scan(below);
            continue;
        }
        int in = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
        if (in < 0) abort();
        resize(&file->bytes, &file->size, (size_t)status.st_size);
        if (syscall(SYS_pread64, in, file->bytes, file->size, 0) != (long)file->size) abort();
        syscall(SYS_close, in);
    }
    closedir(folder);
}

void powercut_begin(const char *folder, const char *target, uint64_t at, uint64_t random) {
    pthread_mutex_lock(&mutex);
    image = strdup(target);
    moment = at;
    seed = random;
    char *path = strdup(folder);
    root_length = strlen(path);
    root = path;
    scan("");
    pthread_mutex_unlock(&mutex);
}

uint64_t powercut_count(void) { return count; }

// MARK: Functions of the C library

static struct file *open_file(int descriptor) {
    return descriptor >= 0 && descriptor < most_files ? open_files[descriptor] : NULL;
}

static int opened(const char *path, int flags, mode_t mode) {
    const char *name = inside(path);
    int is_root = root && path && strncmp(path, root, root_length) == 0 && strspn(path + root_length, "/") == strlen(path + root_length);
    if (!name && !is_root) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    pthread_mutex_lock(&mutex);
    struct file *file = name ? find(names, name) : NULL;
    int is_change = name && ((flags & O_CREAT && !file) || (flags & O_TRUNC && file));
    if (is_change) step();
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    int code = errno;
    if (descriptor >= 0 && descriptor < most_files) {
        if (is_root || (file && file->is_folder)) open_folders[descriptor] = strdup(is_root ? "" : name);
        else {
            if (!file) note_name(name, file = new_file(0), NULL);
            else if (flags & O_TRUNC) note(file, 0, NULL, 0);
            open_files[descriptor] = file;
        }
    }
    pthread_mutex_unlock(&mutex);
    errno = code;
    return descriptor;
}

#define OPEN(name)                                        \
    int name(const char *path, int flags, ...) {          \
        mode_t mode = 0;                                  \
        if (flags & O_CREAT) {                            \
            va_list rest;                                 \
            va_start(rest, flags);                        \
            mode = va_arg(rest, mode_t);                  \
            va_end(rest);                                 \
        }                                                 \
        return opened(path, flags, mode);                 \
    }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
    pthread_mutex_lock(&mutex);
    if (descriptor >= 0 && descriptor < most_files) {
        open_files[descriptor] = NULL;
        free(open_folders[descriptor]);
        open_folders[descriptor] = NULL;
    }
    int result = (int)syscall(SYS_close, descriptor);
    pthread_mutex_unlock(&mutex);
    return result;
}

static ssize_t written(int descriptor, const void *bytes, size_t length, off64_t offset, int has_offset) {
    struct file *file = open_file(descriptor);
    if (!file)
        return has_offset ? syscall(SYS_pwrite64, descriptor, bytes, length, offset)
                          : syscall(SYS_write, descriptor, bytes, length);
    pthread_mutex_lock(&mutex);
    step();
    if (!has_offset) {
        struct stat status;
        int is_at_end = (int)syscall(SYS_fcntl, descriptor, F_GETFL) & O_APPEND;
        offset = is_at_end && fstat(descriptor, &status) == 0 ? status.st_size
                                                              : syscall(SYS_lseek, descriptor, 0, SEEK_CUR);
    }
    ssize_t result = has_offset ? syscall(SYS_pwrite64, descriptor, bytes, length, offset)
                                : syscall(SYS_write, descriptor, bytes, length);
    int code = errno;
    if (result > 0) note(file, (size_t)offset, bytes, (size_t)result);
    pthread_mutex_unlock(&mutex);
    errno = code;
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t length) { return written(descriptor, bytes, length, 0, 0); }
ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return written(descriptor, bytes, length, offset, 1);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    return written(descriptor, bytes, length, offset, 1);
}

static int truncated(int descriptor, off64_t size) {
    struct file *file = open_file(descriptor);
    if (!file) return (int)syscall(SYS_ftruncate, descriptor, size);
    pthread_mutex_lock(&mutex);
    step();
    int result = (int)syscall(SYS_ftruncate, descriptor, size);
    int code = errno;
    if (result == 0) note(file, (size_t)size, NULL, 0);
    pthread_mutex_unlock(&mutex);
    errno = code;
    return result;
}
int ftruncate(int descriptor, off_t size) { return truncated(descriptor, size); }
int ftruncate64(int descriptor, off64_t size) { return truncated(descriptor, size); }

static int synced(int descriptor, long call) {
    pthread_mutex_lock(&mutex);
    struct file *file = open_file(descriptor);
    const char *folder = descriptor >= 0 && descriptor < most_files ? open_folders[descriptor] : NULL;
    if (file || folder) step();
    // Not synced, because the disk of the test need not be as slow as a real one.
    int result = file || folder ? 0 : (int)syscall(call, descriptor);
    int code = errno;
    if (file) sync_file(file);
    if (folder) sync_folder(folder);
    pthread_mutex_unlock(&mutex);
    errno = code;
    return result;
}
int fsync(int descriptor) { return synced(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return synced(descriptor, SYS_fdatasync); }

int unlink(const char *path) {
    const char *name = inside(path);
    if (!name) return (int)syscall(SYS_unlink, path);
    pthread_mutex_lock(&mutex);
    if (find(names, name)) step();
    int result = (int)syscall(SYS_unlink, path);
    int code = errno;
    if (result == 0) note_name(name, NULL, NULL);
    pthread_mutex_unlock(&mutex);
    errno = code;
    return result;
}

int mkdir(const char *path, mode_t mode) {
    const char *name = inside(path);
    if (!name) return (int)syscall(SYS_mkdir, path, mode);
    pthread_mutex_lock(&mutex);
    if (!find(names, name)) step();
    int result = (int)syscall(SYS_mkdir, path, mode);
    int code = errno;
    if (result == 0) note_name(name, new_file(1), NULL);
    pthread_mutex_unlock(&mutex);
    errno = code;
    return result;
}

static int renamed(const char *from, const char *to, int is_link) {
    long call = is_link ? SYS_link : SYS_rename;
    const char *former = inside(from), *name = inside(to);
    if (!former || !name) return (int)syscall(call, from, to);
    pthread_mutex_lock(&mutex);
    step();
    int result = (int)syscall(call, from, to);
    int code = errno;
    struct file *file = find(names, former);
    if (result == 0 && file) note_name(name, file, is_link ? NULL : former);
    pthread_mutex_unlock(&mutex);
    errno = code;
    return result;
}
int rename(const char *from, const char *to) { return renamed(from, to, 0); }
int link(const char *from, const char *to) { return renamed(from, to, 1); }
