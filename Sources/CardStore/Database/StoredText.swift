import GRDB

import struct Foundation.Data

/// A text for a TEXT column that may hold U+0000, as titles of cards and words of servers do. GRDB gives and takes
/// texts as C strings, which end there; such a text is stored as a BLOB of its UTF-8 instead, whole.
///
/// Identifiers hold no such character and need none of this.
struct StoredText: DatabaseValueConvertible {
    var text: String

    init(_ text: String) { self.text = text }

    init?(_ text: String?) {
        guard let text else { return nil }
        self.text = text
    }

    var databaseValue: DatabaseValue {
        text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
        String.fromDatabaseValue(value).map { StoredText($0) }
    }
}
