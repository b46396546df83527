import Basics
import Glibc

/// The terminal that tmux is shown in, as tmux knows it.
///
/// Asked by tmux' own program. Asking the terminal through tmux would have its answer typed into whichever pane has the
/// keys at that moment.
struct TmuxClient: Equatable {
    /// Its name and version as it gave them to tmux, such as `kitty(0.35.2)`; empty when it did not.
    let terminal: String
    /// What tmux makes use of.
    let features: [String]
    /// Whether programs may send it something past tmux.
    let passesThrough: Bool

    /// Seconds. tmux takes about five milliseconds; it is asked once, after the first frame.
    private static let limit = 0.1
    private static let format = "#{client_termtype}\t#{client_termfeatures}\t#{allow-passthrough}"

    init?(answer: String) {
        let fields = answer.split(separator: "\n", omittingEmptySubsequences: false)[0]
            .split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        terminal = String(fields[0])
        features = fields[1].split(separator: ",").map(String.init)
        // tmux 3.3 has a flag, which its formats give as a number; since 3.4 it is a choice.
        passesThrough = ["1", "on", "all"].contains(fields[2])
    }

    /// Asks the tmux this program runs in; nil when that fails or takes too long.
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
