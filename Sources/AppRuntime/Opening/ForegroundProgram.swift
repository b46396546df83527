import Basics
import Glibc

/// Runs another program, an editor for example, in the foreground of the terminal and waits for it, as a shell does.
///
/// Keys are the program's own: Ctrl-C ends or interrupts it and not us. Ctrl-Z stops both of us, so that the shell
/// has the terminal, and both go on together. Being told to end, we tell the program first.
struct ForegroundProgram {
    /// What the program has as input and output; nil gives it nothing.
    let terminal: CInt?
    /// What it has for errors; nil for the terminal as well.
    var errors: CInt?
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
                // A stop or resize that came last concerns the next program on the terminal.
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

    /// Takes the signals that came for us; tells the program to end where we were told to. Returns whether we were.
    private func pass(on child: ChildProcess?) -> Bool {
        var isStopWanted = false
        for signal in signals?.drain() ?? [] {
            switch signal {
            case .terminate, .hangup:
                isStopWanted = true
                child?.send(signal.number)
            // Keys of the terminal reach the program by themselves.
            case .interrupt, .quit, .suspend, .resume, .windowChanged: break
            }
        }
        return isStopWanted
    }
}
