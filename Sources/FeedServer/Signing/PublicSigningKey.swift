import Basics
package import Cards
import Crypto

/// The public half of a ``SigningKey``, which verifies signatures.
package struct PublicSigningKey: Hashable, Sendable {
    /// The 32 bytes of the key.
    private let bytes: [UInt8]

    /// The bytes before the key in the DER encoding of a public key (RFC 8410).
    private static let head: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The id of the key in signatures: its thumbprint (RFC 7638).
    package var id: String {
        Base64.urlText(Array(SHA256.hash(data: CanonicalJSON.bytes(.object(required)))))
    }

    private var required: JSONObject {
        ["crv": "Ed25519", "kty": "OKP", "x": .string(Base64.urlText(bytes))]
    }

    /// The key as a JSON Web Key (RFC 8037).
    package var jwk: JSONValue {
        var object = required
        object["kid"] = .string(id)
        object["alg"] = "EdDSA"
        object["use"] = "sig"
        return .object(object)
    }

    /// The key in PEM format, with a line feed at the end.
    package var pem: String { PEMText.encode(Self.head + bytes, label: "PUBLIC KEY") }

    /// Whether a signature of `message` was made with this key.
    func isValid(_ signature: [UInt8], of message: some Sequence<UInt8>) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
        return key.isValidSignature(signature, for: Array(message))
    }

    // MARK: Reading

    /// A set of keys in the format of the response to `GET /v1/keys`: `{"keys":[…]}`.
    package static func set(_ keys: [PublicSigningKey]) -> [UInt8] {
        JSONValue.object(["keys": .array(keys.map(\.jwk))]).encoded()
    }

    /// Reads keys from PEM, a JSON Web Key, or a set of JSON Web Keys. Keys of other types are ignored.
    package static func parse(_ bytes: [UInt8]) -> [PublicSigningKey] {
        if let der = PEMText.decode(bytes, label: "PUBLIC KEY") {
            guard der.count == head.count + 32, der.starts(with: head) else { return [] }
            return [PublicSigningKey(Array(der.dropFirst(head.count)))]
        }
        // Text that is not JSON has no keys, which the caller reports.
        guard let json = try? JSONParser.parse(bytes) else { return [] }
        return (json["keys"]?.array ?? [json]).compactMap(PublicSigningKey.init(jwk:))
    }

    private init?(jwk: JSONValue) {
        guard jwk["kty"]?.string == "OKP", jwk["crv"]?.string == "Ed25519",
            let bytes = jwk["x"]?.string.flatMap({ Base64.decodeURL(Array($0.utf8)) }), bytes.count == 32
        else { return nil }
        self.bytes = bytes
    }
}
