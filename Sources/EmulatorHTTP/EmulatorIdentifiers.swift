/// Identifiers for sessions, messages, events and files.
package enum EmulatorIdentifiers {
    /// Returns a random UUID of version 4 in lower case.
    @Sendable package static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = ""
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text += "-" }
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        return text
    }
}
