/// The bytes of an input. Choices that a target needs in addition are taken from the end of the bytes, so that a file
/// of the kind that the target reads is a good seed.
struct FuzzInput {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes as text. Invalid UTF-8 is replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A number from the last byte, or the lowest number if no byte is left.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        guard let last = bytes.popLast() else { return range.lowerBound }
        return range.lowerBound + Int(last) % range.count
    }

    /// The bytes in pieces, as a network delivers them.
    mutating func pieces() -> [ArraySlice<UInt8>] {
        let size = number(1...40)
        return stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
    }
}
