import Testing

@testable import CurlTransport

@Suite struct UTF8ValidatorTests {
    private static func isValid(_ bytes: [UInt8], cut: Int) -> Bool {
        var validator = UTF8Validator()
        for piece in [Array(bytes[..<cut]), Array(bytes[cut...])] {
            guard piece.withUnsafeBytes({ validator.accept($0) }) else { return false }
        }
        return validator.isComplete
    }

    @Test func `the validator agrees with the standard library on all relevant sequences of one to three bytes`() {
        let interesting: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xF4]
        for first in UInt8.min...UInt8.max {
            for second in interesting {
                for third in interesting {
                    for bytes in [[first], [first, second], [first, second, third], [first, second, third, 0xBF]] {
                        let expected = String(validating: bytes, as: UTF8.self) != nil
                        if Self.isValid(bytes, cut: bytes.count / 2) != expected {
                            Issue.record("\(bytes) should be \(expected ? "valid" : "invalid")")
                        }
                    }
                }
            }
        }
    }

    @Test func `the bytes of every scalar are valid`() {
        var validator = UTF8Validator()
        // All scalars up to U+2000, then one of every 251, and the edges of the ranges.
        let edges: [UInt32] = [0xD7FF, 0xE000, 0xFFFF, 0x10000, 0xFFFFF, 0x100000, 0x10FFFF]
        for value in Array(0...0x2000) + Array(stride(from: 0x2001, through: 0x10FFFF, by: 251)) + edges {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isAccepted = Array(String(scalar).utf8).withUnsafeBytes { validator.accept($0) }
            if !isAccepted || !validator.isComplete { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `a long text with one bad byte anywhere is refused`() {
        let good = Array(repeating: UInt8(0x61), count: 64)
        for index in good.indices {
            var bad = good
            bad[index] = 0xFE
            #expect(!Self.isValid(bad, cut: 32))
        }
        #expect(Self.isValid(good, cut: 13))
    }
}
