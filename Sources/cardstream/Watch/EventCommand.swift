internal import AppRuntime
internal import Basics
internal import Cards
internal import Glibc

/// A user's command for events.
struct EventCommand: Sendable {
    /// A command line for `/bin/sh`.
    var line: String
    /// The time limit in seconds.
    var limit: Double

    /// Sent when this program ends: running commands are ended and no further ones start.
    private let cancel = CancelSignal()

    init(line: String, limit: Double) {
        self.line = line
        self.limit = limit
    }

    private var isCutOff: Bool { cancel?.isSent == true }

    /// Ends running commands and starts no further ones.
    func cutOff() { cancel?.send() }

    /// Runs the command with the event as one line of JSON, and prints failures. False if it was cut off.
    func run(for event: WatchState.Event) async -> Bool {
        let bytes = Array((PrintableJSON.text(WatchReporter.json(event).encoded()) + "\n").utf8)
        guard !isCutOff else { return false }
        let execution = await Blocking.run {
            guard let input = MemoryFile(bytes) else {
                return ProcessRun(ending: .notStarted(ChildProcess.StartError(code: errno)))
            }
            defer { input.close() }
            return ShellCommand.execute(
                line, arguments: [event.kind.rawValue, event.cardID.rawValue, event.streamID.rawValue],
                input: input.descriptor, withErrors: true, limit: limit, outputLimit: 64 * 1024,
                cancel: cancel)
        }
        let reason: String
        switch execution.ending {
        case .exited(0): return true
        case .cancelled: return false
        case .exited(let status): reason = "exit status \(status)"
        case .signal(let signal): reason = "signal \(signal)"
        case .late: reason = "it took longer than \(Int(limit)) s and was ended"
        case .cut: reason = "it printed more than 64 KiB and was ended"
        case .notStarted(let error): reason = error.reason
        }
        let output = String(decoding: execution.output.prefix(500), as: UTF8.self)
        let words = output.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
        Console.error("the command failed for \(event.kind.rawValue) of \(event.cardID): \(reason)\(words)")
        return true
    }
}
