/// Finds the line a dotted key is written on. The TOML parser tells lines for syntax errors only.
struct TOMLLines {
    private var lines: [String: Int] = [:]

    init(_ text: String) {
        var table = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let trimmed = Self.trim(line)
            if trimmed.hasPrefix("["), let end = trimmed.firstIndex(of: "]") {
                table = Self.name(trimmed[trimmed.index(after: trimmed.startIndex)..<end])
                lines[table] = lines[table] ?? index + 1
            } else if let equals = trimmed.firstIndex(of: "="), !trimmed.hasPrefix("#") {
                let key = Self.name(trimmed[..<equals])
                let full = table.isEmpty ? key : "\(table).\(key)"
                lines[full] = lines[full] ?? index + 1
            }
        }
    }

    func line(of name: String) -> Int? {
        lines[name] ?? lines.filter { $0.key.hasPrefix("\(name).") }.map(\.value).min()
    }

    /// `serve . "listen"` is `serve.listen`.
    private static func name(_ text: Substring) -> String {
        text.split(separator: ".").map { trim($0).filter { $0 != "\"" && $0 != "'" } }.joined(separator: ".")
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
        return text
    }
}
