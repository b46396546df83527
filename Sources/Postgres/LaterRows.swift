import CPostgres

/// What ``Database/allLater(_:_:_:)`` reads.
package final class LaterRows<Value> {
    private let database: Database
    private var found: [Value]?

    init(_ database: Database) { self.database = database }

    func add(_ result: OpaquePointer, _ read: (borrowing Row) throws -> Value) throws {
        var rows: [Value] = []
        for number in 0..<cPQntuples(result) { rows.append(try read(Row(result, number))) }
        found = rows
    }

    /// The rows. Sends the statement now if no other one was waited for since.
    package func all() throws -> [Value] {
        if found == nil { try database.flush() }
        guard let found else { throw PostgresError.misuse("the transaction has ended before its rows were read") }
        return found
    }
}
