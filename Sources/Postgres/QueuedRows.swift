import CPostgres

/// The rows of a query that was queued by ``Database/enqueueQuery(_:_:_:)``.
package final class QueuedRows<Value> {
    private let database: Database
    private var found: [Value]?

    init(_ database: Database) { self.database = database }

    func add(_ result: OpaquePointer, _ read: (borrowing Row) throws -> Value) throws {
        var rows: [Value] = []
        for number in 0..<cPQntuples(result) { rows.append(try read(Row(result, number))) }
        found = rows
    }

    /// Returns the rows. If the query has not been sent yet, sends it now.
    package func all() throws -> [Value] {
        if found == nil { try database.flush() }
        guard let found else { throw PostgresError.misuse("the transaction has ended before its rows were read") }
        return found
    }
}
