/// The 64-bit FNV-1a hash (RFC 9923): tells differing texts and files apart, and is no defence against an attacker.
package struct FNV1a: Sendable {
    package private(set) var value: UInt64

    /// - Parameter start: another start makes another, independent hash.
    package init(start: UInt64 = 0xCBF2_9CE4_8422_2325) { value = start }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// In hexadecimal, without leading zeros.
    package var text: String { String(value, radix: 16) }
}
