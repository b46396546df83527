import struct Foundation.Data

/// The hash of a public key that a server's certificate chain must contain: SHA-256 of its SubjectPublicKeyInfo (RFC
/// 7469, 2.4).
///
/// The key may belong to any certificate of the verified chain, including the root; pinning all roots of an authority
/// keeps working when the server's certificate is renewed.
public struct CertificatePin: Hashable, Sendable, CustomStringConvertible {
    /// The hash; 32 bytes.
    public let sha256: [UInt8]

    /// - Parameter base64: The hash in base64, 44 characters; a prefix `sha256/`, as written by other tools, is
    ///   accepted.
    /// - Throws: ``RequestPolicyProblem/badPin(_:)`` if the text is invalid.
    public init(sha256 base64: String) throws(RequestPolicyProblem) {
        let prefix = "sha256/"
        let text = base64.hasPrefix(prefix) ? String(base64.dropFirst(prefix.count)) : base64
        // Foundation accepts too much padding.
        guard text.utf8.count == 44, let data = Data(base64Encoded: text), data.count == Self.size else {
            throw .badPin(base64)
        }
        sha256 = Array(data)
    }

    /// Creates a pin from the bytes of a hash; nil unless there are 32.
    public init?(sha256 bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        sha256 = bytes
    }

    /// The number of bytes of a SHA-256 hash.
    package static let size = 32

    /// The hash in base64.
    public var description: String { Data(sha256).base64EncodedString() }
}
