import Basics
import Cards
import Crypto
import FeedAPI
import FeedStorage
import Glibc

/// The Ed25519 key with which a server signs the results of asks.
package struct SigningKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey
    package let publicKey: PublicSigningKey

    package static let fileName = "signing-key.pem"
    /// The bytes before the 32 bytes of the key in PKCS #8 (RFC 8410).
    private static let head: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    private init(_ key: Curve25519.Signing.PrivateKey) {
        self.key = key
        publicKey = PublicSigningKey(Array(key.publicKey.rawRepresentation))
    }

    /// A new random key that exists only in memory.
    package static func ephemeral() -> SigningKey { SigningKey(Curve25519.Signing.PrivateKey()) }

    /// Signs a payload as a JSON Web Signature (RFC 7515) in compact serialization.
    ///
    /// - Returns: The signature; nil if the cryptographic library fails.
    package func sign(_ payload: [UInt8]) -> String? {
        let header = #"{"alg":"EdDSA","kid":"\#(publicKey.id)","typ":"cardstream-ask+jws"}"#
        let input = Base64.urlText(Array(header.utf8)) + "." + Base64.urlText(payload)
        guard let signature = try? key.signature(for: Array(input.utf8)) else { return nil }
        return input + "." + Base64.urlText(Array(signature))
    }

    /// Loads the key of a data directory.
    ///
    /// - Parameter makes: Whether to create a key with mode 0600 if there is none.
    /// - Throws: ``FeedServerError/exposedKeys(path:)`` if others can read the file,
    ///   ``FeedServerError/badSigningKey(path:)``, or ``FeedServerError/storage(_:)``.
    package static func load(from directory: String, makes: Bool = true) throws(FeedServerError) -> SigningKey {
        let path = directory + "/" + fileName
        if makes, access(path, F_OK) != 0 { try make(at: path) }
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(errno)))) }
        defer { close(file) }
        guard let status = FileStatus(descriptor: file), status.permissions & 0o077 == 0 else {
            throw .exposedKeys(path: path)
        }
        let bytes: [UInt8]
        do throws(FileReading.Failure) { bytes = try FileReading.read(file, atMost: 4096) } catch {
            guard error.code != 0 else { throw .badSigningKey(path: path) }
            throw .storage(.unusable(path: path, reason: String(cString: strerror(error.code))))
        }
        // Everything that is not a key has the same remedy, which the error says.
        guard let der = PEMText.decode(bytes, label: "PRIVATE KEY"), der.count == head.count + 32,
            der.starts(with: head),
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: der.dropFirst(head.count))
        else { throw .badSigningKey(path: path) }
        return SigningKey(key)
    }

    /// Writes a new key, unless another process has already done so. Creates the file atomically.
    private static func make(at path: String) throws(FeedServerError) {
        let new = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max))"
        let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(errno)))) }
        defer {
            close(file)
            unlink(new)
        }
        let key = Curve25519.Signing.PrivateKey()
        let bytes = Array(PEMText.encode(head + Array(key.rawRepresentation), label: "PRIVATE KEY").utf8)
        var code = FileWriting.writeAll(bytes, to: file)
        if code == 0, fsync(file) != 0 || (link(new, path) != 0 && errno != EEXIST) { code = errno }
        guard code == 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(code)))) }
        code = DataDirectory.sync(String(path.dropLast(Self.fileName.utf8.count + 1)))
        guard code == 0 else { throw .storage(.unusable(path: path, reason: String(cString: strerror(code)))) }
    }
}
