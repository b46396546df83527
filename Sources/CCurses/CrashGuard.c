// Signal handlers that restore the terminal when a signal ends the process, so that the shell stays usable. Handlers
// call only async-signal-safe functions: no ncurses, no allocation, no locks. Everything else is prepared when the
// guard is armed.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CCurses.h"

enum { most_bytes = 1024, most_note = 1024, handler_stack = 64 * 1024 };

static const int crash_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

// The signals from 1 to 31 that end a process and are not crashes. The real-time signals are added when the guard is
// armed. SIGKILL cannot be handled, and SIGSTOP, SIGTSTP, SIGTTIN and SIGTTOU only stop the process.
static const int ending_signals[] = {
    SIGHUP,  SIGINT,  SIGQUIT,   SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM,
    SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGSYS,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
enum { ending_signal_count = sizeof ending_signals / sizeof ending_signals[0] };

static struct {
    volatile sig_atomic_t armed;
    pid_t owner;
    int descriptor;
    int standard_output;
    int standard_error;
    struct termios settings;
    // Two buffers, so that a handler never reads one that is being changed.
    struct {
        size_t count;
        char bytes[most_bytes];
    } resets[2];
    volatile sig_atomic_t current;
    size_t note_count;
    char note[most_note];
    struct sigaction previous[crash_signal_count];
} guard;

static void write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

// Swift's backtracer asks the user what to do next and waits 30 seconds for a key. Provides a key without a meaning to
// it, so that the report is printed and the shell's prompt returns at once.
static void answer_for_user(void) {
    int ends[2];
    if (pipe(ends) != 0) return;
    if (write(ends[1], "q", 1) == 1) dup2(ends[0], STDIN_FILENO);
}

static int index_of(int number) {
    int index = 0;
    while (index < crash_signal_count - 1 && crash_signals[index] != number) index++;
    return index;
}

// Returns whether there was a terminal to restore. A child between fork and exec shares the handlers, but must not
// restore the terminal.
static bool restore_terminal(void) {
    if (!guard.armed || guard.owner != getpid()) return false;
    guard.armed = 0;
    write_all(guard.descriptor, guard.resets[guard.current].bytes, guard.resets[guard.current].count);
    tcsetattr(guard.descriptor, TCSANOW, &guard.settings);
    if (guard.standard_output >= 0) dup2(guard.standard_output, STDOUT_FILENO);
    if (guard.standard_error >= 0) dup2(guard.standard_error, STDERR_FILENO);
    return true;
}

// The signal is blocked while its handler runs, so it is delivered when the handler returns.
static void die_of(int number) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigemptyset(&standard.sa_mask);
    sigaction(number, &standard, NULL);
    raise(number);
}

static void handle_ending(int number) {
    restore_terminal();
    die_of(number);
}

static void handle_crash(int number, siginfo_t *info, void *context) {
    if (restore_terminal()) {
        if (guard.standard_error >= 0) write_all(STDERR_FILENO, guard.note, guard.note_count);
        answer_for_user();
    }
    for (int i = 0; i < crash_signal_count; i++) sigaction(crash_signals[i], &guard.previous[i], NULL);
    // Call the previous handler directly, so that it sees where the crash happened. If a second signal ran it, it would
    // see this function.
    const struct sigaction *previous = &guard.previous[index_of(number)];
    if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
        if (previous->sa_flags & SA_SIGINFO) previous->sa_sigaction(number, info, context);
        else previous->sa_handler(number);
    }
    // A backtracer returns and expects the fault to happen again. An abort, a breakpoint or a signal sent with kill
    // does not happen again, so raise it: otherwise the program would continue in an undefined state.
    die_of(number);
}

// Installs or removes the handler of an ending signal. A signal that is ignored or handled by other code does not end
// the process, so it is not changed.
static void handle_endings(bool on, int number) {
    struct sigaction current;
    if (sigaction(number, NULL, &current) != 0) return;
    struct sigaction wanted = {.sa_handler = on ? handle_ending : SIG_DFL, .sa_flags = on ? SA_ONSTACK : 0};
    sigemptyset(&wanted.sa_mask);
    bool is_ours = !(current.sa_flags & SA_SIGINFO) && current.sa_handler == (on ? SIG_DFL : handle_ending);
    if (is_ours) sigaction(number, &wanted, NULL);
}

static void handle_all_endings(bool on) {
    for (int i = 0; i < ending_signal_count; i++) handle_endings(on, ending_signals[i]);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) handle_endings(on, number);
}

// After a stack overflow, handlers need an alternate stack.
static void provide_stack(void) {
    static bool provided;
    stack_t current;
    if (provided || sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
    stack_t stack = {.ss_sp = malloc(handler_stack), .ss_size = handler_stack};
    provided = stack.ss_sp != NULL && sigaltstack(&stack, NULL) == 0;
}

static void set_reset(const char *bytes, size_t count) {
    int other = 1 - guard.current;
    memcpy(guard.resets[other].bytes, bytes, count);
    guard.resets[other].count = count;
    guard.current = other;
}

bool ccurses_guard_change(const char *bytes, size_t count) {
    if (!guard.armed || count > most_bytes) return false;
    set_reset(bytes, count);
    return true;
}

bool ccurses_guard_arm(
    int descriptor, const char *bytes, size_t count, int standard_output, int standard_error, const char *note) {
    ccurses_guard_disarm();
    if (count > most_bytes || tcgetattr(descriptor, &guard.settings) != 0) return false;
    set_reset(bytes, count);
    guard.note_count = strnlen(note, most_note);
    memcpy(guard.note, note, guard.note_count);
    guard.standard_output = standard_output;
    guard.owner = getpid();
    guard.descriptor = descriptor;
    guard.standard_error = standard_error;
    provide_stack();
    struct sigaction action = {.sa_sigaction = handle_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_signal_count; i++) sigaction(crash_signals[i], &action, &guard.previous[i]);
    handle_all_endings(true);
    guard.armed = 1;
    return true;
}

void ccurses_guard_disarm(void) {
    if (!guard.armed) return;
    guard.armed = 0;
    handle_all_endings(false);
    for (int i = 0; i < crash_signal_count; i++) sigaction(crash_signals[i], &guard.previous[i], NULL);
}
