internal import AppRuntime
internal import Basics
internal import Cards
internal import FeedPostgres
internal import FeedStorage
internal import Logging

/// The database in which `cardstream serve` stores its feed instead of in the data directory.
struct ServerDatabase: Sendable {
    /// The environment variable with the address of the database, as for `--database`. It may contain a password.
    static let variable = "CARDSTREAM_DATABASE"

    /// Whether the environment names a database.
    static func isNamed(in variables: [String: String]) -> Bool { !trim(variables[variable] ?? "").isEmpty }

    private let address: DatabaseAddress

    /// - Parameters:
    ///   - argument: The value of `--database`; nil if it is not given.
    ///   - variables: The environment.
    ///   - isPooled: Whether the address is that of a pooler that may run each transaction on a different connection.
    /// - Throws: ``CommandFailure`` or ``StorageError``.
    init?(argument: String?, variables: [String: String], isPooled: Bool) throws {
        let text = Self.trim(argument ?? variables[Self.variable] ?? "")
        guard !text.isEmpty else { return nil }
        guard Self.isAddress(text) else {
            let content: String
            do { content = try Self.content(of: text) } catch let problem as FileProblem where argument == nil {
                // The text may be a password, so it is not shown.
                throw CommandFailure(
                    .failure,
                    "\(Self.variable) is neither a URL such as postgres://user@host/database nor the name of a file "
                        + "that can be read: \(problem.reason)")
            }
            address = try DatabaseAddress(content, isPooled: isPooled)
            return
        }
        // Checked first, so that no later message repeats the password.
        if argument != nil, try DatabaseAddress.hasPassword(text) {
            throw CommandFailure(
                .usage,
                "--database contains a password, which every user of this machine can read in the list of processes. "
                    + "Put the password into ~/.pgpass; or put the whole URL into the variable \(Self.variable), or "
                    + "into a file that only you can read: --database FILE")
        }
        address = try DatabaseAddress(text, isPooled: isPooled)
    }

    /// Whether libpq can read a text: it is a URL, or has `name=value` pairs. Otherwise it is the path of a file. A
    /// file whose name looks like an address must be given with its folder.
    private static func isAddress(_ text: String) -> Bool {
        !text.hasPrefix("/") && !text.hasPrefix(".") && (text.contains("://") || text.contains("="))
    }

    private static func trim(_ text: String) -> String {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    private static func content(of path: String) throws -> String {
        guard PrivateFile.isFile(path) || !PrivateFile.exists(path) else {
            throw CommandFailure(
                .usage,
                "\(path.shownAsFile) is a directory; expected a file that contains the address of the database. "
                    + "The directory of the feed is given with --data")
        }
        guard try PrivateFile.isPrivate(path) else {
            throw CommandFailure(
                .failure,
                "\(path.shownAsFile) can be read by other users, and may contain a password. Run: chmod 600 "
                    + path.shownAsFile)
        }
        let text = String(decoding: try PrivateFile.read(path, limit: 1 << 16), as: UTF8.self)
        guard let line = text.split(whereSeparator: \.isNewline).first else {
            throw StorageError.unreadableDatabaseAddress
        }
        return String(line)
    }

    /// Opens the database for an import or an export.
    func openArchivable(isForImport: Bool) async throws -> any ArchivableStorage {
        let address = address
        return try await Blocking.run {
            Result { () throws(StorageError) in
                try PostgresStorage(address, isForImport: isForImport, isServer: false)
            }
        }.get()
    }

    /// The migrations that opening the feed would apply to the database. Blocks.
    func pendingMigrations() throws(StorageError) -> [MigrationStep] {
        try PostgresStorage.pendingMigrations(address)
    }

    /// The time after which a starting server logs that it waits for the database.
    private static let usualTime = Duration.seconds(5)

    /// Connects, and creates or migrates the tables.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func open(logger: Logger) async throws -> any FeedStorage {
        let address = address
        // PostgreSQL does not notify a client that waits for a lock or for a standby.
        let warning = Task {
            try await Task.sleep(for: Self.usualTime)
            logger.warning(
                "the tables of the database are not ready yet: a change of them takes long, or waits for a lock or for a standby"
            )
        }
        defer { warning.cancel() }
        // Opening cannot be interrupted. A server that is stopped in the meantime does not wait for it: the connection
        // ends with the process.
        let opened = await firstResult(of: {
            await Blocking.run {
                Result { () throws(StorageError) -> PostgresStorage in
                    try PostgresStorage(address) { failure in
                        logger.error("the database failed", metadata: ["reason": "\(failure)"])
                    }
                }
            }
        })
        guard let opened else { throw CancellationError() }
        return try opened.get()
    }

    func isElsewhere(than other: ServerDatabase?) -> Bool {
        other.map { address.isElsewhere(than: $0.address) } ?? true
    }
}
