import Cards
import SQLite

import struct Foundation.UUID

/// The file of an account, or the same data in memory. Each change is one transaction, so that the contact and its
/// waiting data are always consistent, whenever the program ends.
final class CordialStore: Sendable {
    private let connection: Connection

    /// Opens a file, and removes data of another account.
    ///
    /// - Parameter path: The path of the file; empty for memory.
    init(path: String, account: String) throws(CordialError) {
        if !path.isEmpty { try PrivateFile.prepare(path) }
        var options = ConnectionOptions()
        options.label = "cardstream.cordial"
        options.busyTimeout = 5000
        do {
            connection = try Connection(path, options) { database in
                if !path.isEmpty {
                    try database.useWriteAheadLog()
                    try database.execute("PRAGMA synchronous = FULL")
                }
                try Self.schema.migrate(database)
                try database.transaction(.immediate) {
                    let access = StoreAccess(database)
                    guard try access.storedState()?.account != account else { return }
                    for table in Self.tables { try database.execute("DELETE FROM \(table)") }
                    var state = CordialState()
                    state.account = account
                    state.deviceID = UUID().uuidString.lowercased()
                    state.pushToken = Self.standInToken()
                    try access.store(state)
                }
            }
        } catch { throw CordialError(storage: error) }
    }

    deinit { try? connection.close() }  // Nothing can be done about a failure, and nothing is lost by it.

    /// The current state.
    func state() async throws(CordialError) -> CordialState { try await read { $0.state } }

    /// Reads in one transaction.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (StoreAccess) throws -> Value
    ) async throws(CordialError) -> Value {
        try await access(.deferred) { try body($0) }
    }

    /// The state, with a number that changes when another connection has written to the file.
    struct Revision: Sendable {
        var state: CordialState
        var otherWrites: Int
    }

    /// Reads the state and the number of writes.
    func revision() async throws(CordialError) -> Revision {
        // A reader may be notified of a write before its transaction is visible. Waiting for the turn to write makes
        // sure that it is.
        try await access(.immediate) { access in
            Revision(
                state: access.state,
                otherWrites: try access.database.statement("PRAGMA data_version").value() ?? 0)
        }
    }

    /// Changes only the state.
    func update<Value: Sendable>(
        _ body: @escaping @Sendable (inout CordialState) throws -> Value
    ) async throws(CordialError) -> Value {
        try await change { try body(&$0.state) }
    }

    /// Runs a transaction that changes any data.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout StoreAccess) throws -> Value
    ) async throws(CordialError) -> Value {
        try await access(.immediate) { access in
            let before = access.state
            let value = try body(&access)
            if access.state != before { try access.store(access.state) }
            return value
        }
    }

    private func access<Value: Sendable>(
        _ kind: Database.TransactionKind, _ body: @escaping @Sendable (inout StoreAccess) throws -> Value
    ) async throws(CordialError) -> Value {
        do {
            return try await connection.access { database in
                try database.transaction(kind) {
                    var access = StoreAccess(database)
                    access.state = try access.storedState() ?? CordialState()
                    return try body(&access)
                }
            }
        } catch { throw CordialError(storage: error) }
    }

    /// Generates a push token for a machine without a push service. The service identifies a guest by it.
    private static func standInToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static let tables = ["state", "waiting", "messages", "contents", "in_app", "receipts"]

    private static let schema: Migrations = {
        var schema = Migrations()
        schema.add("1") { database in
            try database.execute(
                """
                CREATE TABLE state (id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL);
                CREATE TABLE waiting (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL, owner TEXT,
                    body TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, UNIQUE (kind, key)
                );
                CREATE TABLE messages (id TEXT PRIMARY KEY, body TEXT NOT NULL);
                CREATE TABLE contents (id TEXT PRIMARY KEY, content TEXT NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL);
                CREATE TABLE in_app (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
                """)
        }
        schema.add("2") { database in
            try database.execute(
                """
                CREATE TABLE receipts (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, digest TEXT NOT NULL,
                    status TEXT NOT NULL
                );
                """)
        }
        return schema
    }()
}
