import Foundation
import Testing

/// A real terminal for one test: a tmux server of its own with one window. tmux is the emulator, so what a test
/// sees is what a person would.
final class Tmux {
    let directory: URL
    private let client: TmuxClient
    private var server: pid_t = 0

    /// - Parameter environment: added to a bare, pinned environment; nothing of the user's own leaks in.
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
        // The server that this starts keeps whatever output it was given open for ever.
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

    // By process id: the socket's directory may be gone by now. It inherited what signals the tests of other suites
    // block, so it does not hear a softer one; its programs lose their terminal and end.
    deinit {
        kill(server, SIGKILL)
        // The next terminal of the test takes its place at the same socket.
        for _ in 0..<1000 where kill(server, 0) == 0 { usleep(1000) }
    }

    /// Types a line into the shell, once that asks for one: what is typed before may still go to a program that is ending. A shell
    /// with a program in the background may never ask again.
    func run(_ line: String) throws {
        _ = try look(for: .seconds(1)) { screen in
            screen.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?.wholeMatch(of: /\S*\$\s*/) != nil
        }
        try tmux(["send-keys", "-l", line])
        try press("Enter")
    }

    /// Presses keys by tmux's names: `j`, `Enter`, `C-d`, `Escape`.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Sends bytes to the program, as those of a mouse.
    func send(_ text: String) throws {
        try tmux(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
    }

    /// The screen as text, one line a row.
    func screen() throws -> String { try tmux(["capture-pane", "-p"]) }

    /// Looks at the screen until it meets the condition, or the time is over.
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

    /// What was copied last.
    func buffer() throws -> String { String(try tmux(["show-buffer"]).dropLast()) }

    /// Whether the terminal shows the alternate screen, as full-screen programs do.
    func showsAlternateScreen() throws -> Bool {
        try tmux(["display-message", "-p", "#{alternate_on}"]).hasPrefix("1")
    }

    /// Sends a signal to what the shell of this terminal has started, and to nothing else of the machine.
    func signalProgram(_ name: String) throws {
        let shell = try tmux(["display-message", "-p", "#{pane_pid}"]).filter(\.isNumber)
        try Command.run("/usr/bin/pkill", ["-\(name)", "-P", shell])
    }

    func showsCursor() throws -> Bool { try tmux(["display-message", "-p", "#{cursor_flag}"]).hasPrefix("1") }

    /// Waits until the screen meets the condition; fails with a picture of the screen when it does not in time.
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

    /// By hand: `Process` waits for everything that inherited its descriptors, so for the daemon as well.
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
