/// The bytes of an input. Choices that a target needs beside them are taken from their end, so that a file of the kind that
/// the target reads is a good seed.
struct FuzzInput {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// As text; what is not UTF-8 is replaced.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// A number, made of the last byte; the lowest one at the end.
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
