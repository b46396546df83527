extension TOMLReader {
    /// - Parameter depth: The number of enclosing keys, lists and tables.
    mutating func value(depth: Int) throws(TOMLError) -> TOMLValue {
        guard depth <= Self.deepest else { throw tooDeep() }
        let start = line
        let content: TOMLValue.Content
        switch current {
        case UInt8(ascii: "\""):
            content = .string(isNext("\"\"\"") ? try longBasicString() : try basicString())
        case UInt8(ascii: "'"):
            content = .string(isNext("'''") ? try longLiteralString() : try literalString())
        case UInt8(ascii: "["): content = .array(try array(depth: depth))
        case UInt8(ascii: "{"): content = .table(try inlineTable(depth: depth))
        default: content = try bareValue()
        }
        return TOMLValue(content: content, line: start)
    }

    private mutating func array(depth: Int) throws(TOMLError) -> [TOMLValue] {
        let opening = mark
        position += 1
        var items: [TOMLValue] = []
        while true {
            try skipSpace()
            if take("]") { return items }
            if current == nil { break }
            items.append(try value(depth: depth + 1))
            try skipSpace()
            if take(",") { continue }
            if take("]") { return items }
            if current == nil { break }
            throw failure("expected a comma and another value, or ] at the end of the list")
        }
        throw failure("the list is not closed; expected ] at its end", at: opening)
    }

    private mutating func inlineTable(depth: Int) throws(TOMLError) -> TOMLTable {
        position += 1
        let table = TOMLTable(.inline, line: line)
        skipBlanks()
        if take("}") { return table }
        while true {
            try keyAndValue(in: table, depth: depth)
            skipBlanks()
            if take("}") { return table }
            guard take(",") else {
                throw failure("expected a comma and another key, or } on the same line, at the end of the table")
            }
            skipBlanks()
            if current == UInt8(ascii: "}") {
                throw failure("expected a key after the comma, or no comma before the }")
            }
        }
    }
}
