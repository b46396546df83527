import struct Foundation.Data

/// A public key that a server's certificate chain must hold: the SHA-256 of its SubjectPublicKeyInfo (RFC 7469, 2.4).
///
/// The key may be of any certificate of the chain that was found valid, the root included; pinning all roots of an
/// authority survives a server's new certificate.
public struct CertificatePin: Hashable, Sendable, CustomStringConvertible {
    /// 32 bytes.
    public let sha256: [UInt8]

    /// - Parameter base64: The hash in base 64, 44 characters; `sha256/` in front of it, as other tools write it, may stay.
    /// - Throws: ``RequestPolicyProblem/badPin(_:)`` for anything else.
    public init(sha256 base64: String) throws(RequestPolicyProblem) {
        let prefix = "sha256/"
        let text = base64.hasPrefix(prefix) ? String(base64.dropFirst(prefix.count)) : base64
        // Foundation lets more padding pass than there is to be.
        guard text.utf8.count == 44, let data = Data(base64Encoded: text), data.count == Self.size else {
            throw .badPin(base64)
        }
        sha256 = Array(data)
    }

    /// For a hash that is at hand as bytes; nil unless there are 32.
    public init?(sha256 bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        sha256 = bytes
    }

    /// Bytes of a SHA-256.
    package static let size = 32

    /// In base 64.
    public var description: String { Data(sha256).base64EncodedString() }
}
