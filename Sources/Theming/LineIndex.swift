/// Where each key of a TOML document stands. The parser reports lines only for syntax errors, and a message about a
/// key without its line is hard to act on.
struct LineIndex {
    private var lines: [String: Int] = [:]

    /// Reads `[table]` headers and the text before the first `=` of each line; enough for theme files, where values
    /// stand on one line or span lines inside brackets. Wrong at worst in the line it names.
    init(_ source: String) {
        var table = ""
        var number = 0
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            let text = line.drop { $0 == " " || $0 == "\t" }
            if text.first == "[" {
                table = Self.path(text.drop { $0 == "[" }.prefix { $0 != "]" })
                record(table, at: number)
            } else if text.first != "#", let equals = Self.firstEquals(in: text) {
                let key = Self.path(text[..<equals])
                record(table.isEmpty ? key : "\(table).\(key)", at: number)
            }
        }
    }

    /// The 1-based line of a dotted key path without quotes; 0 when it was not found.
    subscript(path: String) -> Int {
        var path = path
        while true {
            if let line = lines[path] { return line }
            // A key inside an inline table stands on the line of that table.
            guard let dot = path.lastIndex(of: ".") else { return 0 }
            path = String(path[..<dot])
        }
    }

    private mutating func record(_ path: String, at line: Int) {
        if !path.isEmpty, lines[path] == nil { lines[path] = line }
    }

    private static func path(_ text: Substring) -> String {
        String(text.filter { $0 != "\"" && $0 != "'" && $0 != " " && $0 != "\t" })
    }

    /// The first `=` outside quotes.
    private static func firstEquals(in text: Substring) -> Substring.Index? {
        var quote: Character?
        for index in text.indices {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "=" {
                return index
            }
        }
        return nil
    }
}
