import TOML

/// Edits settings at the top of a configuration file. Everything else is kept byte for byte: comments, order, line
/// breaks and tables.
package struct ConfigEditor {
    /// A value to write.
    package enum Value: Hashable, Sendable {
        case text(String)
        case flag(Bool)

        /// The value as TOML.
        var literal: String {
            switch self {
            case .flag(let flag): flag ? "true" : "false"
            case .text(let text): "\"\(text.unicodeScalars.map(Self.escaped).joined())\""
            }
        }

        private static func escaped(_ scalar: Unicode.Scalar) -> String {
            switch scalar {
            case "\"": return "\\\""
            case "\\": return "\\\\"
            case let control where control.value < 0x20 || control.value == 0x7F:
                let digits = String(control.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return String(scalar)
            }
        }

        fileprivate init?(_ value: TOMLValue) {
            if let text = value.string {
                self = .text(text)
            } else if let flag = value.boolean {
                self = .flag(flag)
            } else {
                return nil
            }
        }
    }

    private let path: String
    /// The lines without their line feeds. A carriage return before a line feed belongs to the line.
    private var lines: [[UInt8]]
    private let lineBreak: String

    /// - Parameter path: The name of the file for errors.
    /// - Throws: ``ConfigError`` if the text is not TOML.
    package init(_ bytes: [UInt8], path: String) throws(ConfigError) {
        self.path = path
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        lineBreak = lines.count > 1 && lines[0].last == UInt8(ascii: "\r") ? "\r" : ""
        _ = try table()
    }

    /// The content of the file, including all edits.
    package var bytes: [UInt8] { Array(lines.joined(separator: [UInt8(ascii: "\n")])) }

    /// Whether the file contains only whitespace.
    package var isBlank: Bool { lines.allSatisfy { $0.allSatisfy { $0 <= 0x20 } } }

    /// The value of a setting at the top of the file; nil if it is missing or has another type.
    package func value(of name: String) throws(ConfigError) -> Value? { try table()[name].flatMap { Value($0) } }

    /// Sets a setting in place, or after the last setting before the first table. A comment after the old value is
    /// kept.
    package mutating func set(_ name: String, to value: Value) throws(ConfigError) {
        let text = "\(name) = \(value.literal)"
        if let place = try place(of: name) {
            let comment = comment(of: place)
            lines.replaceSubrange(place, with: [Array((text + comment + lineBreak).utf8)])
        } else {
            let line = Array((text + lineBreak).utf8)
            var last = 0
            for entry in try table().entries where entry.value.table == nil {
                last = max(last, try place(of: entry.key)?.upperBound ?? 0)
            }
            // If there is no setting yet, the line goes to the top, with a blank line before an existing table.
            let isFirst = last == 0 && !isBlank
            lines.insert(contentsOf: isFirst ? [line, Array(lineBreak.utf8)] : [line], at: last)
            if lines.last?.isEmpty == false { lines.append([]) }
        }
        guard try self.value(of: name) == value else {
            throw ConfigError(
                .file(path: path, line: nil), "cannot set \(name) automatically; write this line yourself: \(text)")
        }
    }

    /// Removes a setting. Does nothing if it is missing.
    package mutating func remove(_ name: String) throws(ConfigError) {
        guard let place = try place(of: name) else { return }
        lines.removeSubrange(place)
        // Removes the blank line that `set(_:to:)` inserted.
        if place.lowerBound == 0, let first = lines.first, first.allSatisfy({ $0 <= 0x20 }), lines.count > 1 {
            lines.removeFirst()
        }
    }

    // MARK: Lines

    private func table() throws(ConfigError) -> TOMLTable {
        do throws(TOMLError) { return try TOMLTable.read(bytes) } catch { throw ConfigError(error, in: path) }
    }

    /// The lines of a setting, from its key to the first line at which it is complete.
    private func place(of name: String) throws(ConfigError) -> Range<Int>? {
        guard let entry = try table().entries.first(where: { $0.key == name }), entry.value.table == nil else {
            return nil
        }
        let first = entry.line - 1
        for last in first..<lines.count {
            let part = text(of: first..<last + 1)
            // If the part is not a complete setting, it needs another line.
            if let read = try? TOMLTable.read(part), read.keys == [name] { return first..<last + 1 }
        }
        return nil
    }

    /// The text of some lines, without the line break of the last one.
    private func text(of place: Range<Int>) -> [UInt8] {
        let text = Array(lines[place].joined(separator: [UInt8(ascii: "\n")]))
        return text.last == UInt8(ascii: "\r") ? text.dropLast() : text
    }

    /// The comment after a setting, including the space before it; empty if there is none.
    private func comment(of place: Range<Int>) -> String {
        let text = text(of: place)
        let start = text.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        for index in start..<text.count where text[index] == UInt8(ascii: "#") {
            // A number sign inside a string leaves the string open, which is not valid TOML.
            guard (try? TOMLTable.read(Array(text[..<index]))) != nil else { continue }
            var begin = index
            while begin > start, text[begin - 1] == 0x20 || text[begin - 1] == 0x09 { begin -= 1 }
            return String(decoding: text[begin...], as: UTF8.self)
        }
        return ""
    }
}
