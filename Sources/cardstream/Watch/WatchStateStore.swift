internal import AppRuntime
internal import Glibc

/// The files that `watch` and `events` keep between runs, separate from the viewer's store: the state, and the token of
/// this device. Only one process of a profile can lock them at a time.
final class WatchStateStore: Sendable {
    private let folder: String
    private let lock: CInt

    /// - Parameter command: The name of the command. Each command has its own state.
    /// - Throws: ``CommandFailure`` if another process has the lock.
    init(_ setup: Setup, of command: String) throws {
        folder = "\(setup.paths.state)/\(setup.config.profile)/\(command)"
        try PrivateFile.makeDirectory(folder)
        lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw FileProblem(path: "\(folder)/lock", doing: "open", code: errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw CommandFailure(
                .failure,
                "another `cardstream \(command)` of the profile \"\(setup.config.profile)\" is running: stop it, or "
                    + "run this command with another profile, --profile NAME")
        }
    }

    deinit { close(lock) }

    /// Whether a command of this profile has ever stored its state.
    static func exists(_ setup: Setup, of command: String) -> Bool {
        PrivateFile.exists("\(setup.paths.state)/\(setup.config.profile)/\(command)/lock")
    }

    /// Whether this device has a token.
    var hasDevice: Bool { PrivateFile.exists("\(folder)/device-token") }

    /// Removes all data of the user: the state with the ids of cards, and the device's token.
    func forget() throws(FileProblem) {
        for name in ["state.json", "device-token"] {
            let path = "\(folder)/\(name)"
            guard unlink(path) == 0 || errno == ENOENT else {
                throw FileProblem(path: path, doing: "remove", code: errno)
            }
        }
    }

    /// The stored state; nil if there is none, or if it belongs to another source.
    ///
    /// - Throws: ``FileProblem`` if the file cannot be read, because starting with an empty state would lose the events
    ///   since the file was written.
    func state(source: String) throws(FileProblem) -> WatchState? {
        let path = "\(folder)/state.json"
        guard PrivateFile.exists(path) else { return nil }
        return WatchState(try PrivateFile.read(path), source: source)
    }

    func keep(_ state: WatchState, source: String) throws(FileProblem) {
        try PrivateFile.write(state.text(source: source), to: "\(folder)/state.json")
    }

    /// The name of this device for the server: 32 random bytes in hexadecimal, created once.
    func deviceToken() throws(FileProblem) -> String {
        let path = "\(folder)/device-token"
        if PrivateFile.exists(path) {
            let text = String(decoding: try PrivateFile.read(path, limit: 4096), as: UTF8.self)
            let token = text.filter { !$0.isWhitespace }
            if token.count == 64 { return token }
        }
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef")
        let token = String((0..<64).map { _ in digits[Int.random(in: 0..<16, using: &generator)] })
        try PrivateFile.write(token + "\n", to: path)
        return token
    }
}
