import Foundation
import Testing

/// A real terminal for one test: a tmux server of its own with one window. tmux is the emulator, so what a test
/// sees is what a person would.
final class Tmux {
    let directory: URL
    private let socket: String

    /// - Parameter environment: added to a bare, pinned environment; nothing of the user's own leaks in.
    init(directory: URL, columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]) throws {
        self.directory = directory
        socket = directory.appending(path: "tmux.sock").path
        let pinned = [
            "HOME": directory.path, "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PS1": "READY$ ",
            "XDG_CONFIG_HOME": directory.appending(path: "config").path,
            "XDG_DATA_HOME": directory.appending(path: "data").path,
            "XDG_STATE_HOME": directory.appending(path: "state").path,
            "XDG_CACHE_HOME": directory.appending(path: "cache").path,
            "PATH": "/usr/local/bin:/usr/bin:/bin",
        ].merging(environment) { $1 }
        let variables = pinned.map { "\($0.key)=\($0.value)" }
        try tmux(
            ["-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), "env", "-i"]
                + variables + ["TERM=tmux-256color", "/bin/sh", "-i"])
        try tmux(["set-option", "-g", "status", "off"])
        try tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
        try wait("a shell prompt") { $0.contains("READY$") }
    }

    deinit { _ = try? Command.run("/usr/bin/tmux", ["-S", socket, "kill-server"]) }

    /// Types a line into the shell.
    func run(_ line: String) throws {
        try tmux(["send-keys", "-l", line])
        try press("Enter")
    }

    /// Presses keys by tmux's names: `j`, `Enter`, `C-d`, `Escape`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
    }

    /// The screen as text, one line a row.
    func screen() throws -> String { try tmux(["capture-pane", "-p"]) }

    /// Whether the terminal shows the alternate screen, as full-screen programs do.
    func showsAlternateScreen() throws -> Bool {
        try tmux(["display-message", "-p", "#{alternate_on}"]).hasPrefix("1")
    }

    func showsCursor() throws -> Bool { try tmux(["display-message", "-p", "#{cursor_flag}"]).hasPrefix("1") }

    /// Waits until the screen meets the condition; fails with a picture of the screen when it does not in time.
    @discardableResult
    func wait(
        _ what: String, seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation,
        until condition: (String) throws -> Bool
    ) throws -> String {
        let deadline = Date.now.addingTimeInterval(seconds)
        var last = ""
        while Date.now < deadline {
            last = try screen()
            if try condition(last) { return last }
            usleep(20_000)
        }
        Issue.record("waited \(seconds) s for \(what); the screen:\n\(last)", sourceLocation: sourceLocation)
        throw EndToEndError.timedOut(what)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        try Command.run("/usr/bin/tmux", ["-S", socket] + arguments)
    }
}

enum EndToEndError: Error {
    case timedOut(String)
    case failed(command: String, status: Int32, output: String)
}
