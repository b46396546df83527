import Crypto
import CryptoExtras

/// The key that checks the signatures of tokens, by one of the algorithms of RFC 7518. It belongs to one algorithm: a
/// token cannot choose another one for it.
enum TokenKey: Sendable {
    case hs256(SymmetricKey)
    case rs256(_RSA.Signing.PublicKey)
    case rs512(_RSA.Signing.PublicKey)
    case es256(P256.Signing.PublicKey)

    /// The reason why a key cannot check signatures.
    struct Invalid: Error {
        var reason: String
    }

    private static let shortestSecret = 32

    /// - Throws: ``Invalid`` for a secret below 32 bytes (RFC 7518, 3.2), and for a key that is not PEM or not of the
    ///   algorithm.
    init(_ verification: ServerConfig.Verification) throws(Invalid) {
        if case .hs256(let secret) = verification {
            guard secret.utf8.count >= Self.shortestSecret else {
                throw Invalid(reason: "an HS256 secret needs at least \(Self.shortestSecret) bytes")
            }
            self = .hs256(Self.secret(secret))
            return
        }
        do {
            switch verification {
            case .hs256(let secret): self = .hs256(Self.secret(secret))
            case .rs256(let pem): self = .rs256(try _RSA.Signing.PublicKey(pemRepresentation: pem))
            case .rs512(let pem): self = .rs512(try _RSA.Signing.PublicKey(pemRepresentation: pem))
            case .es256(let pem): self = .es256(try P256.Signing.PublicKey(pemRepresentation: pem))
            }
        } catch {
            throw Invalid(
                reason: "expected a public key for \(verification.algorithm) in PEM format, beginning with "
                    + "-----BEGIN PUBLIC KEY-----")
        }
    }

    /// The key of an HS256 secret: its bytes in UTF-8.
    static func secret(_ text: String) -> SymmetricKey { SymmetricKey(data: Array(text.utf8)) }

    /// Whether a signature belongs to these bytes. One of another length or form does not.
    func isValid(_ signature: [UInt8], for input: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .hs256(let key):
            return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: input, using: key)
        case .rs256(let key):
            return Self.isValid(signature, for: SHA256.hash(data: input), key)
        case .rs512(let key):
            return Self.isValid(signature, for: SHA512.hash(data: input), key)
        case .es256(let key):
            // Both numbers one after the other, without a frame (RFC 7518, 3.4).
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: input)
        }
    }

    /// RS256 and RS512 are RSA with the padding of PKCS #1 v1.5 (RFC 7518, 3.3).
    private static func isValid(_ signature: [UInt8], for digest: some Digest, _ key: _RSA.Signing.PublicKey) -> Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
    }
}

extension ServerConfig.Verification {
    /// Why the key cannot check signatures; nil if it can.
    package var mistake: String? {
        do throws(TokenKey.Invalid) { _ = try TokenKey(self) } catch { return error.reason }
        return nil
    }
}
