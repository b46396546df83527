/// Text folded for searching: case and diacritics are removed as by ``SearchText``, but fast enough for every card of a
/// store. A table maps each character, and most are ASCII.
struct FoldedText: Sendable {
    private(set) var bytes: [UInt8] = []

    init(_ text: String) { append(Array(text.utf8)) }

    init(_ utf8: [UInt8]) { append(utf8) }

    /// Whether the other text occurs in this one.
    func contains(_ other: FoldedText) -> Bool {
        guard let first = other.bytes.first else { return true }
        let count = other.bytes.count
        guard count <= bytes.count else { return false }
        return bytes.withUnsafeBufferPointer { text in
            other.bytes.withUnsafeBufferPointer { word in
                for start in 0...(text.count - count) where text[start] == first {
                    var length = 1
                    while length < count, text[start + length] == word[length] { length += 1 }
                    if length == count { return true }
                }
                return false
            }
        }
    }

    mutating func append(_ utf8: [UInt8]) {
        bytes.reserveCapacity(bytes.count + utf8.count)
        utf8.withUnsafeBufferPointer { source in
            var position = 0
            while position < source.count {
                let byte = source[position]
                if byte < 0x80 {
                    bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                    position += 1
                    continue
                }
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                let end = min(position + length, source.count)
                if length < 4, end - position == length {
                    var scalar = Int(byte) & (length == 2 ? 0x1F : 0x0F)
                    for index in position + 1..<end { scalar = scalar << 6 | Int(source[index] & 0x3F) }
                    if scalar < Self.limit {
                        bytes += Self.table[scalar]
                        position = end
                        continue
                    }
                }
                bytes += source[position..<end]
                position = end
            }
        }
    }

    /// The end of the table. Few characters beyond it have case or diacritics.
    private static let limit = 0x2000

    /// The folded bytes of each scalar below the limit. Created when the first text beyond ASCII is searched.
    private static let table: [[UInt8]] = (0..<limit).map { value in
        Unicode.Scalar(UInt32(value)).map { Array(SearchText.folded(String($0)).utf8) } ?? []
    }
}
