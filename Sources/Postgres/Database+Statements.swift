import CPostgres

extension Database {
    /// Runs statements without parameters, one after the other, as one transaction unless they say otherwise.
    package func execute(_ sql: String) throws { try query(sql) { _ in } }

    /// The same, with the results, whose values are texts.
    func query(_ sql: String, isCancellable: Bool = true, _ read: (OpaquePointer) throws -> Void) throws {
        if isCancellable { try interruption.check() }
        guard cPQsendQuery(try open(), sql) == 1 else { throw failure() }
        try finish(read)
    }

    /// Runs one statement; returns the number of rows that it changed or read.
    @discardableResult
    package func run(_ sql: String, _ values: [(any PostgresValue)?] = []) throws -> Int {
        var count = 0
        try send(sql, values)
        try finish { count = Self.changes($0) }
        return count
    }

    /// Reads row after row, which are not kept, until `read` returns false. `read` cannot run other statements.
    package func forEachRow(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: (borrowing Row) throws -> Bool
    ) throws {
        try send(sql, values)
        guard cPQsetSingleRowMode(try open()) == 1 else { throw failure() }
        var goesOn = true
        try finish { result in
            guard goesOn, cPQntuples(result) > 0 else { return }
            goesOn = false
            goesOn = try read(Row(result, 0))
        }
    }

    /// What `read` makes of each row.
    package func all<Value>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: (borrowing Row) throws -> Value
    ) throws -> [Value] {
        var all: [Value] = []
        try send(sql, values)
        try finish { result in
            for number in 0..<cPQntuples(result) { all.append(try read(Row(result, number))) }
        }
        return all
    }

    /// What `read` makes of the first row; nil if there is none.
    package func first<Value>(
        _ sql: String, _ values: [(any PostgresValue)?] = [], _ read: (borrowing Row) throws -> Value
    ) throws -> Value? {
        var first: Value?
        try send(sql, values)
        try finish { result in if cPQntuples(result) > 0 { first = try read(Row(result, 0)) } }
        return first
    }

    /// The first column of the first row; nil if there is none, or for NULL.
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

    /// Runs one statement for each list of values, without waiting for the server in between, and calls `read` for each row
    /// of each.
    ///
    /// - Returns: The number of changed rows of all.
    @discardableResult
    package func runEach(
        _ sql: String, _ lists: [[(any PostgresValue)?]], _ read: (borrowing Row) throws -> Void = { _ in }
    ) throws -> Int {
        var count = 0
        // So many at a time that what is sent and not yet answered stays small.
        let step = 128
        for start in stride(from: 0, to: lists.count, by: step) {
            count += try runPipeline(sql, lists[start..<min(start + step, lists.count)], read)
        }
        return count
    }

    private func runPipeline(
        _ sql: String, _ lists: ArraySlice<[(any PostgresValue)?]>, _ read: (borrowing Row) throws -> Void
    ) throws -> Int {
        try interruption.check()
        if !isPooled { _ = try prepare(sql) }
        let connection = try open()
        guard cPQenterPipelineMode(connection) == 1 else { throw failure() }
        for list in lists { try sendValues(sql, list) }
        guard cPQpipelineSync(connection) == 1 else { throw failure() }
        var problem: (any Error)?
        var count = 0
        var isDone = false
        while !isDone {
            // A nil separates the statements.
            guard let result = try nextResult() else { continue }
            defer { cPQclear(result) }
            switch Int(cPQresultStatus(result)) {
            case CPOSTGRES_PIPELINE_SYNC: isDone = true
            case CPOSTGRES_COMMAND_OK, CPOSTGRES_TUPLES_OK:
                count += Self.changes(result)
                guard problem == nil else { continue }
                do {
                    for number in 0..<cPQntuples(result) { try read(Row(result, number)) }
                } catch { problem = error }
            case CPOSTGRES_PIPELINE_ABORTED: continue
            default:
                let error = PostgresError(result)
                if error.state.isConnectionFailure { throw ended(error) }
                problem = problem ?? error
            }
        }
        guard cPQexitPipelineMode(connection) == 1 else { throw failure() }
        if let problem { throw problem }
        return count
    }

    // MARK: Sending

    private func send(_ sql: String, _ values: [(any PostgresValue)?]) throws {
        try interruption.check()
        if !isPooled { _ = try prepare(sql) }
        try sendValues(sql, values)
    }

    /// The name of the statement, which the server prepares the first time.
    private func prepare(_ sql: String) throws -> String {
        if let name = statements[sql] { return name }
        let name = "s\(statements.count)"
        // The server finds out the types.
        guard cPQsendPrepare(try open(), name, sql, 0, nil) == 1 else { throw failure() }
        try finish { _ in }
        statements[sql] = name
        return name
    }

    /// Sends a statement that is prepared; behind a pooler, where it may not be, with its text.
    private func sendValues(_ sql: String, _ values: [(any PostgresValue)?]) throws {
        var bytes: [UInt8] = []
        var places: [Int?] = []
        var lengths: [Int32] = []
        for value in values {
            let encoded = value?.encoded
            places.append(encoded == nil ? nil : bytes.count)
            lengths.append(Int32(encoded?.count ?? 0))
            bytes += encoded ?? []
        }
        // Without an address libpq would send NULL for an empty value.
        bytes.append(0)
        let formats = [Int32](repeating: 1, count: values.count)
        let connection = try open()
        let isSent = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { buffer in
                let pointers = places.map { place in place.flatMap { buffer.baseAddress?.advanced(by: $0) } }
                let count = Int32(values.count)
                guard let name = statements[sql] else {
                    return cPQsendQueryParams(connection, sql, count, nil, pointers, lengths, formats, 1) == 1
                }
                return cPQsendQueryPrepared(connection, name, count, pointers, lengths, formats, 1) == 1
            }
        }
        guard isSent else { throw failure() }
    }

    // MARK: Receiving

    /// Reads all results of one statement, so that the next can be sent; then throws the first error.
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
        guard let problem else { return }
        if (problem as? PostgresError)?.state == .cancelled, interruption.isRequested { throw CancellationError() }
        throw problem
    }

    private func ended(_ error: PostgresError) -> PostgresError {
        close()
        return error
    }

    private static func changes(_ result: OpaquePointer) -> Int {
        cPQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }
}
