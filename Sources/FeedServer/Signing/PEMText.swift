import Basics
import Cards

/// Binary data as PEM (RFC 7468).
enum PEMText {
    /// One PEM block with a line feed at the end. The base64 text is not wrapped, because a key fits in one line.
    static func encode(_ der: [UInt8], label: String) -> String {
        "-----BEGIN \(label)-----\n\(Base64.text(der))\n-----END \(label)-----\n"
    }

    /// The data of the first block with this label; nil if there is none.
    static func decode(_ bytes: [UInt8], label: String) -> [UInt8]? {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let begin = lines.firstIndex(of: "-----BEGIN \(label)-----"),
            let end = lines[begin...].firstIndex(of: "-----END \(label)-----")
        else { return nil }
        return Base64.decode(Array(lines[(begin + 1)..<end].joined().utf8))
    }
}
