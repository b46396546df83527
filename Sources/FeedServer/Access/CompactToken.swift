import Basics
import Cards

/// The three parts of a JSON Web Token in strict RFC 7515 compact serialization: base64url without padding and with
/// zero unused bits, so that every token has only one encoding.
struct CompactToken {
    let header: JSONObject
    let payload: JSONObject
    /// The signed bytes: the first two parts as received.
    let signingInput: ArraySlice<UInt8>
    let signature: [UInt8]

    /// Nil if the bytes are not a token: wrong parts, non-canonical encoding, or JSON that is not an object or repeats
    /// a member.
    init?(_ token: [UInt8]) {
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]),
            let signature = Base64.decodeURL(parts[2])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signingInput = token[..<parts[1].endIndex]
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        // The reason is not needed: the caller only reports that the bytes are not a token.
        guard let bytes = Base64.decodeURL(part), let json = try? JSONParser.parse(bytes) else { return nil }
        return json.object
    }
}
