/// Translates the messages of TLS libraries into plain words.
enum TLSErrorText {
    /// Parts of OpenSSL's and libcurl's messages with their meanings.
    private static let meanings = [
        ("certificate has expired", "the certificate has expired"),
        ("not yet valid", "the certificate is not valid yet: is this machine's clock right?"),
        ("self-signed certificate in certificate chain", "the certificate's authority is not trusted on this machine"),
        ("self signed certificate in certificate chain", "the certificate's authority is not trusted on this machine"),
        ("self-signed", "the certificate is self-signed"),
        ("self signed", "the certificate is self-signed"),
        ("unable to get local issuer", "the certificate's authority is not trusted on this machine"),
        ("subject name", "the certificate is for another host"),
        ("IP address mismatch", "the certificate is for another host"),
        ("certificate revoked", "the certificate has been revoked"),
        ("wrong version number", "the server does not use TLS at this address; try http:// instead of https://"),
    ]

    /// The message for a certificate with the host only in the subject's common name, which libcurl with OpenSSL would
    /// accept.
    static let noHost = "the certificate names no host: it has no subjectAltName with a host"

    /// - Parameter text: libcurl's message.
    static func of(_ text: String) -> String {
        let meaning = meanings.first { text.contains($0.0) }?.1
        return meaning ?? "the secure connection was refused: \(text)"
    }
}
