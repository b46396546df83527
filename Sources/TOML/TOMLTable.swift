/// A table of a TOML document with its keys in order.
package final class TOMLTable {
    package struct Entry {
        package let key: String
        package internal(set) var value: TOMLValue
        /// The line of the key's first occurrence, from 1.
        package let line: Int
        /// Whether it was defined by `[[key]]`, so that another `[[key]]` adds to it.
        var isListOfTables = false
    }

    /// How a table was defined, which determines what may extend it.
    enum Origin {
        /// By the header of a subtable, `[this.other]`.
        case implied
        /// By its own header, or as the document.
        case header
        /// By a dotted key, `this.other = 1`.
        case dotted
        /// Inline, `{ other = 1 }`.
        case inline
    }

    package private(set) var entries: [Entry] = []
    /// For a few keys, a linear search is faster than hashing.
    private var indices: [String: Int] = [:]
    private static let fewEntries = 8
    var origin: Origin
    /// The line of its definition, from 1.
    var line: Int

    /// An empty table.
    package convenience init() { self.init(.inline, line: 1) }

    init(_ origin: Origin, line: Int) {
        self.origin = origin
        self.line = line
    }

    package var isEmpty: Bool { entries.isEmpty }
    package var keys: [String] { entries.map(\.key) }
    package subscript(key: String) -> TOMLValue? { index(of: key).map { entries[$0].value } }

    func index(of key: String) -> Int? {
        guard entries.count > Self.fewEntries else { return entries.firstIndex { $0.key == key } }
        return indices[key]
    }

    /// - Parameter entry: An entry with a new key.
    func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count == Self.fewEntries + 1 {
            for (index, entry) in entries.enumerated() { indices[entry.key] = index }
        } else if entries.count > Self.fewEntries {
            indices[entry.key] = entries.count - 1
        }
    }

    /// Appends an item to the list at an index.
    func append(_ item: TOMLValue, toListAt index: Int) {
        guard case .array(var items) = entries[index].value.content else { return }
        // Releases the list temporarily, so that appending does not copy it.
        entries[index].value.content = .boolean(false)
        items.append(item)
        entries[index].value.content = .array(items)
    }
}

extension TOMLTable {
    /// Parses a TOML 1.0 document.
    ///
    /// - Throws: ``TOMLError`` for the first error, including nesting deeper than 64 levels.
    package static func read(_ text: String) throws(TOMLError) -> TOMLTable {
        var reader = TOMLReader(Array(text.utf8))
        return try reader.document()
    }

    /// Parses the bytes of a file, which must be UTF-8.
    package static func read(_ bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
        var reader = TOMLReader(bytes)
        try reader.checkUTF8()
        return try reader.document()
    }
}
