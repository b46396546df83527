// A system that fails, for LD_PRELOAD: from the n-th call of a kind on, or only that one, calls of the C library fail.
//
//   FAULTY_KIND    full:        calls that need space on the disk fail with ENOSPC
//                  readonly:    calls that change a file or folder fail with EROFS
//                  broken:      writing and syncing files fails with EIO
//                  descriptors: calls that create a file descriptor fail with EMFILE
//                  memory:      mapping memory fails with ENOMEM
//   FAULTY_ROOT    the absolute path of the folder whose files are affected; descriptors and memory fail everywhere
//   FAULTY_AT      n, counted from 1; 0 for never
//   FAULTY_ONCE    1 if only the n-th call fails
//   FAULTY_COUNT   a file of 8 bytes that gets the number of calls, of this process and its child processes
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { none, full, readonly, broken, descriptors, memory };
enum { most_files = 65536 };

static enum kind kind;
static const char *root;
static size_t root_length;
static uint64_t moment;
static int is_once;
static uint64_t own_count;
static uint64_t *count = &own_count;
static unsigned char is_ours[most_files];

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULTY_KIND"), *at = getenv("FAULTY_AT"), *once = getenv("FAULTY_ONCE");
    const char *file = getenv("FAULTY_COUNT");
    root = getenv("FAULTY_ROOT");
    if (!name || !root) return;
    root_length = strlen(root);
    moment = at ? strtoull(at, NULL, 10) : 0;
    is_once = once && *once == '1';
    int shared = file ? (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC) : -1;
    if (shared >= 0) {
        void *place = (void *)syscall(SYS_mmap, NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
        if (place != MAP_FAILED) count = place;
        syscall(SYS_close, shared);
    }
    static const char *const names[] = {"", "full", "readonly", "broken", "descriptors", "memory"};
    for (int value = full; value <= memory; value++)
        if (strcmp(name, names[value]) == 0) kind = (enum kind)value;
}

/// Whether this call fails. Must be called only for calls of the failing kind.
static int fails(int code) {
    uint64_t number = __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST);
    if (moment == 0 || (is_once ? number != moment : number < moment)) return 0;
    errno = code;
    return 1;
}

static int is_inside(const char *path) {
    return root && path && strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || !path[root_length]);
}
static int is_file(int descriptor) { return descriptor >= 0 && descriptor < most_files && is_ours[descriptor]; }

static void *real(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

/// Whether a change of names below the root fails. Sets errno.
static int change_fails(const char *path, int needs_room) {
    if (!is_inside(path)) return 0;
    return (kind == readonly && fails(EROFS)) || (kind == full && needs_room && fails(ENOSPC));
}

/// Whether a change of a file's content fails. Sets errno.
static int write_fails(int descriptor) {
    if (!is_file(descriptor)) return 0;
    return (kind == readonly && fails(EROFS)) || (kind == full && fails(ENOSPC)) || (kind == broken && fails(EIO));
}

static int opened(int folder, const char *path, int flags, mode_t mode) {
    int is_inner = is_inside(path);
    if (kind == descriptors && fails(EMFILE)) return -1;
    if (is_inner && kind == readonly && (flags & (O_ACCMODE | O_CREAT | O_TRUNC)) && fails(EROFS)) return -1;
    if (is_inner && kind == full && flags & O_CREAT && access(path, F_OK) != 0 && fails(ENOSPC)) return -1;
    int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (descriptor >= 0 && descriptor < most_files) is_ours[descriptor] = (unsigned char)is_inner;
    return descriptor;
}

#define MODE(last)                                            \
    mode_t mode = 0;                                          \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
        va_list rest;                                         \
        va_start(rest, last);                                 \
        mode = va_arg(rest, mode_t);                          \
        va_end(rest);                                         \
    }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }

int close(int descriptor) {
    if (descriptor >= 0 && descriptor < most_files) is_ours[descriptor] = 0;
    return (int)syscall(SYS_close, descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    return write_fails(descriptor) ? -1 : syscall(SYS_write, descriptor, bytes, length);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return write_fails(descriptor) ? -1 : syscall(SYS_pwrite64, descriptor, bytes, length, offset);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    return write_fails(descriptor) ? -1 : syscall(SYS_pwrite64, descriptor, bytes, length, offset);
}
int ftruncate(int descriptor, off_t size) {
    return write_fails(descriptor) ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}
int ftruncate64(int descriptor, off64_t size) {
    return write_fails(descriptor) ? -1 : (int)syscall(SYS_ftruncate, descriptor, size);
}
int fsync(int descriptor) { return write_fails(descriptor) ? -1 : (int)syscall(SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return write_fails(descriptor) ? -1 : (int)syscall(SYS_fdatasync, descriptor); }
int fchmod(int descriptor, mode_t mode) {
    if (is_file(descriptor) && kind == readonly && fails(EROFS)) return -1;
    return (int)syscall(SYS_fchmod, descriptor, mode);
}

int mkdir(const char *path, mode_t mode) {
    // If the folder already exists, mkdir fails as usual.
    if (access(path, F_OK) != 0 && change_fails(path, 1)) return -1;
    return (int)syscall(SYS_mkdir, path, mode);
}
int unlink(const char *path) { return change_fails(path, 0) ? -1 : (int)syscall(SYS_unlink, path); }
int rmdir(const char *path) { return change_fails(path, 0) ? -1 : (int)syscall(SYS_rmdir, path); }
int rename(const char *from, const char *to) { return change_fails(to, 1) ? -1 : (int)syscall(SYS_rename, from, to); }
int link(const char *from, const char *to) { return change_fails(to, 1) ? -1 : (int)syscall(SYS_link, from, to); }
int symlink(const char *from, const char *to) { return change_fails(to, 1) ? -1 : (int)syscall(SYS_symlink, from, to); }

int socket(int domain, int type, int protocol) {
    return kind == descriptors && fails(EMFILE) ? -1 : (int)syscall(SYS_socket, domain, type, protocol);
}
int socketpair(int domain, int type, int protocol, int ends[2]) {
    return kind == descriptors && fails(EMFILE) ? -1 : (int)syscall(SYS_socketpair, domain, type, protocol, ends);
}
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    return kind == descriptors && fails(EMFILE) ? -1 : (int)syscall(SYS_accept4, listener, address, length, flags);
}
int accept(int listener, struct sockaddr *address, socklen_t *length) { return accept4(listener, address, length, 0); }
int pipe2(int ends[2], int flags) {
    return kind == descriptors && fails(EMFILE) ? -1 : (int)syscall(SYS_pipe2, ends, flags);
}
int pipe(int ends[2]) { return pipe2(ends, 0); }
int dup(int descriptor) { return kind == descriptors && fails(EMFILE) ? -1 : (int)syscall(SYS_dup, descriptor); }

void *mmap(void *place, size_t length, int protection, int flags, int descriptor, off_t offset) {
    static void *(*next)(void *, size_t, int, int, int, off_t);
    if (!next) next = (void *(*)(void *, size_t, int, int, int, off_t))real("mmap");
    return kind == memory && fails(ENOMEM) ? MAP_FAILED : next(place, length, protection, flags, descriptor, offset);
}
void *mmap64(void *place, size_t length, int protection, int flags, int descriptor, off64_t offset) {
    return mmap(place, length, protection, flags, descriptor, offset);
}
