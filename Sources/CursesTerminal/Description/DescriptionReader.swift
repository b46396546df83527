/// Reads the parts of a compiled terminal description. Returns nil if the data ends too early.
struct DescriptionReader {
    private let all: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { all = bytes }

    var isAtEnd: Bool { position >= all.count }

    /// Skips to an even position, at which numbers start.
    mutating func align() { position += position % 2 }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, position + count <= all.count else { return nil }
        defer { position += count }
        return Array(all[position..<position + count])
    }

    mutating func short() -> Int? {
        bytes(2).map { Int(Int16(bitPattern: UInt16($0[0]) | UInt16($0[1]) << 8)) }
    }

    mutating func shorts(_ count: Int) -> [Int]? {
        guard position + 2 * count <= all.count else { return nil }
        return (0..<count).compactMap { _ in short() }
    }

    mutating func numbers(_ count: Int, isWide: Bool) -> [Int32]? {
        guard isWide else { return shorts(count)?.map { Int32($0) } }
        guard let bytes = bytes(4 * count) else { return nil }
        return (0..<count).map { index in
            (0..<4).reduce(Int32(0)) { $0 | Int32(bitPattern: UInt32(bytes[4 * index + $1]) << (8 * UInt32($1))) }
        }
    }

    /// The zero-terminated text at an offset; nil for a negative offset, which means that there is no text.
    static func string(at offset: Int, in table: [UInt8]) -> [UInt8]? {
        guard table.indices.contains(offset) else { return nil }
        return Array(table[offset...].prefix { $0 != 0 })
    }
}

/// Writes the parts of a compiled terminal description.
struct DescriptionWriter {
    var bytes: [UInt8] = []

    mutating func align() { if bytes.count % 2 == 1 { bytes.append(0) } }

    mutating func shorts(_ values: [Int]) {
        for value in values {
            let bits = UInt16(bitPattern: Int16(truncatingIfNeeded: value))
            bytes += [UInt8(bits & 0xFF), UInt8(bits >> 8)]
        }
    }

    mutating func numbers(_ values: [Int32]) {
        for value in values {
            let bits = UInt32(bitPattern: value)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
        }
    }
}

/// A table of zero-terminated texts.
struct StringTable {
    private(set) var bytes: [UInt8] = []
    /// The offset of each text; -1 for no text.
    private(set) var offsets: [Int] = []

    init(_ strings: [[UInt8]?]) {
        for string in strings {
            guard let string else {
                offsets.append(-1)
                continue
            }
            offsets.append(bytes.count)
            bytes += string + [0]
        }
    }
}
