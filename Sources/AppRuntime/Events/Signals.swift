import CLinux
import Glibc

/// The signals that the program hears as events, through a signalfd in the loop's poll set.
///
/// In a process with several threads a handler runs on any of them, and ncurses' own handlers would not wake our
/// poll. So the signals are blocked everywhere, by blocking them before the first thread exists, and read like data.
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
    /// What the mask was before; children are started with it.
    private let previous: sigset_t

    /// Blocks `signals` for this thread and all it will start. Call it first thing in `main`.
    ///
    /// A hangup that the caller ignores, as `nohup` does, stays ignored: a signalfd would report it nevertheless.
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

    /// The signals that arrived since the last call. Equal ones that arrived together are one.
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

    /// Stops the process as Ctrl-Z does, and returns once it runs again. The default action has to be in force: a
    /// blocked or handled SIGTSTP would not stop. In a process group without a shell above it the system ignores the
    /// stop, so a viewer that is the only program of a terminal never hangs.
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
