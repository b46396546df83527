import Basics
import CLinux
import Canvas
import Glibc

/// The clipboard of the user's terminal through tmux's own command.
///
/// With its default `set-clipboard external` tmux silently drops what a program inside sends to the clipboard (OSC 52);
/// its command `load-buffer -w` works with every setting since tmux 3.2 (tmux change log).
package struct TmuxClipboard: Equatable, Sendable {
    private let socket: String

    /// Nil outside of tmux, or in one that is too old.
    package init?(_ variables: [String: String]) {
        guard let socket = variables["TMUX"]?.split(separator: ",").first, socket.hasPrefix("/"),
            TerminalVersion(variables["TERM_PROGRAM_VERSION"]).isAtLeast(3, 2)
        else { return nil }
        self.socket = String(socket)
    }

    /// Copies a text, to tmux's own buffer too. False when tmux does not take it. Blocks for some milliseconds.
    package func copy(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // Fits into a pipe whole; a file would not do, tmux waits for its input as for a terminal's.
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
