import Basics
import Glibc

/// Runs another program, such as an editor, in the foreground of the terminal and waits for it, as a shell does.
///
/// Keys go to the program: Ctrl-C ends or interrupts the program and not the viewer. Ctrl-Z stops both, so that the
/// shell gets the terminal, and both continue together. If the viewer is told to stop, it first tells the program to
/// stop.
struct ForegroundProgram {
    /// The program's input and output; nil for none.
    let terminal: CInt?
    /// The program's error output; nil for the terminal.
    var errors: CInt?
    let signals: Signals?

    /// The result of the program.
    struct Ending: Equatable {
        /// The program's exit status, or 128 plus the signal that ended it.
        var status: Int32
        /// Whether the viewer was told to stop in the meantime.
        var isStopWanted = false
    }

    /// The interval of checks whether the program has stopped itself without stopping the viewer, in milliseconds.
    private static let lookAgain: CInt = 250

    func run(_ words: [String]) throws(ChildProcess.StartError) -> Ending {
        let descriptor = terminal ?? -1
        let streams = ChildProcess.Streams(input: descriptor, output: descriptor, errors: errors ?? descriptor)
        return wait(for: try ChildProcess(words, streams: streams, leadsGroup: false))
    }

    private func wait(for child: ChildProcess) -> Ending {
        var isStopWanted = false
        while true {
            switch child.change() {
            case .ended(let ending):
                // Consumes the last stop or resize, which must not affect the next program on the terminal.
                isStopWanted = pass(on: nil) || isStopWanted
                return Ending(status: Int32(ending.status), isStopWanted: isStopWanted)
            case .stopped:
                signals?.stopProcess()
                child.send(SIGCONT)
                continue
            case nil: break
            }
            var ready = [
                pollfd(fd: child.exitDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&ready, 2, Self.lookAgain)
            isStopWanted = pass(on: child) || isStopWanted
        }
    }

    /// Consumes the viewer's signals, and forwards requests to stop to the program. Returns whether there was such a
    /// request.
    private func pass(on child: ChildProcess?) -> Bool {
        var isStopWanted = false
        for signal in signals?.drain() ?? [] {
            switch signal {
            case .terminate, .hangup:
                isStopWanted = true
                child?.send(signal.number)
            // The terminal sends these to the program itself.
            case .interrupt, .quit, .suspend, .resume, .windowChanged: break
            }
        }
        return isStopWanted
    }
}
