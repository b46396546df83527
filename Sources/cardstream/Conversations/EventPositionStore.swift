internal import AppRuntime
internal import Cards
internal import Glibc

/// The file that `events --source` keeps between runs, in the folder of the source. Only one process can lock it at a
/// time.
final class EventPositionStore: Sendable {
    private let path: String
    private let lock: CInt

    /// - Throws: ``CommandFailure`` if another process has the lock.
    init(_ setup: Setup, _ source: SourceConfig) throws {
        let folder = setup.environment(of: source).folder
        path = "\(folder)/events.json"
        try PrivateFile.makeDirectory(folder)
        let lockPath = "\(folder)/events.lock"
        lock = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw FileProblem(path: lockPath, doing: "open", code: errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw CommandFailure(
                .failure,
                "another `cardstream events --source \(source.name)` of this profile is running: stop it, or run "
                    + "this command with another profile, --profile NAME")
        }
    }

    deinit { close(lock) }

    /// The stored JSON. Nil if there is none, or if the file is not JSON, as with `watch`.
    ///
    /// - Throws: ``FileProblem`` if the file cannot be read, because starting with no position would lose the events
    ///   since the file was written.
    func json() throws(FileProblem) -> JSONValue? {
        guard PrivateFile.exists(path) else { return nil }
        let bytes = try PrivateFile.read(path)
        return try? JSONParser.parse(bytes)
    }

    func keep(_ json: JSONValue) throws(FileProblem) { try PrivateFile.write(json.text(), to: path) }

    /// The stored positions of a user; nil if there are none.
    ///
    /// - Throws: ``FileProblem`` if the file cannot be read, because starting with no position would lose the events
    ///   since the file was written.
    func positions(of profileID: String) throws(FileProblem) -> EventPositions? {
        try json().flatMap { EventPositions(json: $0, of: profileID) }
    }

    func keep(_ positions: EventPositions) throws(FileProblem) { try keep(positions.json) }
}
