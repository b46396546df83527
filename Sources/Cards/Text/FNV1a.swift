/// The 64-bit FNV-1a hash (RFC 9923), for distinguishing texts and files; not secure against deliberate collisions.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64

    /// - Parameter start: The offset basis; a different one results in an independent hash.
    package init(start: UInt64 = 0xCBF2_9CE4_8422_2325) { value = start }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// A hash of 128 bits as 32 hexadecimal digits, made of two hashes with different bases.
    package static func wideText(of text: String) -> String {
        ([0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F] as [UInt64]).map { start in
            var hash = FNV1a(start: start)
            hash.append(text.utf8)
            return String(repeating: "0", count: 16 - hash.text.count) + hash.text
        }.joined()
    }

    /// The hash in hexadecimal, without leading zeros.
    package var text: String { String(value, radix: 16) }
}
