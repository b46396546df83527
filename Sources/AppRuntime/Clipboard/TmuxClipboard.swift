import Basics
import CLinux
import Canvas
import Glibc

/// Access to the clipboard of the user's terminal through a tmux command.
///
/// With its default `set-clipboard external`, tmux silently drops OSC 52 sequences of programs that run inside it. Its
/// command `load-buffer -w` works with every setting since tmux 3.2 (tmux change log).
package struct TmuxClipboard: Equatable, Sendable {
    private let socket: String

    /// Nil outside tmux, or if tmux is too old.
    package init?(_ variables: [String: String]) {
        guard let socket = variables["TMUX"]?.split(separator: ",").first, socket.hasPrefix("/"),
            TerminalVersion(variables["TERM_PROGRAM_VERSION"]).isAtLeast(3, 2)
        else { return nil }
        self.socket = String(socket)
    }

    /// Copies a text, also into tmux's own buffer. Returns false if tmux fails. Blocks for some milliseconds.
    package func copy(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // The text fits into the pipe's buffer. A file does not work, because tmux polls its input like a terminal.
        guard bytes.count <= Clipboard.limit else { return false }
        var pipe: [CInt] = [-1, -1]
        guard clinux_pipe(&pipe) == 0 else { return false }
        defer { close(pipe[0]) }
        let written = write(pipe[1], bytes, bytes.count)
        close(pipe[1])
        guard written == bytes.count else { return false }
        do throws(ChildProcess.StartError) {
            let tmux = try ChildProcess(
                ["tmux", "-S", socket, "load-buffer", "-w", "-"], streams: ChildProcess.Streams(input: pipe[0]))
            return tmux.wait() == .exited(status: 0)
        } catch { return false }
    }
}
