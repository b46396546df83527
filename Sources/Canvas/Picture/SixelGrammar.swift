/// The grammar of a sixel picture (DEC STD 070, VT330/340 Programmer Reference, chapter 14).
///
/// Sixels are the only bytes of a card that reach the terminal unchanged, so no byte outside the grammar may pass.
package enum SixelGrammar {
    /// Whether `bytes` are one sixel sequence and nothing else: `ESC P parameters q data ESC \`.
    package static func accepts(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 5, bytes.starts(with: [0x1B, 0x50]), bytes.suffix(2) == [0x1B, 0x5C] else { return false }
        let body = bytes[2..<bytes.count - 2]
        guard let start = body.firstIndex(where: { !isParameter($0) }), body[start] == 0x71 else { return false }
        return body[(start + 1)...].allSatisfy(isData)
    }

    private static func isParameter(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == 0x3B }

    /// A sixel, a digit or `;`, repeat `!`, raster `"`, colour `#`, carriage return `$`, new line `-`.
    private static func isData(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x3F...0x7E, 0x21, 0x22, 0x23, 0x24, 0x2D: true
        default: isParameter(byte)
        }
    }
}
