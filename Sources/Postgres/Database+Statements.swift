import CPostgres

extension Database {
    /// Runs statements without parameters one after the other, in one transaction unless the SQL controls transactions
    /// itself.
    package func execute(_ sql: String) throws { try query(sql) { _ in } }

    /// Runs statements like ``execute(_:)``, and passes on the results. Their values are text.
    func query(_ sql: String, _ read: (OpaquePointer) throws -> Void) throws {
        try flush()
        try interruption.check()
        guard cPQsendQuery(try open(), sql) == 1 else { throw failure() }
        try finish(read)
    }

    /// Queues a statement. It is sent together with the next statement that is waited for, or with the commit, so that
    /// it needs no round trip of its own. Only inside a transaction. If it fails, that later call throws the error, and
    /// the transaction fails.
    package func enqueue(_ sql: String, _ values: [(any PostgresValue)?] = []) throws {
        deferred.append(Statement(sql, values))
        if deferred.count >= Self.mostSent { try flush() }
    }

    /// Queues a statement once for each list of values, as ``enqueue(_:_:)`` does.
    package func enqueueEach(_ sql: String, _ lists: [[(any PostgresValue)?]]) throws {
        for list in lists { try enqueue(sql, list) }
    }

    /// Queues a query whose rows are needed later, as ``enqueue(_:_:)`` does.
    package func enqueueQuery<Value>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: @escaping (borrowing Row) throws -> Value
    ) -> QueuedRows<Value> {
        let rows = QueuedRows<Value>(self)
        deferred.append(Statement(sql, values) { try rows.add($0, read) })
        return rows
    }

    /// Runs a statement. Returns the number of rows that it changed or read.
    @discardableResult
    package func run(_ sql: String, _ values: [(any PostgresValue)?] = []) throws -> Int {
        try run(sql, [values]) { _ in }
    }

    /// Passes rows to `read` one by one, without storing them, until it returns false. `read` must not run other
    /// statements.
    package func forEachRow(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: (borrowing Row) throws -> Bool
    ) throws {
        try flush()
        try interruption.check()
        try send(Statement(sql, values))
        guard cPQsetSingleRowMode(try open()) == 1 else { throw failure() }
        var goesOn = true
        try finish { result in
            guard goesOn, cPQntuples(result) > 0 else { return }
            goesOn = false
            goesOn = try read(Row(result, 0))
        }
    }

    /// The results of `read` for all rows.
    package func all<Value>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var all: [Value] = []
        try run(sql, [values]) { result in
            for number in 0..<cPQntuples(result) { all.append(try read(Row(result, number))) }
        }
        return all
    }

    /// The result of `read` for the first row; nil if there is none.
    package func first<Value>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        var first: Value?
        try run(sql, [values]) { result in if cPQntuples(result) > 0 { first = try read(Row(result, 0)) } }
        return first
    }

    /// The first column of the first row; nil if there is no row or the value is NULL.
    package func value<Value: PostgresValue>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], as type: Value.Type = Value.self
    ) throws -> Value? {
        try first(sql, values) { $0[0] as Value? } ?? nil
    }

    /// The first column of all rows.
    package func values<Value: PostgresValue>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], as type: Value.Type = Value.self
    ) throws -> [Value] {
        try all(sql, values) { $0[0] }
    }

    /// Runs a statement once for each list of values, without waiting for the server in between, and calls `read` for
    /// each row of the results.
    ///
    /// - Returns: The total number of changed rows.
    @discardableResult
    package func runEach(
        _ sql: String, _ lists: [[(any PostgresValue)?]], _ read: (borrowing Row) throws -> Void = { _ in }
    ) throws -> Int {
        var count = 0
        for start in stride(from: 0, to: lists.count, by: Self.mostSent) {
            count += try run(sql, lists[start..<min(start + Self.mostSent, lists.count)]) { result in
                for number in 0..<cPQntuples(result) { try read(Row(result, number)) }
            }
        }
        return count
    }

    /// The maximum number of statements that are sent together. It limits the data that is sent but not yet answered.
    private static let mostSent = 128

    /// Runs the queued statements, and then a statement once for each list of values. Returns the number of rows that
    /// the latter changed or read.
    @discardableResult
    private func run(
        _ sql: String, _ lists: some Collection<[(any PostgresValue)?]>, _ read: (OpaquePointer) throws -> Void
    ) throws -> Int {
        let earlier = deferred
        deferred = []
        var count = 0
        try exchange(earlier + lists.map { Statement(sql, $0) }) { number, result in
            guard number >= earlier.count else { return }
            count += Self.changes(result)
            try read(result)
        }
        return count
    }

    /// Runs the queued statements.
    func flush() throws {
        guard !deferred.isEmpty else { return }
        let statements = deferred
        deferred = []
        try exchange(statements)
    }

    // MARK: Sending

    /// Runs statements one after the other, without waiting for the server in between. After an error, the remaining
    /// statements do not run.
    ///
    /// - Parameter read: Called with each result and the index of its statement.
    /// - Throws: The first error.
    func exchange(
        _ statements: [Statement], isCancellable: Bool = true,
        _ read: (Int, OpaquePointer) throws -> Void = { _, _ in }
    ) throws {
        if isCancellable { try interruption.check() }
        // Preparing a new statement needs a round trip, but only once.
        for statement in statements { try prepare(statement) }
        let connection = try open()
        guard cPQenterPipelineMode(connection) == 1 else { throw lost() }
        for statement in statements { try sendValues(statement) }
        guard cPQpipelineSync(connection) == 1 else { throw lost() }
        var problem: (any Error)?
        var number = 0
        var isDone = false
        while !isDone {
            // A nil result marks the end of a statement's results.
            guard let result = try nextResult() else {
                number += 1
                continue
            }
            defer { cPQclear(result) }
            switch Int(cPQresultStatus(result)) {
            case CPOSTGRES_PIPELINE_SYNC: isDone = true
            case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK:
                guard problem == nil else { continue }
                do {
                    try statements[number].read?(result)
                    try read(number, result)
                } catch { problem = error }
            case CPOSTGRES_PIPELINE_ABORTED: continue
            default:
                let error = PostgresError(result)
                if error.state.isConnectionFailure { throw ended(error) }
                problem = problem ?? error
            }
        }
        guard cPQexitPipelineMode(connection) == 1 else { throw lost() }
        if let problem { throw isCancellation(problem) ? CancellationError() : problem }
    }

    private func send(_ statement: Statement) throws {
        try prepare(statement)
        try sendValues(statement)
    }

    /// Prepares a statement on the server when it is used for the first time.
    private func prepare(_ statement: Statement) throws {
        guard statement.isPrepared, !isPooled, statements[statement.sql] == nil else { return }
        let name = "s\(statements.count)"
        // No types are given; the server determines them.
        guard cPQsendPrepare(try open(), name, statement.sql, 0, nil) == 1 else { throw failure() }
        try finish { _ in }
        statements[statement.sql] = name
    }

    /// Sends a prepared statement with its values. Behind a pooler, where it may not be prepared, sends its text.
    private func sendValues(_ statement: Statement) throws {
        var bytes: [UInt8] = []
        var places: [Int?] = []
        var lengths: [Int32] = []
        for value in statement.values {
            let encoded = value?.encoded
            places.append(encoded == nil ? nil : bytes.count)
            lengths.append(Int32(encoded?.count ?? 0))
            bytes += encoded ?? []
        }
        // For an empty value, the pointer must not be nil, because libpq would send NULL.
        bytes.append(0)
        let formats = [Int32](repeating: 1, count: statement.values.count)
        let connection = try open()
        let isSent = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                let pointers = places.map { place in place.flatMap { buffer.baseAddress?.advanced(by: $0) } }
                let count = Int32(statement.values.count)
                guard let name = statements[statement.sql] else {
                    return cPQsendQueryParams(connection, statement.sql, count, nil, pointers, lengths, formats, 1) == 1
                }
                return cPQsendQueryPrepared(connection, name, count, pointers, lengths, formats, 1) == 1
            }
        }
        guard isSent else { throw lost() }
    }

    // MARK: Receiving

    /// Reads all results of a single sent statement, so that the next one can be sent. Then throws the first error, if
    /// any.
    private func finish(_ read: (OpaquePointer) throws -> Void) throws {
        var problem: (any Error)?
        while let result = try nextResult() {
            defer { cPQclear(result) }
            switch Int(cPQresultStatus(result)) {
            case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK, CPOSTGRES_SINGLE_TUPLE:
                guard problem == nil else { continue }
                do { try read(result) } catch { problem = error }
            case CPOSTGRES_NONFATAL_ERROR: continue
            default:
                let error = PostgresError(result)
                if error.state.isConnectionFailure { throw ended(error) }
                problem = problem ?? error
            }
        }
        if let problem { throw isCancellation(problem) ? CancellationError() : problem }
    }

    private func isCancellation(_ error: any Error) -> Bool {
        (error as? PostgresError)?.state == .cancelled && interruption.isRequested
    }

    private func ended(_ error: PostgresError) -> PostgresError {
        close()
        return error
    }

    private static func changes(_ result: OpaquePointer) -> Int {
        cPQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
