internal import AppRuntime
import Basics
internal import Cards
internal import Glibc

/// The settings file that contains the hooks of an agent. Reads, replaces and removes it.
struct HookFile {
    /// The path for messages.
    let path: String
    /// The path of the file itself, after resolving symbolic links.
    private let target: String
    /// The file's mode; nil if the file does not exist.
    private let mode: UInt32?
    /// Whether the path is a symbolic link.
    private let isLink: Bool

    /// The maximum size of the file in bytes.
    private static let limit = 16 << 20

    /// - Throws: ``CommandFailure`` for a broken link, or for something that is not a regular file.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        var byte: CChar = 0
        // `readlink` succeeds only for a symbolic link.
        isLink = readlink(path, &byte, 1) >= 0
        guard let resolved = realpath(path, nil) else {
            guard !isLink else {
                throw CommandFailure(
                    .failure,
                    "\(path.shownAsFile) is a link to a file that does not exist; create that file, or remove the link")
            }
            (target, mode) = (path, nil)
            return
        }
        defer { free(resolved) }
        let descriptor = open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        defer { close(descriptor) }
        guard descriptor >= 0, let status = FileStatus(descriptor: descriptor) else {
            throw CommandFailure(FileProblem(path: path, doing: "read", code: errno))
        }
        guard status.isRegular else { throw CommandFailure(.failure, "\(path.shownAsFile) is not a file") }
        (target, mode) = (String(cString: resolved), status.permissions)
    }

    /// The default path of an agent's settings file.
    ///
    /// - Parameters:
    ///   - isProject: Whether to use the file of the project in the working directory.
    ///   - variables: The environment of the program.
    static func usual(_ host: HookHost, isProject: Bool, variables: [String: String]) throws(CommandFailure) -> String {
        let (folder, variable, name) =
            switch host {
            case .claude: (".claude", "CLAUDE_CONFIG_DIR", "settings.json")
            case .codex: (".codex", "CODEX_HOME", "hooks.json")
            }
        if isProject { return "\(folder)/\(name)" }
        if let own = variables[variable], own.hasPrefix("/") { return "\(own)/\(name)" }
        guard let home = variables["HOME"], home.hasPrefix("/") else {
            throw CommandFailure(.usage, "HOME is not set; name the file with --user-file")
        }
        return "\(home)/\(folder)/\(name)"
    }

    /// The content; empty if the file does not exist.
    func read() throws -> [UInt8] { mode == nil ? [] : try PrivateFile.read(target, limit: Self.limit) }

    /// Removes the file.
    ///
    /// - Returns: False if the path is a link. Then the file stays, because the user has created the link on purpose.
    func remove() throws -> Bool {
        guard !isLink else { return false }
        guard unlink(target) == 0 else { throw FileProblem(path: path, doing: "remove", code: errno) }
        return true
    }

    /// Replaces the file with a new one with the same mode; a file that did not exist gets the mode 0600.
    func write(_ bytes: [UInt8]) throws {
        guard let mode else { return try PrivateFile.write(bytes, to: target) }
        let draft = "\(target).\(getpid())"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
        var code = FileWriting.writeAll(bytes, to: file)
        if code == 0, fchmod(file, mode) != 0 || fsync(file) != 0 { code = errno }
        close(file)
        if code == 0, rename(draft, target) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft)
            throw FileProblem(path: path, doing: "write", code: code)
        }
    }
}
