import Crypto
import CryptoExtras

/// A key that verifies the signatures of tokens with one of the algorithms of RFC 7518. Each key belongs to one
/// algorithm, so that a token cannot select another algorithm for the key.
enum TokenKey: Sendable {
    case hs256(SymmetricKey)
    case rs256(_RSA.Signing.PublicKey)
    case rs512(_RSA.Signing.PublicKey)
    case es256(P256.Signing.PublicKey)

    /// The error for a key that cannot verify signatures.
    struct Invalid: Error {
        var reason: String
    }

    private static let shortestSecret = 32

    /// - Throws: ``Invalid`` for a secret shorter than 32 bytes (RFC 7518, 3.2), and for a key that is not PEM or does
    ///   not fit the algorithm.
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

    /// The symmetric key for an HS256 secret: the UTF-8 bytes of the text.
    static func secret(_ text: String) -> SymmetricKey { SymmetricKey(data: Array(text.utf8)) }

    /// Whether a signature is valid for these bytes. False for signatures with a wrong length or format.
    func isValid(_ signature: [UInt8], for input: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .hs256(let key):
            return HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: input, using: key)
        case .rs256(let key):
            return Self.isValid(signature, for: SHA256.hash(data: input), key)
        case .rs512(let key):
            return Self.isValid(signature, for: SHA512.hash(data: input), key)
        case .es256(let key):
            // The signature is both numbers concatenated, without ASN.1 encoding (RFC 7518, 3.4).
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
    /// Why the key cannot verify signatures; nil if it can.
    package var mistake: String? {
        do throws(TokenKey.Invalid) { _ = try TokenKey(self) } catch { return error.reason }
        return nil
    }
}
