import Basics
import CLinux
import Cards
import Glibc

/// What becomes of a video.
package enum VideoStage: Hashable, Sendable {
    case started
    /// It played to its end.
    case completed
    /// It never began.
    case failed
}

/// Plays a video with mpv and reports what becomes of it.
///
/// mpv's exit status is 0 at the end of the file as well as when the user quits. So its output is read: our
/// message when it begins to play (option `term-playing-msg`), and at the end why it ended. The player outlives the
/// viewer. Its output then has no reader, which must not end it.
struct VideoPlayer: Sendable {
    /// The program's path; one that takes mpv's options.
    let program: String

    private static let playing = "cardstream: playing"
    private static let atEnd = "Exiting... (End of file)"
    /// It must leave our terminal alone, and a sound without a picture still needs a window to be stopped in.
    private static let options = [
        "--no-input-terminal", "--quiet", "--msg-level=all=no,cplayer=info,term-msg=info",
        "--term-playing-msg=\(playing)",
        "--force-window=yes", "--",
    ]
    private static let script = #"trap '' PIPE; exec "$@""#

    /// Looks for a program in the folders of a `PATH`; nil when it is not there.
    init?(_ name: String, path: String) {
        let folders = name.contains("/") ? [""] : path.split(separator: ":").map { "\($0)/" }
        guard let found = folders.map({ $0 + name }).first(where: { access($0, X_OK) == 0 }) else { return nil }
        program = found
    }

    /// Starts the player. False when it cannot be started.
    ///
    /// - Parameter onStage: Called on a thread of its own.
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

    /// Reads all the player prints, and waits for its end.
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
                    // Ours are short.
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
