/// Finds the line of a dotted name, including items of lists and tables: `screens.desk.rows[1].size`,
/// `environment[0].id`. For error messages, so names are looked up on demand.
package struct TOMLLines {
    private let document: TOMLTable

    package init(_ document: TOMLTable) { self.document = document }

    /// The line of the value, or else of the innermost existing parent; nil if there is none.
    package func line(of name: String) -> Int? { Self.line(of: name[...], in: document) }

    private static func line(of name: Substring, in table: TOMLTable) -> Int? {
        // A key may contain dots itself: the longest match is used.
        var found: (entry: TOMLTable.Entry, rest: Substring)?
        for entry in table.entries where name.utf8.starts(with: entry.key.utf8) {
            let rest = Substring(name.utf8.dropFirst(entry.key.utf8.count))
            guard rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[") else { continue }
            if let other = found, other.entry.key.utf8.count > entry.key.utf8.count { continue }
            found = (entry, rest)
        }
        return found.map { line(of: $0.rest, in: $0.entry.value) ?? $0.entry.line }
    }

    /// The line for a name like `[1].size` or `.size` relative to a value.
    private static func line(of name: Substring, in value: TOMLValue) -> Int? {
        if name.hasPrefix(".") { return value.table.flatMap { line(of: name.dropFirst(), in: $0) } }
        guard name.hasPrefix("["), let end = name.firstIndex(of: "]"), let index = Int(name[..<end].dropFirst()),
            let items = value.array, items.indices.contains(index)
        else { return nil }
        return line(of: name[name.index(after: end)...], in: items[index]) ?? items[index].line
    }
}
