#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the system call filter supports only x86-64 and arm64"
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOAD_LOW(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]))
#define LOAD_HIGH(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]) + 4)
#define EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no)
#define HAS(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, yes, no)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define ANSWER(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
// Calls of kernels after the headers of Debian 12. Their numbers are the same on all architectures.
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif
#ifndef __NR_setxattrat
#define __NR_setxattrat 463
#endif
#ifndef __NR_removexattrat
#define __NR_removexattrat 466
#endif
#define REFUSE(name) EQUAL(__NR_##name, 0, 1), ANSWER(EPERM)

enum { WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC };

// Refuses the network, other processes, changes of files, and ways to get around these rules. Everything else is
// allowed: a decoder's libraries use many calls, which differ between versions, so that an allow list could not be kept
// complete.
static const struct sock_filter filter[] = {
    LOAD(arch),
    EQUAL(THIS_ARCHITECTURE, 1, 0),
    KILL,
    LOAD(nr),
#if defined(__x86_64__)
    // The x32 ABI has its own numbers for the same calls.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    KILL,
    REFUSE(open_by_handle_at),
    // arm64 has only the "…at" versions of these calls.
    REFUSE(fork), REFUSE(vfork), REFUSE(creat), REFUSE(unlink), REFUSE(rename), REFUSE(link), REFUSE(symlink),
    REFUSE(mkdir), REFUSE(rmdir), REFUSE(mknod), REFUSE(chmod), REFUSE(chown), REFUSE(lchown), REFUSE(utime),
    REFUSE(utimes), REFUSE(futimesat),
    EQUAL(__NR_open, 0, 4), LOAD_LOW(1), HAS(WRITING, 0, 1), ANSWER(EPERM), ALLOW,
#endif
    // The network. Also io_uring, which could use it without the calls that are refused here.
    REFUSE(socket), REFUSE(socketpair), REFUSE(connect), REFUSE(bind), REFUSE(listen), REFUSE(io_uring_setup),
    REFUSE(io_uring_enter), REFUSE(io_uring_register),
    // Other processes, their memory, and keys.
    REFUSE(kill), REFUSE(tkill), REFUSE(tgkill), REFUSE(rt_sigqueueinfo), REFUSE(rt_tgsigqueueinfo),
    REFUSE(pidfd_send_signal), REFUSE(ptrace), REFUSE(process_vm_readv), REFUSE(process_vm_writev), REFUSE(pidfd_open),
    REFUSE(add_key), REFUSE(request_key), REFUSE(keyctl), REFUSE(setpgid), REFUSE(setsid), REFUSE(setpriority),
    // Input into a terminal as if the user had typed it.
    EQUAL(__NR_ioctl, 0, 6), LOAD_LOW(1), EQUAL(TIOCSTI, 3, 0), EQUAL(TIOCLINUX, 2, 0), EQUAL(TIOCSCTTY, 1, 0), ALLOW,
    ANSWER(EPERM),
    // The configuration of the kernel.
    REFUSE(unshare), REFUSE(setns), REFUSE(mount), REFUSE(umount2), REFUSE(pivot_root), REFUSE(chroot), REFUSE(bpf),
    REFUSE(perf_event_open), REFUSE(userfaultfd), REFUSE(init_module), REFUSE(finit_module), REFUSE(reboot),
    // Changes of files, including their names and metadata.
    REFUSE(unlinkat), REFUSE(renameat), REFUSE(renameat2), REFUSE(linkat), REFUSE(symlinkat), REFUSE(mkdirat),
    REFUSE(mknodat), REFUSE(fchmod), REFUSE(fchmodat), REFUSE(fchown), REFUSE(fchownat), REFUSE(truncate),
    REFUSE(ftruncate), REFUSE(fallocate), REFUSE(utimensat), REFUSE(setxattr), REFUSE(lsetxattr), REFUSE(fsetxattr),
    REFUSE(removexattr), REFUSE(lremovexattr), REFUSE(fremovexattr),
    REFUSE(fchmodat2), REFUSE(setxattrat), REFUSE(removexattrat),
    EQUAL(__NR_openat, 0, 4), LOAD_LOW(2), HAS(WRITING, 0, 1), ANSWER(EPERM), ALLOW,
    // The filter cannot read flags behind a pointer. With ENOSYS, callers fall back to the older calls.
    EQUAL(__NR_openat2, 0, 1), ANSWER(ENOSYS),
    EQUAL(__NR_clone3, 0, 1), ANSWER(ENOSYS),
    // Threads are allowed, processes are not.
    EQUAL(__NR_clone, 0, 4), LOAD_LOW(0), HAS(CLONE_THREAD, 1, 0), ANSWER(EPERM), ALLOW,
    // Limits can be read but not changed. The superuser could raise them.
    REFUSE(setrlimit),
    EQUAL(__NR_prlimit64, 0, 5), LOAD_LOW(2), EQUAL(0, 0, 2), LOAD_HIGH(2), EQUAL(0, 1, 0), ANSWER(EPERM),
    ALLOW,
};

static int limit(int resource, unsigned long most) {
    // The hard limit is one second more than the soft limit, whose signal shows why the program ended.
    struct rlimit value = {most, resource == RLIMIT_CPU ? most + 1 : most};
    return setrlimit(resource, &value);
}

// Runs in the child. Uses only calls that are safe after fork() in a program with threads.
static int confine(const struct clinux_limits *limits) {
    // The parent enforces the wall-clock limit, so the child must not outlive the parent.
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    if (limit(RLIMIT_CPU, limits->cpu_seconds) != 0 || limit(RLIMIT_AS, limits->memory_bytes) != 0 ||
        limit(RLIMIT_NOFILE, limits->open_files) != 0 || limit(RLIMIT_FSIZE, 0) != 0 || limit(RLIMIT_CORE, 0) != 0)
        return errno;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // Drop all capabilities: without them, the superuser has no more rights than other users. Because of the line
    // above, exec does not restore them.
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capset, &header, none) != 0) return errno;
    struct sock_fprog program = {sizeof filter / sizeof filter[0], (struct sock_filter *)filter};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return errno;
    return 0;
}

static void run(const char *path, char *const words[], const int descriptors[3], const struct clinux_limits *limits,
                int report) {
    static char *const environment[] = {NULL};
    // A new session has no terminal, and its process group can be killed as a whole.
    int error = setsid() >= 0 && chdir("/") == 0 ? 0 : errno;
    for (int signal = 1; signal < NSIG; signal++) {
        struct sigaction standard = {.sa_handler = SIG_DFL};
        sigaction(signal, &standard, NULL);
    }
    // Duplicate the descriptors to numbers above 2 first, so that none is overwritten before it is copied.
    int sources[3];
    for (int standard = 0; standard < 3 && error == 0; standard++) {
        sources[standard] = descriptors[standard] < 0 ? open("/dev/null", O_RDWR) : descriptors[standard];
        sources[standard] = fcntl(sources[standard], F_DUPFD_CLOEXEC, 3);
        if (sources[standard] < 0) error = errno;
    }
    for (int standard = 0; standard < 3 && error == 0; standard++) {
        if (dup2(sources[standard], standard) < 0) error = errno;
    }
    // Make all other descriptors close at exec, including `report`.
    if (error == 0 && close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0) error = errno;
    if (error == 0) error = confine(limits);
    sigset_t nothing;
    sigemptyset(&nothing);
    sigprocmask(SIG_SETMASK, &nothing, NULL);
    if (error == 0) {
        execve(path, words, environment);
        error = errno;
    }
    ssize_t ignored = write(report, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

int clinux_spawn_confined(pid_t *child, const char *path, char *const words[], const int descriptors[3],
                          const struct clinux_limits *limits) {
    int report[2];
    int error = clinux_pipe(report);
    if (error != 0) return error;
    // Signal handlers of this program must not run in the child.
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    pid_t started = fork();
    if (started == 0) run(path, words, descriptors, limits, report[1]);
    error = started < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (error == 0) {
        ssize_t count;
        do count = read(report[0], &error, sizeof error); while (count < 0 && errno == EINTR);
        if (count != sizeof error) error = 0;
        if (error == 0) *child = started;
        else while (waitpid(started, NULL, 0) < 0 && errno == EINTR) {}
    }
    close(report[0]);
    return error;
}

int clinux_memory_file(const void *bytes, size_t count) {
    int file = memfd_create("image", MFD_CLOEXEC);
    if (file < 0) return -1;
    for (size_t done = 0; done < count;) {
        ssize_t step = write(file, (const char *)bytes + done, count - done);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0 || (done += (size_t)step) > count) {
            close(file);
            return -1;
        }
    }
    lseek(file, 0, SEEK_SET);
    return file;
}
