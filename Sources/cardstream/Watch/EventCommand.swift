internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

/// A user's command for events.
struct EventCommand: Sendable {
    /// A command line for `/bin/sh`.
    var line: String
    /// The time limit in seconds.
    var limit: Double
    /// Whether all that commands write is printed to standard error.
    var printsOutput: Bool

    /// Sent when this program ends: running commands are ended and no further ones start.
    private let cancel = CancelSignal()

    init(line: String, limit: Double, printsOutput: Bool = false) {
        self.line = line
        self.limit = limit
        self.printsOutput = printsOutput
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
        let output = String(decoding: execution.output, as: UTF8.self)
        if printsOutput, !output.isEmpty {
            let text = SafeText(
                output.hasSuffix("\n") ? String(output.dropLast()) : output, lines: .multiple, limit: .max)
            Console.write(text.string + "\n", to: STDERR_FILENO)
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
        let last =
            printsOutput ? nil : output.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
        Console.error(
            "--exec \(Self.shortened(line)) failed for \(event.kind.rawValue) of \(event.cardID): \(reason)"
                + (last.map { ": \($0.prefix(500))" } ?? ""))
        return true
    }

    /// The command line, cut to what is needed to recognise it.
    private static func shortened(_ line: String) -> String {
        let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 60 ? "'\(words.prefix(59))…'" : "'\(words)'"
    }
}
