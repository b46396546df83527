/// A table of a TOML document: its keys in the order in which they are written.
package final class TOMLTable {
    package struct Entry {
        package let key: String
        package internal(set) var value: TOMLValue
        /// The line that the key is first written on, counted from 1.
        package let line: Int
        /// Whether it was made by `[[key]]`, so that another `[[key]]` adds to it.
        var isListOfTables = false
    }

    /// What made a table decides what may add to it.
    enum Origin {
        /// A header below it, `[this.other]`.
        case implied
        /// Its own header, or it is the document.
        case header
        /// A dotted key, `this.other = 1`.
        case dotted
        /// Braces, `{ other = 1 }`.
        case inline
    }

    package private(set) var entries: [Entry] = []
    /// Looking at a few keys is faster than hashing them.
    private var indices: [String: Int] = [:]
    private static let fewEntries = 8
    var origin: Origin
    /// Where it was made, counted from 1.
    var line: Int

    /// An empty one.
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

    /// - Parameter entry: one whose key is not there yet.
    func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count == Self.fewEntries + 1 {
            for (index, entry) in entries.enumerated() { indices[entry.key] = index }
        } else if entries.count > Self.fewEntries {
            indices[entry.key] = entries.count - 1
        }
    }

    /// Adds an item to the list at an index.
    func append(_ item: TOMLValue, toListAt index: Int) {
        guard case .array(var items) = entries[index].value.content else { return }
        // Frees the list for a moment, so that adding does not copy it.
        entries[index].value.content = .boolean(false)
        items.append(item)
        entries[index].value.content = .array(items)
    }
}

extension TOMLTable {
    /// Reads a document of TOML 1.0.
    ///
    /// - Throws: ``TOMLError`` for the first mistake, also where keys and values are nested deeper than 64 levels.
    package static func read(_ text: String) throws(TOMLError) -> TOMLTable {
        var reader = TOMLReader(Array(text.utf8))
        return try reader.document()
    }

    /// Reads the bytes of a file, which must be UTF-8.
    package static func read(_ bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
        var reader = TOMLReader(bytes)
        try reader.checkUTF8()
        return try reader.document()
    }
}
