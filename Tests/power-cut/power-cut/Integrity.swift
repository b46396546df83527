import SQLite

/// The problems that SQLite finds in a database.
enum Integrity {
    struct Damage: Error { var words: String }

    static func check(_ path: String) throws {
        var options = ConnectionOptions()
        options.isReadOnly = true
        options.busyTimeout = 2000
        let connection = try Connection(path, options)
        let verdict = try connection.accessNow { try $0.statement("PRAGMA integrity_check").value(as: String.self) }
        try connection.close()
        guard verdict == "ok" else { throw Damage(words: verdict ?? "no verdict") }
    }
}
