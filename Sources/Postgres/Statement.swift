/// A statement and its values, in the order of `$1`, `$2`, and so on.
struct Statement {
    var sql: String
    var values: [(any PostgresValue)?]
    /// Whether the server keeps it for the next time.
    var isPrepared: Bool
    /// Called with its result.
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
