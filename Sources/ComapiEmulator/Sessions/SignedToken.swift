import Basics
import Cards
import Crypto

/// A JSON Web Token with an HS256 signature (RFC 7515, compact serialization).
struct SignedToken {
    let header: JSONObject
    let claims: JSONObject
    /// The signed bytes: the first two parts of the token, as received.
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// Reads a token; nil if the string is not one.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64.decodeURL(parts[2].utf8)
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether the token uses HS256 and was signed with this secret.
    func isSigned(with secret: String) -> Bool {
        guard header["alg"] == "HS256" else { return false }
        let key = SymmetricKey(data: Array(secret.utf8))
        return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: signed, using: key)
    }

    /// Signs a token with these claims.
    static func sign(_ claims: JSONObject, secret: String) -> String {
        let header: JSONValue = ["typ": "JWT", "alg": "HS256"]
        let signed =
            Base64.urlText(header.encoded()) + "." + Base64.urlText(JSONValue.object(claims).encoded())
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(signed.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        return signed + "." + Base64.urlText(Array(code))
    }

    private static func object(_ part: Substring) -> JSONObject? {
        // The reason is not needed: a malformed token is refused like any other invalid one.
        guard let bytes = Base64.decodeURL(part.utf8), let json = try? JSONParser.parse(bytes) else { return nil }
        return json.object
    }
}
