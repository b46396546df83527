/// A statement and its values, in the order of `$1`, `$2`, and so on.
struct Statement {
    var sql: String
    var values: [(any PostgresValue)?]
    /// Whether the server prepares the statement and keeps it for later.
    var isPrepared: Bool
    /// Called with the result of the statement.
    var read: ((OpaquePointer) throws -> Void)?

    init(
        _ sql: String, _ values: [(any PostgresValue)?] = [], isPrepared: Bool = true,
        read: ((OpaquePointer) throws -> Void)? = nil
    ) {
        self.sql = sql
        self.values = values
        self.isPrepared = isPrepared
        self.read = read
    }
}
