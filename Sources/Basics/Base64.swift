/// Base64 (RFC 4648, section 4), padded. Used instead of Foundation's where loading Foundation would delay the first
/// frame.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The encoded bytes as text.
    package static func text(_ bytes: [UInt8]) -> String { String(decoding: encode(bytes), as: UTF8.self) }

    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let count = (bytes.count + 2) / 3 * 4
        return [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
            alphabet.withUnsafeBufferPointer { alphabet in
                var target = 0
                for start in stride(from: 0, to: bytes.count, by: 3) {
                    let present = min(3, bytes.count - start)
                    var bits = UInt32(bytes[start]) << 16
                    if present > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
                    if present > 2 { bits |= UInt32(bytes[start + 2]) }
                    for place in 0..<4 {
                        output[target] =
                            place <= present ? alphabet[Int(bits >> (18 - 6 * UInt32(place)) & 63)] : 0x3D
                        target += 1
                    }
                }
            }
            initialized = count
        }
    }
}

extension Base64 {
    /// The form for URLs and tokens (RFC 4648, section 5), without padding.
    package static func urlText(_ bytes: [UInt8]) -> String {
        String(
            decoding: encode(bytes).lazy.filter { $0 != 0x3D }.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }, as: UTF8.self)
    }
}
