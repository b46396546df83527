import Foundation

/// A private authority and certificates of it, made with `openssl`: "good" for localhost, "elsewhere", "expired", and one
/// that is "self-signed".
package struct TestCertificates: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "curl-tls-\(UUID().uuidString)").path

    package func path(_ name: String) -> String { "\(directory)/\(name)" }

    package init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        try Self.openssl(
            [
                "req", "-x509", "-subj", "/CN=Test Authority", "-days", "2", "-keyout", path("ca.key"), "-out",
                path("ca.pem"),
            ]
                + key)
        try Self.openssl(
            [
                "req", "-x509", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2",
                "-keyout", path("self-signed.key"), "-out", path("self-signed.pem"),
            ] + key)
        for (name, host, days) in [
            ("good", "localhost", "2"), ("elsewhere", "elsewhere.test", "2"), ("expired", "localhost", "-1"),
        ] {
            try Self.openssl(
                ["req", "-subj", "/CN=\(host)", "-keyout", path("\(name).key"), "-out", path("\(name).csr")] + key)
            try "subjectAltName=DNS:\(host)".write(toFile: path("\(name).ext"), atomically: true, encoding: .utf8)
            try Self.openssl([
                "x509", "-req", "-in", path("\(name).csr"), "-CA", path("ca.pem"), "-CAkey", path("ca.key"),
                "-CAcreateserial",
                "-days", days, "-extfile", path("\(name).ext"), "-out", path("\(name).pem"),
            ])
        }
    }

    /// The SHA-256 of a certificate's public key, in base 64.
    package func pin(_ name: String) -> String {
        do {
            try Self.openssl(["x509", "-in", path("\(name).pem"), "-pubkey", "-noout", "-out", path("\(name).pub")])
            try Self.openssl([
                "pkey", "-pubin", "-in", path("\(name).pub"), "-outform", "der", "-out", path("\(name).der"),
            ])
            try Self.openssl(["dgst", "-sha256", "-binary", "-out", path("\(name).sha"), path("\(name).der")])
            return try Data(contentsOf: URL(fileURLWithPath: path("\(name).sha"))).base64EncodedString()
        } catch { return "\(error)" }
    }

    /// Starts a server and waits until it listens.
    ///
    /// - Parameter folder: Of the files it has; nil to answer every GET with a page.
    package func serve(_ name: String, folder: String? = nil) throws -> OpenSSLServer {
        try OpenSSLServer(certificate: path("\(name).pem"), key: path("\(name).key"), folder: folder)
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

/// `openssl s_server`.
package struct OpenSSLServer {
    package let port: Int
    private let process = Process()

    init(certificate: String, key: String, folder: String?) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "s_server", "-accept", "127.0.0.1:0", folder == nil ? "-www" : "-WWW", "-cert", certificate, "-key", key,
        ]
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It says "ACCEPT 127.0.0.1:PORT" once it listens.
        var text = ""
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }), text.hasSuffix("\n"),
                let colon = line.lastIndex(of: ":"), let number = Int(line[line.index(after: colon)...])
            {
                port = number
                return
            }
        }
        throw CocoaError(.executableLoad)
    }

    package func stop() { process.terminate() }
}
