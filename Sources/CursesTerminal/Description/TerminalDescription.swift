/// A compiled terminal description in the format of term(5): the terminal's capabilities and their sequences.
struct TerminalDescription: Equatable {
    /// The names, separated by `|`. The last one is a description for humans.
    var names: String
    var flags: [Bool]
    /// The numeric capabilities; -1 for none.
    var numbers: [Int32]
    var strings: [[UInt8]?]
    /// Extended capabilities, which are identified by name, such as `RGB`.
    var named = Named()

    struct Named: Equatable {
        var flags: [(name: String, value: Bool)] = []
        var numbers: [(name: String, value: Int32)] = []
        var strings: [(name: String, value: [UInt8]?)] = []

        static func == (left: Named, right: Named) -> Bool {
            left.flags.elementsEqual(right.flags, by: ==) && left.numbers.elementsEqual(right.numbers, by: ==)
                && left.strings.elementsEqual(right.strings, by: ==)
        }

        var isEmpty: Bool { flags.isEmpty && numbers.isEmpty && strings.isEmpty }
    }

    /// The first number of a compiled description: whether its numbers have 16 or 32 bits.
    enum Magic {
        static let short = 0o432
        static let wide = 0o1036
    }

    /// - Parameter bytes: A compiled description.
    /// - Returns: Nil if the bytes are not a compiled description.
    init?(_ bytes: [UInt8]) {
        var reader = DescriptionReader(bytes)
        guard let magic = reader.short(), magic == Magic.short || magic == Magic.wide else { return nil }
        let isWide = magic == Magic.wide
        guard let sizes = reader.shorts(5), sizes.allSatisfy({ $0 >= 0 }),
            let names = reader.bytes(sizes[0]), let flags = reader.bytes(sizes[1])
        else { return nil }
        reader.align()
        guard let numbers = reader.numbers(sizes[2], isWide: isWide), let offsets = reader.shorts(sizes[3]),
            let table = reader.bytes(sizes[4])
        else { return nil }
        self.names = String(decoding: names.prefix { $0 != 0 }, as: UTF8.self)
        self.flags = flags.map { $0 == 1 }
        self.numbers = numbers
        strings = offsets.map { DescriptionReader.string(at: $0, in: table) }
        reader.align()
        if !reader.isAtEnd {
            guard let named = Named(&reader, isWide: isWide) else { return nil }
            self.named = named
        }
    }

    /// The compiled form, with 32-bit numbers.
    var compiled: [UInt8] {
        var writer = DescriptionWriter()
        let table = StringTable(strings)
        let nameBytes = Array(names.utf8) + [0]
        writer.shorts([
            Magic.wide, nameBytes.count, flags.count, numbers.count, strings.count, table.bytes.count,
        ])
        writer.bytes += nameBytes
        writer.bytes += flags.map { $0 ? 1 : 0 }
        writer.align()
        writer.numbers(numbers)
        writer.shorts(table.offsets)
        writer.bytes += table.bytes
        if !named.isEmpty {
            writer.align()
            named.write(to: &writer)
        }
        return writer.bytes
    }
}

extension TerminalDescription.Named {
    fileprivate init?(_ reader: inout DescriptionReader, isWide: Bool) {
        guard let sizes = reader.shorts(5), sizes.allSatisfy({ $0 >= 0 }), let flags = reader.bytes(sizes[0]) else {
            return nil
        }
        reader.align()
        let nameCount = sizes[0] + sizes[1] + sizes[2]
        guard let numbers = reader.numbers(sizes[1], isWide: isWide), let values = reader.shorts(sizes[2]),
            let nameOffsets = reader.shorts(nameCount), let table = reader.bytes(sizes[4])
        else { return nil }
        let strings = values.map { DescriptionReader.string(at: $0, in: table) }
        // The names start after the last value.
        let start = zip(values, strings).reduce(0) { end, entry in
            entry.1.map { max(end, entry.0 + $0.count + 1) } ?? end
        }
        let names = nameOffsets.compactMap { offset in
            DescriptionReader.string(at: start + offset, in: table).map { String(decoding: $0, as: UTF8.self) }
        }
        guard names.count == nameCount else { return nil }
        self.flags = zip(names, flags).map { ($0, $1 == 1) }
        self.numbers = zip(names.dropFirst(sizes[0]), numbers).map { ($0, $1) }
        self.strings = zip(names.dropFirst(sizes[0] + sizes[1]), strings).map { ($0, $1) }
    }

    fileprivate func write(to writer: inout DescriptionWriter) {
        let values = StringTable(strings.map(\.value))
        let names = StringTable((flags.map(\.name) + numbers.map(\.name) + strings.map(\.name)).map { Array($0.utf8) })
        // The fourth count includes all texts in the table.
        let texts = strings.count { $0.value != nil } + names.offsets.count
        writer.shorts([
            flags.count, numbers.count, strings.count, texts, values.bytes.count + names.bytes.count,
        ])
        writer.bytes += flags.map { $0.value ? 1 : 0 }
        writer.align()
        writer.numbers(numbers.map(\.value))
        writer.shorts(values.offsets + names.offsets)
        writer.bytes += values.bytes + names.bytes
    }
}
