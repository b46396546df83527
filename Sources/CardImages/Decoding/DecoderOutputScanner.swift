/// Reads the output of a decoder. The decoder worked on untrusted input and may print anything, so the parsers built on
/// this accept exactly the expected syntax and reject everything else.
struct DecoderOutputScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func take() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Consumes these bytes if they come next.
    mutating func take(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        for index in 0..<text.utf8CodeUnitCount where text.utf8Start[index] != bytes[position + index] { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// A decimal number of at most six digits; nil if there is none.
    mutating func number() -> Int? {
        var value = 0
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) {
            guard position - start < 6 else { return nil }
            value = value * 10 + Int(byte - 0x30)
            position += 1
        }
        return position > start ? value : nil
    }

    /// Consumes bytes up to the first one that does not satisfy `belongs`.
    mutating func run(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, belongs(byte) { position += 1 }
        return bytes[start..<position]
    }

    /// Consumes one scalar of valid UTF-8; nil if there is none.
    mutating func scalar() -> Unicode.Scalar? {
        var iterator = bytes[position...].makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        position += UTF8.width(scalar)
        return scalar
    }
}
