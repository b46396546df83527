internal import Cards

/// Edits a JSON text and leaves all other bytes unchanged. New elements follow the layout of their object or array.
struct JSONEdit {
    private(set) var bytes: [UInt8]
    /// The layout of new values.
    private let layout: Layout

    /// The indentation and the line ends of a text.
    struct Layout: Equatable {
        /// The indentation of one level; nil if the text is on one line.
        var indent: [UInt8]?
        var lineEnd: [UInt8]
        /// Whether values on one line have spaces between them.
        var isSpaced: Bool
    }

    /// - Parameter bytes: Valid JSON.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        layout = Self.layout(of: bytes)
    }

    private static func layout(of bytes: [UInt8]) -> Layout {
        let hasCRLF = zip(bytes, bytes.dropFirst()).contains { $0 == 0x0D && $1 == 0x0A }
        let lineEnd: [UInt8] = hasCRLF ? [0x0D, 0x0A] : [0x0A]
        let start = bytes.firstIndex { !isSpace($0) } ?? 0
        let rest = bytes[start...].dropFirst()
        let gap = rest.prefix(while: isSpace)
        let isEmpty = rest.dropFirst(gap.count).first.map { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") } ?? true
        if isEmpty { return Layout(indent: [0x20, 0x20], lineEnd: lineEnd, isSpaced: true) }
        guard let line = gap.lastIndex(of: 0x0A) else {
            return Layout(indent: nil, lineEnd: lineEnd, isSpaced: rest.contains(0x20))
        }
        let indent = Array(gap[(line + 1)...])
        return Layout(indent: indent.isEmpty ? [0x20, 0x20] : indent, lineEnd: lineEnd, isSpaced: true)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    // MARK: Adding

    /// Adds a member at the end of an object, or an element at the end of an array.
    ///
    /// - Parameters:
    ///   - key: The name of the member; nil for an element.
    ///   - container: The range of the object or array.
    mutating func append(_ value: JSONValue, key: String?, to container: Range<Int>) {
        let inner = (container.lowerBound + 1)..<(container.upperBound - 1)
        let last = bytes[inner].lastIndex { !Self.isSpace($0) }
        var text: [UInt8] = []
        let indent = indentation(ofLineWith: container.lowerBound)
        guard let last else {
            // Replaces white space between the brackets.
            guard let step = layout.indent else {
                bytes.replaceSubrange(inner, with: rendered(value, key: key, indent: nil))
                return
            }
            text =
                layout.lineEnd + indent + step + rendered(value, key: key, indent: indent + step) + layout.lineEnd
                + indent
            bytes.replaceSubrange(inner, with: text)
            return
        }
        let gap = bytes[inner].prefix(while: Self.isSpace)
        text.append(UInt8(ascii: ","))
        if let line = gap.lastIndex(of: 0x0A) {
            let own = Array(gap[(line + 1)...])
            text += layout.lineEnd + own + rendered(value, key: key, indent: own)
        } else {
            if layout.isSpaced { text.append(0x20) }
            text += rendered(value, key: key, indent: nil)
        }
        bytes.insert(contentsOf: text, at: last + 1)
    }

    /// The white space at the beginning of the line that contains an offset.
    private func indentation(ofLineWith offset: Int) -> [UInt8] {
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return Array(bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 })
    }

    /// - Parameter indent: The indentation of the line on which the value starts; nil to write the value on one line.
    private func rendered(_ value: JSONValue, key: String?, indent: [UInt8]?) -> [UInt8] {
        var result: [UInt8] = []
        if let key {
            result += JSONValue.string(key).encoded() + [UInt8(ascii: ":")]
            if layout.isSpaced { result.append(0x20) }
        }
        guard let indent, let step = layout.indent else { return result + onOneLine(value) }
        return result + lines(value, indent: indent, step: step)
    }

    private func lines(_ value: JSONValue, indent: [UInt8], step: [UInt8]) -> [UInt8] {
        let parts: [[UInt8]]
        let edges: (UInt8, UInt8)
        switch value {
        case .object(let object) where !object.isEmpty:
            parts = object.members.map { key, value in
                JSONValue.string(key).encoded() + Array(": ".utf8) + lines(value, indent: indent + step, step: step)
            }
            edges = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        case .array(let elements) where !elements.isEmpty:
            parts = elements.map { lines($0, indent: indent + step, step: step) }
            edges = (UInt8(ascii: "["), UInt8(ascii: "]"))
        default: return value.encoded()
        }
        let separator = [UInt8(ascii: ",")] + layout.lineEnd + indent + step
        return [edges.0] + layout.lineEnd + indent + step + Array(parts.joined(separator: separator)) + layout.lineEnd
            + indent
            + [edges.1]
    }

    private func onOneLine(_ value: JSONValue) -> [UInt8] {
        guard layout.isSpaced else { return value.encoded() }
        switch value {
        case .object(let object):
            let parts = object.members.map { JSONValue.string($0).encoded() + Array(": ".utf8) + onOneLine($1) }
            return [UInt8(ascii: "{")] + Array(parts.joined(separator: Array(", ".utf8))) + [UInt8(ascii: "}")]
        case .array(let elements):
            return [UInt8(ascii: "[")] + Array(elements.map(onOneLine).joined(separator: Array(", ".utf8)))
                + [UInt8(ascii: "]")]
        default: return value.encoded()
        }
    }

    // MARK: Removing

    /// Removes an element of an array, or a member of an object.
    ///
    /// - Parameters:
    ///   - index: The element's index in `values`.
    ///   - values: The ranges of all values of the object or array, in order.
    ///   - container: The range of the object or array.
    mutating func remove(_ index: Int, of values: [Range<Int>], in container: Range<Int>) {
        let end = values[index].upperBound
        if values.count == 1 {
            bytes.removeSubrange((container.lowerBound + 1)..<(container.upperBound - 1))
        } else if index > 0 {
            bytes.removeSubrange(values[index - 1].upperBound..<end)
        } else {
            let start = (container.lowerBound + 1..<end).first { !Self.isSpace(bytes[$0]) } ?? end
            let next = (end..<container.upperBound).first { !Self.isSpace(bytes[$0]) && bytes[$0] != UInt8(ascii: ",") }
            bytes.removeSubrange(start..<(next ?? end))
        }
    }
}
