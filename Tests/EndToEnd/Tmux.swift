import Foundation
import Testing

/// A real terminal for one test: a separate tmux server with one window. tmux is the terminal emulator, so tests see
/// what a user would see.
final class Tmux {
    let directory: URL
    private let client: TmuxClient
    private var server: pid_t = 0

    /// - Parameter environment: Variables that are added to a minimal, fixed environment. Nothing of the environment of
    ///   the tests is inherited.
    init(directory: URL, columns: Int = 100, rows: Int = 30, environment: [String: String] = [:]) throws {
        self.directory = directory
        let socket = directory.appending(path: "tmux.sock").path
        let pinned = [
            "HOME": directory.path, "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PS1": "READY$ ",
            "XDG_CONFIG_HOME": directory.appending(path: "config").path,
            "XDG_DATA_HOME": directory.appending(path: "data").path,
            "XDG_STATE_HOME": directory.appending(path: "state").path,
            "XDG_CACHE_HOME": directory.appending(path: "cache").path,
            "PATH": "/usr/local/bin:/usr/bin:/bin",
        ].merging(environment) { $1 }
        let variables = pinned.map { "\($0.key)=\($0.value)" }
        // The output must not be a pipe of this process, because the server that this starts would keep it open
        // forever.
        try Self.start(
            socket,
            ["-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), "env", "-i"]
                + variables + ["TERM=tmux-256color", "/bin/sh", "-i"])
        client = try TmuxClient(socket: socket)
        let identifier = try tmux(["display-message", "-p", "#{pid}"])
        server = try #require(pid_t(identifier.trimmingCharacters(in: .whitespacesAndNewlines)))
        try tmux(["set-option", "-g", "status", "off"])
        try tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
        try wait("a shell prompt") { $0.contains("READY$") }
    }

    // Kills by process id, because the socket's directory may be gone by now. SIGKILL, because the server inherits the
    // blocked signals of other suites' tests. Its programs lose their terminal and end.
    deinit {
        kill(server, SIGKILL)
        // The next terminal of the test uses the same socket.
        for _ in 0..<1000 where kill(server, 0) == 0 { usleep(1000) }
    }

    /// Types a line into the shell, once the shell shows a prompt: an earlier line could still go to a program that is
    /// ending. Waits at most one second, because a shell with a program in the background may never show a prompt
    /// again.
    func run(_ line: String) throws {
        _ = try look(for: .seconds(1)) { screen in
            screen.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?.wholeMatch(of: /\S*\$\s*/) != nil
        }
        try tmux(["send-keys", "-l", line])
        try press("Enter")
    }

    /// Presses keys, by tmux's names: `j`, `Enter`, `C-d`, `Escape`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Sends bytes to the program, for example those of a mouse.
    func send(_ text: String) throws {
        try tmux(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
    }

    /// The screen as text, one line for each row.
    func screen() throws -> String { try tmux(["capture-pane", "-p"]) }

    /// Reads the screen repeatedly until it meets the condition or the time is over.
    func look(
        for limit: Duration, until condition: (String) throws -> Bool
    ) throws -> (screen: String, isMet: Bool) {
        let deadline = ContinuousClock.now + limit
        while true {
            let screen = try screen()
            if try condition(screen) { return (screen, true) }
            guard ContinuousClock.now < deadline else { return (screen, false) }
            usleep(10_000)
        }
    }

    func setOption(_ name: String, _ value: String) throws { try tmux(["set-option", "-g", name, value]) }

    /// The text that was copied last.
    func buffer() throws -> String { String(try tmux(["show-buffer"]).dropLast()) }

    /// Whether the terminal shows the alternate screen, as it does for full-screen programs.
    func showsAlternateScreen() throws -> Bool {
        try tmux(["display-message", "-p", "#{alternate_on}"]).hasPrefix("1")
    }

    /// Sends a signal to the programs that the shell of this terminal has started, and to no other process.
    func signalProgram(_ name: String) throws {
        let shell = try tmux(["display-message", "-p", "#{pane_pid}"]).filter(\.isNumber)
        try Command.run("/usr/bin/pkill", ["-\(name)", "-P", shell])
    }

    func showsCursor() throws -> Bool { try tmux(["display-message", "-p", "#{cursor_flag}"]).hasPrefix("1") }

    /// Waits until the screen meets the condition. If it does not in time, throws an error that contains the screen.
    @discardableResult
    func wait(
        _ what: String, seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation,
        until condition: (String) throws -> Bool
    ) throws -> String {
        let (screen, isMet) = try look(for: .seconds(seconds), until: condition)
        if isMet { return screen }
        Issue.record("waited \(seconds) s for \(what); the screen:\n\(screen)", sourceLocation: sourceLocation)
        throw EndToEndError.timedOut(what)
    }

    /// Uses posix_spawn, because `Process` waits for everything that inherited its descriptors, including the daemon.
    private static func start(_ socket: String, _ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var argv = (["/usr/bin/tmux", "-S", socket] + arguments).map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var child: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&child, "/usr/bin/tmux", &actions, nil, &argv, environ) == 0,
            waitpid(child, &status, 0) == child, status == 0
        else { throw EndToEndError.failed(command: "tmux new-session", status: status, output: "") }
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        try client.run(arguments)
    }
}

enum EndToEndError: Error {
    case timedOut(String)
    case failed(command: String, status: Int32, output: String)
}
