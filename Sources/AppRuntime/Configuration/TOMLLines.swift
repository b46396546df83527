/// Finds the line a dotted key is written on, also within lists, inline tables and lists of tables:
/// `screens.desk.rows[1].size`, `environment[0].id`. The TOML parser tells lines for syntax errors only. For text that is
/// TOML; wrong at worst in the line it names.
package struct TOMLLines {
    private var lines: [String: Int] = [:]

    package init(_ text: String) {
        var scanner = TOMLScanner(text)
        lines = scanner.scan()
    }

    /// Of the key itself, else of the first thing in it, else of what it is in.
    package func line(of name: String) -> Int? {
        if let line = lines[name] { return line }
        let inner = lines.filter { $0.key.hasPrefix("\(name).") || $0.key.hasPrefix("\(name)[") }.map(\.value).min()
        if let inner { return inner }
        guard let end = name.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
        return line(of: String(name[..<end]))
    }
}

/// Goes through a TOML text and notes the line of each key and of each item of a list.
private struct TOMLScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lines: [String: Int] = [:]
    /// How many items each list of tables has so far.
    private var listed: [String: Int] = [:]

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func scan() -> [String: Int] {
        var table = ""
        while skipSpace(lines: true) {
            if bytes[position] == UInt8(ascii: "[") {
                let start = position
                while current == UInt8(ascii: "[") { position += 1 }
                let isListed = position > start + 1
                table = place(of: key(until: UInt8(ascii: "]")), isListed: isListed)
                note(table)
                skipLine()
            } else {
                let name = key(until: UInt8(ascii: "="))
                position += 1
                value(table.isEmpty ? name : "\(table).\(name)")
                skipLine()
            }
        }
        return lines
    }

    /// A table's name with the number of each list of tables in it, of which the last item is meant.
    private mutating func place(of header: String, isListed: Bool) -> String {
        var place = ""
        let parts = header.split(separator: ".", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            place += (place.isEmpty ? "" : ".") + part
            let isNew = isListed && index == parts.count - 1
            if isNew { listed[place, default: 0] += 1 }
            if let count = listed[place] { place += "[\(count - 1)]" }
        }
        return place
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func note(_ name: String) { lines[name] = lines[name] ?? line }

    /// A dotted key up to a byte or the line's end, without blanks and quotes.
    private mutating func key(until end: UInt8) -> String {
        var name: [UInt8] = []
        while let byte = current, byte != end, byte != UInt8(ascii: "\n") {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let start = position + 1
                skipString()
                name += bytes[start..<max(start, position - 1)]
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            default:
                name.append(byte)
                position += 1
            }
        }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func value(_ name: String) {
        guard skipSpace(lines: false) else { return }
        note(name)
        switch bytes[position] {
        case UInt8(ascii: "["):
            position += 1
            var index = 0
            while skipSpace(lines: true), bytes[position] != UInt8(ascii: "]") {
                let before = position
                value("\(name)[\(index)]")
                index += 1
                skipComma()
                if position == before { position += 1 }
            }
            position += 1
        case UInt8(ascii: "{"):
            position += 1
            while skipSpace(lines: true), bytes[position] != UInt8(ascii: "}") {
                let before = position
                let inner = key(until: UInt8(ascii: "="))
                position += 1
                value("\(name).\(inner)")
                skipComma()
                if position == before { position += 1 }
            }
            position += 1
        case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
        default:
            while let byte = current, !",]}#\n".utf8.contains(byte) { position += 1 }
        }
    }

    private mutating func skipComma() {
        _ = skipSpace(lines: true)
        if current == UInt8(ascii: ",") { position += 1 }
    }

    /// Also one of several lines.
    private mutating func skipString() {
        let quote = bytes[position]
        let isLong = position + 2 < bytes.count && bytes[position + 1] == quote && bytes[position + 2] == quote
        position += isLong ? 3 : 1
        while let byte = current {
            if byte == UInt8(ascii: "\n") {
                guard isLong else { return }
                line += 1
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                position += 1
            } else if byte == quote {
                guard isLong else {
                    position += 1
                    return
                }
                if bytes[position...].prefix(3).elementsEqual([quote, quote, quote]) {
                    position += 3
                    return
                }
            }
            position += 1
        }
    }

    /// Skips blanks and comments; false at the end, and without `lines` at the end of the line.
    private mutating func skipSpace(lines isFree: Bool) -> Bool {
        while let byte = current {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\n"):
                guard isFree else { return false }
                line += 1
                position += 1
            case UInt8(ascii: "#"):
                while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
            default: return true
            }
        }
        return false
    }

    /// The rest of the line; its break stays.
    private mutating func skipLine() {
        while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
    }
}
