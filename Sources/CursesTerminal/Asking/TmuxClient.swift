import Basics
import Glibc

/// The outer terminal of tmux, as tmux describes it.
///
/// Queried with the tmux program. If the terminal were asked through tmux, its reply would be typed into the active
/// pane.
struct TmuxClient: Equatable {
    /// The name and version that the terminal reported to tmux, such as `kitty(0.35.2)`; empty if it did not.
    let terminal: String
    /// The features that tmux uses.
    let features: [String]
    /// Whether programs may send sequences through tmux to the terminal.
    let passesThrough: Bool

    /// The maximum run time in seconds. tmux answers within about five milliseconds. It is asked once, after the first
    /// frame.
    private static let limit = 0.1
    private static let format = "#{client_termtype}\t#{client_termfeatures}\t#{allow-passthrough}"

    init?(answer: String) {
        let fields = answer.split(separator: "\n", omittingEmptySubsequences: false)[0]
            .split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        terminal = String(fields[0])
        features = fields[1].split(separator: ",").map(String.init)
        // The option is a flag in tmux 3.3, which formats it as a number, and a choice since 3.4.
        passesThrough = ["1", "on", "all"].contains(fields[2])
    }

    /// Queries the tmux server that this program runs in; nil if this fails or takes too long.
    static func ask() -> TmuxClient? {
        var words = ["tmux", "display-message", "-p"]
        if let pane = getenv("TMUX_PANE") { words += ["-t", String(cString: pane)] }
        return output(of: words + [format]).flatMap { TmuxClient(answer: $0) }
    }

    private static func output(of words: [String]) -> String? {
        let run = ProcessRun.run(limit: limit, outputLimit: 1 << 16) { output throws(ChildProcess.StartError) in
            try ChildProcess(words, streams: ChildProcess.Streams(output: output))
        }
        return run.ending == .exited(status: 0) ? String(decoding: run.output, as: UTF8.self) : nil
    }
}
