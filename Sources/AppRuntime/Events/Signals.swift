import CLinux
import Glibc

/// Receives signals as events, through a signalfd in the loop's poll set.
///
/// In a process with several threads, a signal handler runs on any of them, and the handlers of ncurses would not wake
/// up the loop's poll. Therefore the signals are blocked in all threads, by blocking them before the first thread
/// starts, and are read like data.
package final class Signals: Sendable {
    package enum Signal: Sendable, Hashable, CaseIterable {
        case windowChanged, interrupt, terminate, hangup, suspend, resume, quit

        package var number: CInt {
            switch self {
            case .windowChanged: SIGWINCH
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangup: SIGHUP
            case .suspend: SIGTSTP
            case .resume: SIGCONT
            case .quit: SIGQUIT
            }
        }
    }

    package let descriptor: CInt
    /// The signal mask before the signals were blocked. Child processes are started with it.
    private let previous: sigset_t

    /// Blocks `signals` for this thread and all threads that it starts. Call this first in `main`.
    ///
    /// A hangup that the caller ignores, as with `nohup`, stays ignored. It is not added to the signalfd, which would
    /// report it nevertheless.
    package init(_ signals: [Signal] = Signal.allCases) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals where signal != .hangup || !Self.isIgnored(signal) { sigaddset(&set, signal.number) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &set, &before)
        previous = before
        descriptor = signalfd(-1, &set, CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC))
        precondition(descriptor >= 0, "cannot create a signalfd: errno \(errno)")
    }

    private static func isIgnored(_ signal: Signal) -> Bool {
        var action = sigaction()
        return sigaction(signal.number, nil, &action) == 0
            && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    deinit {
        close(descriptor)
        var mask = previous
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// The signals that arrived since the last call, without duplicates.
    package func drain() -> [Signal] {
        var arrived: [Signal] = []
        var info = signalfd_siginfo()
        while read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size {
            let number = CInt(info.ssi_signo)
            if let signal = Signal.allCases.first(where: { $0.number == number }), !arrived.contains(signal) {
                arrived.append(signal)
            }
        }
        return arrived
    }

    /// Stops the process group as Ctrl-Z does, and returns when it is continued. The default action is required,
    /// because a blocked or handled SIGTSTP does not stop a process. In an orphaned process group, without a shell, the
    /// system ignores the stop, so that a viewer that is the only program of a terminal never hangs.
    package func stopProcess() {
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_DFL
        var before = sigaction()
        sigaction(SIGTSTP, &action, &before)
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, nil)
        pthread_sigmask(SIG_BLOCK, &stop, nil)
        sigaction(SIGTSTP, &before, nil)
    }
}
