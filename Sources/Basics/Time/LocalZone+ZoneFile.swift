package import struct Foundation.Date

extension LocalZone {
    /// Reads a file of the IANA database (RFC 9636): the changes that it lists, and those that its rule defines for the
    /// years around `now`. Nil if the bytes are not such a file.
    package init?(zoneFile bytes: [UInt8], around now: Date) {
        guard var reader = ZoneFileReader(bytes) else { return nil }
        guard let block = reader.readBlock() else { return nil }
        var changes = zip(block.times, block.types).compactMap { time, type -> Change? in
            block.offsets.indices.contains(Int(type))
                ? Change(at: Date(timeIntervalSince1970: Double(time)), offset: block.offsets[Int(type)]) : nil
        }
        guard changes.count == block.times.count, let first = block.offsets.first else { return nil }
        if let rule = ZoneRule(reader.footer) {
            let last = changes.last?.at ?? .distantPast
            let year = CivilDate(secondsSince1970: Int(now.timeIntervalSince1970)).year
            changes += rule.changes(in: year - 1...year + 3).filter { $0.at > last }
            // Without a listed change, the rule always applies.
            if block.times.isEmpty { self.init(firstOffset: rule.standardOffset, changes: changes); return }
        }
        self.init(firstOffset: first, changes: changes)
    }
}

/// Reads the numbers of a file of the IANA database.
private struct ZoneFileReader {
    struct Block {
        var times: [Int64] = []
        var types: [UInt8] = []
        /// Seconds east of UTC, by type.
        var offsets: [Int] = []
    }

    private struct Counts {
        var utc, standard, leaps, times, types, characters: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private(set) var footer = ""

    /// Nil for a file without 64-bit times. Such files have not been written for years.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count > 44, Array(bytes[0..<4]) == Array("TZif".utf8), bytes[4] >= UInt8(ascii: "2") else {
            return nil
        }
    }

    /// Skips the block with 32-bit times, and reads the block with 64-bit times and the rule after it.
    mutating func readBlock() -> Block? {
        guard let old = readCounts() else { return nil }
        position += old.times * 5 + old.types * 6 + old.characters + old.leaps * 8 + old.standard + old.utc
        guard let counts = readCounts() else { return nil }
        let length =
            counts.times * 9 + counts.types * 6 + counts.characters + counts.leaps * 12 + counts.standard
            + counts.utc
        guard position + length <= bytes.count else { return nil }
        var block = Block()
        for _ in 0..<counts.times { block.times.append(Int64(bitPattern: number(8))) }
        for _ in 0..<counts.times { block.types.append(UInt8(number(1))) }
        for _ in 0..<counts.types {
            block.offsets.append(Int(Int32(bitPattern: UInt32(number(4)))))
            position += 2
        }
        position += counts.characters + counts.leaps * 12 + counts.standard + counts.utc
        let rest = bytes[position...].drop { $0 == UInt8(ascii: "\n") }.prefix { $0 != UInt8(ascii: "\n") }
        footer = String(decoding: rest, as: UTF8.self)
        return block
    }

    private mutating func readCounts() -> Counts? {
        guard position + 44 <= bytes.count, Array(bytes[position..<position + 4]) == Array("TZif".utf8) else {
            return nil
        }
        position += 20
        let all = (0..<6).map { _ in Int(number(4)) }
        // The counts of a malformed file must not make the sum overflow.
        guard all.allSatisfy({ $0 <= bytes.count }) else { return nil }
        return Counts(
            utc: all[0], standard: all[1], leaps: all[2], times: all[3], types: all[4], characters: all[5])
    }

    /// Reads a big-endian number of `count` bytes, which must exist.
    private mutating func number(_ count: Int) -> UInt64 {
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
