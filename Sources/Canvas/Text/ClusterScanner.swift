/// Iterates over the grapheme clusters of safe text, with the width of each in columns.
///
/// Swift's own segmentation costs hundreds of instructions a character. Two neighbouring scalars without any clustering
/// property are always separate (UAX #29, GB999), so range tests split those and only the rest uses the standard
/// library.
struct ClusterScanner {
    struct Cluster {
        /// Where the cluster lies in the UTF-8 view.
        var bytes: Range<Int>
        var first: UInt32
        var isSingleScalar: Bool
        /// 0 (a lone mark), 1 or 2.
        var width: Int

        var isLineBreak: Bool { first == 0x0A }
    }

    private let string: String
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset: Int

    /// `bytes` is the UTF-8 of `string`, valid for the scanner's life.
    init(_ string: String, bytes: UnsafeBufferPointer<UInt8>) {
        self.string = string
        self.bytes = bytes
        offset = 0
    }

    /// Moves back to the start of a cluster already seen.
    mutating func rewind(to offset: Int) {
        self.offset = offset
    }

    mutating func next() -> Cluster? {
        guard offset < bytes.count else { return nil }
        let start = offset
        let (scalar, length) = decode(at: start)
        let end = start + length
        if Self.isPlain(scalar), end >= bytes.count || Self.isPlain(UInt32(bytes[end])) {
            offset = end
            return Cluster(bytes: start..<end, first: scalar, isSingleScalar: true, width: 1)
        }
        if Self.standsAlone(scalar), end >= bytes.count || Self.standsAlone(decode(at: end).scalar) {
            offset = end
            return Cluster(
                bytes: start..<end, first: scalar, isSingleScalar: true, width: WidthTable.width(of: scalar))
        }
        return nextByStandardLibrary(start: start, first: scalar, length: length)
    }

    /// Returns the range of the printable ASCII that follows, and skips it. Each of its bytes is certainly a cluster of
    /// its own: the last byte before a scalar beyond ASCII is left out, because a mark may follow it.
    mutating func nextPlain() -> Range<Int> {
        let start = offset
        var end = start
        while end < bytes.count, Self.isPlain(UInt32(bytes[end])) { end += 1 }
        if end < bytes.count, end > start { end -= 1 }
        offset = end
        return start..<end
    }

    private mutating func nextByStandardLibrary(start: Int, first: UInt32, length: Int) -> Cluster {
        let utf8 = string.utf8
        let index = utf8.index(utf8.startIndex, offsetBy: start)
        let after = string.index(after: index)
        let end = start + utf8.distance(from: index, to: after)
        offset = end
        if end == start + length {
            return Cluster(
                bytes: start..<end, first: first, isSingleScalar: true, width: WidthTable.width(of: first))
        }
        return Cluster(bytes: start..<end, first: first, isSingleScalar: false, width: width(of: start..<end))
    }

    /// The sum of the scalars' widths, at most 2; an emoji presentation selector makes it 2.
    private func width(of range: Range<Int>) -> Int {
        var sum = 0
        var position = range.lowerBound
        while position < range.upperBound {
            let (scalar, length) = decode(at: position)
            if scalar == 0xFE0F { return 2 }
            sum += WidthTable.width(of: scalar)
            position += length
        }
        return min(sum, 2)
    }

    /// Decodes one scalar; Swift strings are valid UTF-8 by construction.
    @inline(__always) private func decode(at position: Int) -> (scalar: UInt32, length: Int) {
        let lead = UInt32(bytes[position])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(bytes[position + 1]) & 0x3F
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
        let third = UInt32(bytes[position + 2]) & 0x3F
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
        return ((lead & 0x07) << 18 | second << 12 | third << 6 | UInt32(bytes[position + 3]) & 0x3F, 4)
    }

    /// Whether a scalar, or the first byte of one, is printable ASCII.
    @inline(__always) private static func isPlain(_ scalar: UInt32) -> Bool { scalar >= 0x20 && scalar < 0x7F }

    /// Ranges whose scalars all have the segmentation property "Other" (or are whole Hangul
    /// syllables or the line feed, which never join one another). A test compares with the standard library.
    @inline(__always) static func standsAlone(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0A, 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x590, 0x1E00...0x200A,
            0x2010...0x2027, 0x202F...0x205F, 0x2070...0x20CF, 0x2100...0x2CEE, 0x3000...0x3029,
            0x303E...0x3098, 0x309B...0xA66E, 0xAC00...0xD7A3, 0xF900...0xFB1D, 0xFE30...0xFEFE, 0xFF01...0xFF9D,
            0xFFA1...0xFFEF, 0xFFFC...0xFFFD, 0x1F300...0x1F3FA, 0x1F400...0x1FAFF:
            true
        default: false
        }
    }
}
