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
            } else if let equals = Self.equals(in: trimmed), !trimmed.hasPrefix("#") {
                let key = Self.name(trimmed[..<equals])
                let full = table.isEmpty ? key : "\(table).\(key)"
                lines[full] = lines[full] ?? index + 1
            }
        }
    }

    /// The sign that parts a key from its value: not one that stands in the key's quotes.
    private static func equals(in line: Substring) -> Substring.Index? {
        var quote: Character?
        for index in line.indices {
            let character = line[index]
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

    func line(of name: String) -> Int? {
        lines[name] ?? lines.filter { $0.key.hasPrefix("\(name).") }.map(\.value).min()
    }

    /// `serve . "listen"` is `serve.listen`. What stands in quotes is a part of its own, whatever it holds.
    private static func name(_ text: Substring) -> String {
        var parts = [""]
        var quote: Character?
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { parts[parts.count - 1].append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "." {
                parts.append("")
            } else if character != " ", character != "\t" {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.joined(separator: ".")
    }

    private static func trim(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
        return text
    }
}
