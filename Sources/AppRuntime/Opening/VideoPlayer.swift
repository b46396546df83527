import Basics
import CLinux
import Cards
import Glibc

/// A stage of playing a video.
package enum VideoStage: Hashable, Sendable {
    case started
    /// The video played to its end.
    case completed
    /// The video never started.
    case failed
}

/// Plays a video with mpv, and reports its stages.
///
/// The exit status of mpv is 0 both at the end of the file and when the user quits. Therefore its output is read: the
/// message of the option `term-playing-msg` when the video starts, and the reason for the exit at the end. The player
/// outlives the viewer. Then nothing reads its output, which must not end the player.
struct VideoPlayer: Sendable {
    /// The path of a program that accepts the options of mpv.
    let program: String

    private static let playing = "cardstream: playing"
    private static let atEnd = "Exiting... (End of file)"
    /// The player must not use the viewer's terminal. Audio without video also gets a window, in which the user can
    /// stop it.
    private static let options = [
        "--no-input-terminal", "--quiet", "--msg-level=all=no,cplayer=info,term-msg=info",
        "--term-playing-msg=\(playing)",
        "--force-window=yes", "--",
    ]
    private static let script = #"trap '' PIPE; exec "$@""#

    /// Looks up a program in the directories of `PATH`; nil if it does not exist.
    init?(_ name: String, path: String) {
        let folders = name.contains("/") ? [""] : path.split(separator: ":").map { "\($0)/" }
        guard let found = folders.map({ $0 + name }).first(where: { access($0, X_OK) == 0 }) else { return nil }
        program = found
    }

    /// Starts the player. Returns false if it cannot be started.
    ///
    /// - Parameter onStage: Called on a separate thread.
    func play(_ address: String, onStage: @escaping @Sendable (VideoStage) -> Void) -> Bool {
        var pipe: [CInt] = [-1, -1]
        guard clinux_pipe(&pipe) == 0 else { return false }
        defer { close(pipe[1]) }
        let words = ["/bin/sh", "-c", Self.script, "sh", program] + Self.options + [address]
        do throws(ChildProcess.StartError) {
            let player = try ChildProcess(words, streams: ChildProcess.Streams(output: pipe[1]))
            let output = pipe[0]
            Blocking.start { Self.follow(player, output, onStage) }
            return true
        } catch {
            close(pipe[0])
            return false
        }
    }

    /// Reads the output of the player, and waits until it exits.
    private static func follow(_ player: ChildProcess, _ output: CInt, _ onStage: (VideoStage) -> Void) {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1024)
        var hasStarted = false
        var isComplete = false
        while true {
            let count = read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                guard byte == UInt8(ascii: "\n") else {
                    // The expected lines are short.
                    if line.count < 200 { line.append(byte) }
                    continue
                }
                let text = String(decoding: line, as: UTF8.self)
                line = []
                if text.hasSuffix(playing), !hasStarted {
                    hasStarted = true
                    onStage(.started)
                }
                if text.hasSuffix(atEnd) { isComplete = true }
            }
        }
        close(output)
        let isWell = player.wait() == .exited(status: 0)
        if hasStarted, isComplete, isWell { onStage(.completed) }
        if !hasStarted, !isWell { onStage(.failed) }
    }
}
