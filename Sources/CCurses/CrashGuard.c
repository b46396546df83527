// Handlers that leave a usable shell behind when a signal ends the process. Only async-signal-safe calls below
// restore_terminal: no ncurses, no allocation, no locks; everything is computed when the guard is armed.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "CCurses.h"

enum { most_bytes = 1024, most_note = 1024, handler_stack = 64 * 1024 };

static const int crash_signals[] = {SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

// Of the signals 1 to 31 those that end a process, and are no crash; the real-time signals are added when the guard is
// armed. SIGKILL cannot be handled, and SIGSTOP, SIGTSTP, SIGTTIN and SIGTTOU only stop.
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
    // Two, so that a handler never sees one that is being changed.
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

// Swift's backtracer asks the user what to do next and waits half a minute for a key. It is given one, of no
// meaning: the report is printed, and the prompt is back at once.
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

// Returns whether there was anything to restore. A child between fork and exec shares the handlers but not the terminal.
static bool restore_terminal(void) {
    if (!guard.armed || guard.owner != getpid()) return false;
    guard.armed = 0;
    write_all(guard.descriptor, guard.resets[guard.current].bytes, guard.resets[guard.current].count);
    tcsetattr(guard.descriptor, TCSANOW, &guard.settings);
    if (guard.standard_output >= 0) dup2(guard.standard_output, STDOUT_FILENO);
    if (guard.standard_error >= 0) dup2(guard.standard_error, STDERR_FILENO);
    return true;
}

// Blocked while its handler runs, the signal arrives on return.
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
    // Called from here it sees the place of the crash; run by a second signal it would see this function.
    const struct sigaction *previous = &guard.previous[index_of(number)];
    if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
        if (previous->sa_flags & SA_SIGINFO) previous->sa_sigaction(number, info, context);
        else previous->sa_handler(number);
    }
    // A backtracer returns and expects the fault to happen again. What does not (an abort, a breakpoint, a signal sent
    // by hand) is raised. Without this the program would go on half dead.
    die_of(number);
}

// A signal that is ignored or handled already does not end the process: it is left as it is.
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

// A stack overflow leaves no stack to handle it on.
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
