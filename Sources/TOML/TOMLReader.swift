/// Parses TOML 1.0 (<https://toml.io/en/v1.0.0>) into tables. Bounded in depth, and linear in the length of the text.
struct TOMLReader {
    /// The maximum nesting of keys and values. The reader recurses for lists and inline tables.
    static let deepest = 64

    let bytes: [UInt8]
    var position = 0
    /// The current line, from 1.
    var line = 1
    var lineStart = 0
    private let root = TOMLTable(.header, line: 1)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Some editors write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
            lineStart = 3
        }
    }

    mutating func document() throws(TOMLError) -> TOMLTable {
        var table = root
        var depth = 0
        while true {
            try skipSpace()
            guard let byte = current else { return root }
            if byte == UInt8(ascii: "[") {
                (table, depth) = try header()
            } else {
                try keyAndValue(in: table, depth: depth)
            }
            try endLine()
        }
    }

    // MARK: Tables

    /// Reads `[key.key]` or `[[key.key]]`: the table for the following lines, and its depth.
    private mutating func header() throws(TOMLError) -> (TOMLTable, depth: Int) {
        position += 1
        let isList = take("[")
        let path = try keyPath()
        let brackets = isList ? "]]" : "]"
        guard take("]"), !isList || take("]") else {
            throw failure("expected a dot and another key, or \(brackets) at the end of the table's name")
        }
        var table = root
        for key in path.dropLast() { table = try outerTable(key, of: table) }
        let key = path[path.count - 1]
        return (isList ? try listItem(key, of: table) : try headedTable(key, of: table), path.count)
    }

    /// The parent table of a header's table; for a list of tables, its last item.
    private func outerTable(_ key: Key, of table: TOMLTable) throws(TOMLError) -> TOMLTable {
        guard let index = table.index(of: key.name) else { return add(.implied, key, to: table) }
        let entry = table.entries[index]
        if entry.isListOfTables, let last = entry.value.array?.last?.table { return last }
        guard let inner = entry.value.table, inner.origin != .inline else { throw noTable(key, entry) }
        return inner
    }

    private func headedTable(_ key: Key, of table: TOMLTable) throws(TOMLError) -> TOMLTable {
        guard let index = table.index(of: key.name) else { return add(.header, key, to: table) }
        let entry = table.entries[index]
        if entry.isListOfTables {
            throw mistake(
                "\(key.quoted) is already a list of tables, from line \(entry.line); expected two brackets: [[…]]",
                at: key)
        }
        guard let inner = entry.value.table else { throw twice(key, since: entry.line) }
        switch inner.origin {
        case .implied:
            inner.origin = .header
            inner.line = line
            return inner
        case .header:
            throw mistake(
                "the table [\(key.name.prefix(Key.shown))] is set twice; line \(inner.line) already has it; keep one "
                    + "of the two", at: key)
        case .dotted, .inline: throw twice(key, since: entry.line)
        }
    }

    private func listItem(_ key: Key, of table: TOMLTable) throws(TOMLError) -> TOMLTable {
        let item = TOMLTable(.header, line: line)
        let value = TOMLValue(content: .table(item), line: line)
        if let index = table.index(of: key.name) {
            let entry = table.entries[index]
            guard entry.isListOfTables else {
                throw mistake(
                    "\(key.quoted) is not a list of tables: line \(entry.line) defines it as another kind of value",
                    at: key)
            }
            table.append(value, toListAt: index)
        } else {
            let list = TOMLValue(content: .array([value]), line: line)
            table.append(TOMLTable.Entry(key: key.name, value: list, line: line, isListOfTables: true))
        }
        return item
    }

    /// Reads `key.key = value`.
    mutating func keyAndValue(in table: TOMLTable, depth: Int) throws(TOMLError) {
        let path = try keyPath()
        guard take("=") else { throw failure("expected = and a value after the key") }
        skipBlanks()
        var table = table
        for key in path.dropLast() { table = try dottedTable(key, of: table) }
        let key = path[path.count - 1]
        if let index = table.index(of: key.name) { throw twice(key, since: table.entries[index].line) }
        let line = line
        let value = try value(depth: depth + path.count)
        table.append(TOMLTable.Entry(key: key.name, value: value, line: line))
    }

    /// The table of a dotted key. Tables defined by a header cannot be extended by dotted keys elsewhere.
    private func dottedTable(_ key: Key, of table: TOMLTable) throws(TOMLError) -> TOMLTable {
        guard let index = table.index(of: key.name) else { return add(.dotted, key, to: table) }
        let entry = table.entries[index]
        guard let inner = entry.value.table, inner.origin == .dotted else { throw noTable(key, entry) }
        return inner
    }

    private func add(_ origin: TOMLTable.Origin, _ key: Key, to table: TOMLTable) -> TOMLTable {
        let inner = TOMLTable(origin, line: line)
        let value = TOMLValue(content: .table(inner), line: line)
        table.append(TOMLTable.Entry(key: key.name, value: value, line: line))
        return inner
    }

    private func twice(_ key: Key, since line: Int) -> TOMLError {
        mistake("\(key.quoted) is set twice; line \(line) already has it; keep one of the two", at: key)
    }

    private func noTable(_ key: Key, _ entry: TOMLTable.Entry) -> TOMLError {
        let what = entry.value.table == nil ? "is not a table" : "is a separate table"
        return mistake("\(key.quoted) on line \(entry.line) \(what); no key can be added to it here", at: key)
    }

    private func mistake(_ message: String, at key: Key) -> TOMLError {
        error(message, at: Mark(position: key.position, line: line, lineStart: lineStart))
    }
}
