import SQLite

/// A text for a TEXT column that may hold U+0000, as titles of cards and words of servers do. SQLite's own functions and
/// programs that look into the file end such a text there; so it is stored as a BLOB of its UTF-8, whole.
///
/// Identifiers hold no such character and need none of this.
struct StoredText: SQLiteValue {
    var text: String

    init(_ text: String) { self.text = text }

    init?(_ text: String?) {
        guard let text else { return nil }
        self.text = text
    }

    init(_ column: borrowing Column) { text = column.text }

    func bind(to statement: Statement) {
        if text.utf8.contains(0) { statement.bind(Array(text.utf8)) } else { statement.bind(text) }
    }
}
