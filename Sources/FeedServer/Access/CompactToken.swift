import Cards

/// The three parts of a JSON Web Token, by RFC 7515's compact serialization and nothing more lenient: base64url without
/// padding, without other characters and with the unused bits of the last one zero, so that a token has one spelling
/// only.
struct CompactToken {
    let header: JSONObject
    let payload: JSONObject
    /// What the signature signs: the first two parts as they came.
    let signingInput: ArraySlice<UInt8>
    let signature: [UInt8]

    /// Nil for what is no token: other parts, another spelling, or JSON that is no object or repeats a member.
    init?(_ token: [UInt8]) {
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let payload = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { return nil }
        self.header = header
        self.payload = payload
        self.signature = signature
        signingInput = token[..<parts[1].endIndex]
    }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        // The reason does not matter: the answer says that this is no token.
        guard let bytes = Base64URL.decode(part), let json = try? JSONParser.parse(bytes) else { return nil }
        return json.object
    }
}
