import SQLite

/// A text for a TEXT column that may contain U+0000, such as titles of cards and messages of servers. SQLite's
/// functions and other programs end a text at that character, so such a text is stored as a BLOB of its UTF-8.
///
/// Identifiers cannot contain this character and do not need this type.
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
