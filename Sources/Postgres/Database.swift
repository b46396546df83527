import CPostgres
import Glibc

/// A connection to a database. It must be used by one thread at a time, which waits in `poll`; the calls of libpq do
/// not block.
package final class Database {
    private(set) var connection: OpaquePointer?
    /// The names of the prepared statements on the server, by their SQL.
    var statements: [String: String] = [:]
    /// The queued statements, which are sent together with the next statement.
    var deferred: [Statement] = []
    let interruption: Interruption
    let isPooled: Bool
    let settings: Settings
    var commits: CommitMarkerTable?
    /// The timeline of the database that was found when connecting. Each promotion begins a timeline with a higher
    /// number. Set and used by the owner of the pool.
    package var timeline = 0
    /// Uses another connection to find out whether a commit that was not confirmed has succeeded.
    var findOutcome: ((CommitCheck) -> CommitCheck.Outcome)?

    /// How long to wait for the server without receiving anything while a statement runs, in milliseconds; -1 means
    /// forever.
    var silenceLimit: Int32
    /// The time in seconds within which each host must accept a connection, unless the target sets another limit.
    private static let connectLimit: Int32 = 10

    /// Connects to the first of several hosts that responds in time and accepts changes. Blocks.
    init(
        _ target: ConnectionTarget, settings: @escaping Settings = { _ in "" },
        _ interruption: Interruption = Interruption()
    ) throws {
        self.interruption = interruption
        self.settings = settings
        isPooled = target.isPooled
        silenceLimit = target.silenceLimit
        // libpq expands `dbname`. Options before it are defaults, options after it override the target.
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

    /// Closes the connection. Idempotent.
    func close() {
        interruption.disconnect()
        if let connection { cPQfinish(connection) }
        connection = nil
        statements = [:]
        deferred = []
    }

    /// Whether the connection can be used for another access.
    var isUsable: Bool {
        guard let connection else { return false }
        return cPQstatus(connection) == CPOSTGRES_CONNECTION_OK
            && cPQtransactionStatus(connection) == CPOSTGRES_TRANSACTION_IDLE
    }

    /// The version of the server as a number, for example 150004 for 15.4.
    package var serverVersion: Int { connection.map { Int(cPQserverVersion($0)) } ?? 0 }

    /// Whether a transaction has begun, even if one of its statements has failed.
    var isInTransaction: Bool { connection.map { cPQtransactionStatus($0) != CPOSTGRES_TRANSACTION_IDLE } ?? false }

    func open() throws -> OpaquePointer {
        guard let connection else { throw PostgresError(.connectionLost, "the connection is closed") }
        return connection
    }

    // MARK: Waiting

    /// The next result of the sent statements; nil after the last result of a statement.
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

    /// Waits until notices have arrived, or until the descriptor `end` is readable.
    ///
    /// - Returns: The payloads of the notices.
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

    /// - Returns: Whether the socket became ready in time.
    private func ready(for events: Int16, within milliseconds: Int32) throws -> Bool {
        var entry = pollfd(fd: cPQsocket(try open()), events: events, revents: 0)
        while true {
            let count = poll(&entry, 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }

    /// Closes a connection that can no longer be used, and returns the error.
    func lost() -> PostgresError {
        let error = failure()
        close()
        return error
    }

    func failure() -> PostgresError { PostgresError(.connectionLost, libraryMessage()) }

    /// The last message of libpq. It may repeat parts of the connection string, so the password is masked.
    private func libraryMessage() -> String {
        guard let connection, let text = cPQerrorMessage(connection) else { return "the connection was lost" }
        let message = String(cString: text)
        let lines = message.split(separator: "\n").joined(separator: ": ")
        guard let secret = cPQpass(connection).map({ String(cString: $0) }), !secret.isEmpty else { return lines }
        return lines.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "***")
    }
}
