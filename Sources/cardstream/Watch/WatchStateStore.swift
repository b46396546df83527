internal import AppRuntime
internal import Glibc

/// What `watch` keeps of its own between two runs, beside the viewer's store and never in it: where it stands, and the
/// token of this device. One process of a profile has it at a time.
final class WatchStateStore: Sendable {
    private let folder: String
    private let lock: CInt

    /// - Parameter command: Each has a memory of its own.
    /// - Throws: ``CommandFailure`` when another one has it.
    init(_ setup: Setup, of command: String) throws {
        folder = "\(setup.paths.state)/\(setup.config.profile)/\(command)"
        try PrivateFile.makeDirectory(folder)
        lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw FileProblem(path: "\(folder)/lock", doing: "open", code: errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw CommandFailure(
                .failure,
                "another `cardstream \(command)` of the profile \"\(setup.config.profile)\" is running: end it, or give this "
                    + "one a profile of its own with --profile NAME")
        }
    }

    deinit { close(lock) }

    /// Whether a command of this profile has ever kept anything.
    static func exists(_ setup: Setup, of command: String) -> Bool {
        PrivateFile.exists("\(setup.paths.state)/\(setup.config.profile)/\(command)/lock")
    }

    /// Whether this device was given a token.
    var hasDevice: Bool { PrivateFile.exists("\(folder)/device-token") }

    /// Leaves nothing of the user: where it stands, the ids of cards, the device's token.
    func forget() throws(FileProblem) {
        for name in ["state.json", "device-token"] {
            let path = "\(folder)/\(name)"
            guard unlink(path) == 0 || errno == ENOENT else {
                throw FileProblem(path: path, doing: "remove", code: errno)
            }
        }
    }

    /// Nil when there is none yet, or none that can be read.
    func state(source: String) -> WatchState? {
        guard let bytes = try? PrivateFile.read("\(folder)/state.json") else { return nil }
        return WatchState(bytes, source: source)
    }

    func keep(_ state: WatchState, source: String) throws(FileProblem) {
        try PrivateFile.write(state.text(source: source), to: "\(folder)/state.json")
    }

    /// Names this device to the server: 32 random bytes in hexadecimal, made once.
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
