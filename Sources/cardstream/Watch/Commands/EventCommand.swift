internal import AppRuntime
internal import Basics
internal import Canvas
internal import Cards
internal import Glibc

internal import struct Foundation.Date

/// The user's command that runs for each event.
struct EventCommand: Sendable {
    /// A command line for `/bin/sh`.
    var line: String
    /// The time limit in seconds.
    var limit: Double
    /// Whether the output of commands is printed to standard error, each line with its event.
    var printsOutput: Bool
    /// The log of the commands' output; nil for none.
    var log: CommandLog?

    /// Sent when this program ends. Running commands are stopped, and no more commands start.
    private let cancel = CancelSignal()

    init(line: String, limit: Double, printsOutput: Bool = false, log: CommandLog? = nil) {
        self.line = line
        self.limit = limit
        self.printsOutput = printsOutput
        self.log = log
    }

    private var isCutOff: Bool { cancel?.isSent == true }

    /// Stops running commands, and prevents further ones from starting.
    func stopCommands() { cancel?.send() }

    /// Runs the command with the event as one line of JSON, and prints failures. Returns false if ``stopCommands()`` has
    /// stopped the command or prevented its start.
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
        let lines = Self.lines(output)
        if printsOutput, !lines.isEmpty {
            let label = "\(event.kind.rawValue) \(event.cardID.rawValue.prefix(8)): "
            Console.write(lines.map { SafeText(label).string + $0 + "\n" }.joined(), to: STDERR_FILENO)
        }
        let failure = failure(execution.ending)
        log?.add(event, ending: failure ?? "done", lines: lines, at: Date())
        if case .cancelled = execution.ending { return false }
        guard let reason = failure else { return true }
        let last =
            printsOutput ? nil : output.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
        Console.error(
            "--exec \(Self.shortened(line)) failed for \"\(event.kind.rawValue)\" of card \(event.cardID): \(reason)"
                + (last.map { ": \($0.prefix(500))" } ?? ""))
        return true
    }

    /// Why a command failed; nil if it succeeded.
    private func failure(_ ending: ProcessRun.Ending) -> String? {
        switch ending {
        case .exited(0): nil
        case .cancelled: "it was stopped"
        case .exited(let status): "exit code \(status)"
        case .signal(let signal): "signal \(signal)"
        case .late: "it took longer than \(Int(limit)) \(Int(limit) == 1 ? "second" : "seconds") and was stopped"
        case .cut: "it printed more than 65 kB and was stopped"
        case .notStarted(let error): error.reason
        }
    }

    /// The lines of a command's output, without characters that control a terminal.
    static func lines(_ output: String) -> [String] {
        var lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { SafeText(String($0), limit: .max).string }
    }

    /// The command line, shortened to 60 characters for messages.
    private static func shortened(_ line: String) -> String {
        let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 60 ? "'\(words.prefix(59))…'" : "'\(words)'"
    }
}
