import Foundation

/// Certificates made with `openssl`. A private authority, "ca", issues "good" for localhost, "elsewhere", "expired",
/// "common-name" and "other-names", which name localhost only in their subject, and an "intermediate" authority, which
/// issues "chained". The certificate "self-signed" is its own issuer.
package struct TestCertificates: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "curl-tls-\(UUID().uuidString)").path

    package func path(_ name: String) -> String { "\(directory)/\(name)" }

    package init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Self.openssl(
            ["req", "-x509", "-subj", "/CN=Test Authority", "-days", "2"] + Self.newKey(path("ca.key"), path("ca.pem")))
        try Self.openssl(
            ["req", "-x509", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
                + Self.newKey(path("self-signed.key"), path("self-signed.pem")))
        for (name, host, days) in [
            ("good", "localhost", "2"), ("elsewhere", "elsewhere.test", "2"), ("expired", "localhost", "-1"),
        ] {
            try issue(name, "subjectAltName=DNS:\(host)", days: days, by: "ca")
        }
        // OpenSSL 3 gives a certificate without extensions version 1; these extensions are harmless.
        try issue("common-name", "keyUsage=digitalSignature", subject: "localhost", by: "ca")
        try issue("other-names", "subjectAltName=email:a@localhost", subject: "localhost", by: "ca")
        try issue("intermediate", "basicConstraints=critical,CA:TRUE,pathlen:0", by: "ca")
        try issue("chained", "subjectAltName=DNS:localhost", by: "intermediate")
    }

    private static func newKey(_ key: String, _ output: String) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", output]
    }

    private func issue(
        _ name: String, _ extensions: String, subject: String? = nil, days: String = "2", by issuer: String
    ) throws {
        try Self.openssl(
            ["req", "-subj", "/CN=\(subject ?? name)"] + Self.newKey(path("\(name).key"), path("\(name).csr")))
        try extensions.write(toFile: path("\(name).ext"), atomically: true, encoding: .utf8)
        try Self.openssl([
            "x509", "-req", "-in", path("\(name).csr"), "-CA", path("\(issuer).pem"), "-CAkey", path("\(issuer).key"),
            "-CAcreateserial", "-days", days, "-extfile", path("\(name).ext"), "-out", path("\(name).pem"),
        ])
    }

    /// The SHA-256 hash of a certificate's public key, in base 64.
    package func pin(_ name: String) throws -> String {
        try Self.openssl(["x509", "-in", path("\(name).pem"), "-pubkey", "-noout", "-out", path("\(name).pub")])
        try Self.openssl([
            "pkey", "-pubin", "-in", path("\(name).pub"), "-outform", "der", "-out", path("\(name).der"),
        ])
        try Self.openssl(["dgst", "-sha256", "-binary", "-out", path("\(name).sha"), path("\(name).der")])
        return try Data(contentsOf: URL(fileURLWithPath: path("\(name).sha"))).base64EncodedString()
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameters:
    ///   - others: Certificates that the server sends after its own, such as the intermediate one.
    ///   - mode: How the server responds to input.
    package func serve(
        _ name: String, sending others: [String] = [], responding mode: OpenSSLServer.ResponseMode = .page
    ) throws -> OpenSSLServer {
        var chain: [String] = []
        if !others.isEmpty {
            let file = path("\(UUID().uuidString).chain")
            let text = try others.map { try String(contentsOfFile: path("\($0).pem"), encoding: .utf8) }.joined()
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            chain = ["-cert_chain", file]
        }
        return try OpenSSLServer(
            arguments: ["-cert", path("\(name).pem"), "-key", path("\(name).key")] + chain, mode: mode)
    }

    @discardableResult
    private static func openssl(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return process
    }
}
