import CLinux
import Glibc

/// Runs another program, an editor for example, in the foreground of the terminal and waits for it, as a shell does.
///
/// Keys are the program's own: Ctrl-C ends or interrupts it and not us. Ctrl-Z stops both of us, so that the shell
/// has the terminal, and both go on together. Being told to end, we tell the program first.
struct ForegroundProgram {
    /// What the program has as input and output; nil gives it nothing.
    let terminal: CInt?
    let signals: Signals?

    /// What became of it.
    struct Ending: Equatable {
        /// Its exit status, or 128 and the signal that ended it.
        var status: Int32
        /// Whether we were told to end meanwhile.
        var isStopWanted = false
    }

    /// How soon a program that stopped itself, without stopping us, is noticed, in milliseconds.
    private static let lookAgain: CInt = 250

    /// - Throws: the error number of the attempt to start it.
    func run(_ words: [String]) throws(StartError) -> Ending {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        let descriptor = terminal ?? -1
        var child: pid_t = 0
        let failure = clinux_spawn(
            &child, words.first ?? "", arguments, [descriptor, descriptor, descriptor], false)
        guard failure == 0 else { throw StartError(code: failure) }
        let exit = pidfd_open(child, 0)
        defer { if exit >= 0 { close(exit) } }
        return wait(for: child, exit: exit)
    }

    struct StartError: Error, Equatable {
        var code: CInt
    }

    private func wait(for child: pid_t, exit: CInt) -> Ending {
        var isStopWanted = false
        var status: CInt = 0
        while true {
            let found = waitpid(child, &status, WNOHANG | WUNTRACED)
            if found < 0, errno != EINTR { return Ending(status: 0, isStopWanted: isStopWanted) }
            if found == child {
                guard status & 0xFF == 0x7F else {
                    let signal = status & 0x7F
                    // A stop or resize that came last concerns the next program on the terminal.
                    isStopWanted = pass(on: nil) || isStopWanted
                    return Ending(
                        status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, isStopWanted: isStopWanted)
                }
                signals?.stopProcess()
                kill(child, SIGCONT)
                continue
            }
            var ready = [
                pollfd(fd: exit, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&ready, 2, Self.lookAgain)
            isStopWanted = pass(on: child) || isStopWanted
        }
    }

    /// Takes the signals that came for us; tells the program to end where we were told to. Returns whether we were.
    private func pass(on child: pid_t?) -> Bool {
        var isStopWanted = false
        for signal in signals?.drain() ?? [] {
            switch signal {
            case .terminate, .hangup:
                isStopWanted = true
                if let child { kill(child, signal.number) }
            // Keys of the terminal reach the program by themselves.
            case .interrupt, .quit, .suspend, .resume, .windowChanged: break
            }
        }
        return isStopWanted
    }
}
