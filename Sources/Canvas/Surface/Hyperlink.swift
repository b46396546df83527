/// A link target in the only form that may be written into a terminal's hyperlink sequence.
///
/// A card must not be able to end the sequence early, or to make the terminal open anything but a web page or a mail.
/// Only `http`, `https` and `mailto` addresses of printable ASCII are accepted; all other characters are
/// percent-encoded, as in browsers (RFC 3986, section 2.1).
package struct Hyperlink: Hashable, Sendable {
    package let address: String

    /// The maximum length of an address, in bytes. VTE and iTerm2 ignore longer ones (the hyperlink specification,
    /// "Length limits").
    package static let limit = 2083

    /// Nil for addresses that must not be opened.
    package init?(_ address: String) {
        let scheme = address.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard Self.schemes.contains(where: { $0.utf8.elementsEqual(scheme.map { $0 | 0x20 }) }),
            scheme.endIndex < address.utf8.endIndex, address.utf8.count <= Self.limit
        else { return nil }
        var encoded: [UInt8] = []
        for byte in address.utf8 {
            if byte < 0x20 || byte == 0x7F { return nil }
            if byte > 0x20, byte < 0x7F {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        guard encoded.count <= Self.limit else { return nil }
        self.address = String(decoding: encoded, as: UTF8.self)
    }

    private static let schemes = ["http", "https", "mailto"]
    private static let digits = Array("0123456789ABCDEF".utf8)
}
