import CPostgres
import Glibc

/// One connection to a database, used by one thread at a time: the thread waits, libpq does not block.
package final class Database {
    private(set) var connection: OpaquePointer?
    /// The names of the statements that the server has prepared.
    var statements: [String: String] = [:]
    /// What is sent together with the next statement.
    var deferred: [Statement] = []
    let interruption: Interruption
    let isPooled: Bool
    let settings: Settings
    var commits: CommitTable?
    /// The history of the database that the connection has found, by its number; each promotion begins a later one. For the
    /// owner of the pool.
    package var timeline = 0
    /// Asks another connection about a commit that was not confirmed.
    var findOutcome: ((Commit) -> Commit.Outcome)?

    /// How many milliseconds the server may say nothing while a statement runs; -1 for any time.
    var silenceLimit: Int32
    /// Seconds that each host may take to accept a connection, unless the target says otherwise.
    private static let connectLimit: Int32 = 10

    /// Connects, to the first of several hosts that answers in time and takes changes. Blocks.
    init(
        _ target: ConnectionTarget, settings: @escaping Settings = { _ in "" },
        _ interruption: Interruption = Interruption()
    ) throws {
        self.interruption = interruption
        self.settings = settings
        isPooled = target.isPooled
        silenceLimit = target.silenceLimit
        // What comes before `dbname`, which is expanded, is a default; what comes after is certain.
        var options = [
            ("fallback_application_name", "cardstream"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("connect_timeout", "\(Self.connectLimit)"),
            ("target_session_attrs", "read-write"), ("dbname", target.text),
            ("client_encoding", "UTF8"),
        ]
        let silence = target.silenceLimit / 1000
        if silence < Self.connectLimit { options.append(("connect_timeout", "\(silence)")) }
        let names = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { for text in names + values { free(text) } }
        let connection = cPQconnectdbParams(
            names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
        guard let connection else { throw PostgresError(.cannotConnect, "there is not enough memory") }
        self.connection = connection
        do {
            guard cPQstatus(connection) == CPOSTGRES_CONNECTION_OK else {
                throw PostgresError(.cannotConnect, libraryMessage())
            }
            cpostgres_ignore_notices(connection)
            guard cPQsetnonblocking(connection, 1) == 0 else { throw failure() }
            let settings = isPooled ? "" : settings(false)
            if !settings.isEmpty { try execute(settings) }
        } catch {
            close()
            throw error
        }
        interruption.connect(connection)
    }

    deinit { close() }

    /// Idempotent.
    func close() {
        interruption.disconnect()
        if let connection { cPQfinish(connection) }
        connection = nil
        statements = [:]
        deferred = []
    }

    /// Whether the connection can be used for a further access.
    var isUsable: Bool {
        guard let connection else { return false }
        return cPQstatus(connection) == CPOSTGRES_CONNECTION_OK
            && cPQtransactionStatus(connection) == CPOSTGRES_TRANSACTION_IDLE
    }

    /// The version as a number: 150004 for 15.4.
    package var serverVersion: Int { connection.map { Int(cPQserverVersion($0)) } ?? 0 }

    /// Whether a transaction has begun, whether or not a statement of it has failed.
    var isInTransaction: Bool { connection.map { cPQtransactionStatus($0) != CPOSTGRES_TRANSACTION_IDLE } ?? false }

    func open() throws -> OpaquePointer {
        guard let connection else { throw PostgresError(.connectionLost, "the connection is closed") }
        return connection
    }

    // MARK: Waiting

    /// The next result of what was sent; nil after the last one of a statement.
    func nextResult() throws -> OpaquePointer? {
        let connection = try open()
        while true {
            let unsent = cPQflush(connection)
            guard unsent >= 0 else { throw lost() }
            guard cPQisBusy(connection) == 1 else { return cPQgetResult(connection) }
            let events = Int16(unsent == 1 ? POLLIN | POLLOUT : POLLIN)
            guard try ready(for: events, within: silenceLimit) else {
                close()
                throw PostgresError(
                    .connectionLost, "the database has not responded for \(silenceLimit / 1000) seconds")
            }
            guard cPQconsumeInput(connection) == 1 else { throw lost() }
        }
    }

    /// Waits until notices have come, or `end` can be read.
    ///
    /// - Returns: What they say.
    func notices(orUntil end: Int32) throws -> [String] {
        let connection = try open()
        var entries = [
            pollfd(fd: cPQsocket(connection), events: Int16(POLLIN), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, 2, -1) > 0, entries[0].revents != 0 else { return [] }
        guard cPQconsumeInput(connection) == 1 else { throw lost() }
        var texts: [String] = []
        while let notice = cPQnotifies(connection) {
            texts.append(notice.pointee.extra.map { String(cString: $0) } ?? "")
            cPQfreemem(notice)
        }
        return texts
    }

    /// - Returns: Whether the socket is ready in time.
    private func ready(for events: Int16, within milliseconds: Int32) throws -> Bool {
        var entry = pollfd(fd: cPQsocket(try open()), events: events, revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }

    /// Ends a connection that is of no more use.
    func lost() -> PostgresError {
        let error = failure()
        close()
        return error
    }

    func failure() -> PostgresError { PostgresError(.connectionLost, libraryMessage()) }

    /// The last message of libpq, which may repeat parts of what it was given, without the password.
    private func libraryMessage() -> String {
        guard let connection, let text = cPQerrorMessage(connection) else { return "the connection was lost" }
        let message = String(cString: text)
        let lines = message.split(separator: "\n").joined(separator: ": ")
        guard let secret = cPQpass(connection).map({ String(cString: $0) }), !secret.isEmpty else { return lines }
        return lines.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
    }
}
