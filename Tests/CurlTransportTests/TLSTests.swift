import Foundation
import Testing

@testable import CurlTransport

/// Against `openssl s_server`, with certificates made for the occasion.
@Suite(.timeLimit(.minutes(1)), .serialized) struct TLSTests {
    /// A directory with a private authority and certificates of it, made once.
    private static let certificates = Result { try Certificates() }

    private func attempt(
        _ certificate: String, host: String = "localhost", _ configuration: (Certificates) -> CurlConfiguration
    ) async throws -> Result<HTTPResponse, TransportError> {
        let certificates = try Self.certificates.get()
        let server = try certificates.serve(certificate)
        defer { server.stop() }
        let driver = CurlDriver(configuration(certificates))
        do throws(TransportError) {
            return .success(try await driver.send(HTTPRequest(url: "https://\(host):\(server.port)/")))
        } catch { return .failure(error) }
    }

    private func isTLSFailure(_ result: Result<HTTPResponse, TransportError>) -> Bool {
        if case .failure(.tls(let text)) = result { !text.isEmpty } else { false }
    }

    @Test func `a private authority is trusted when named`() async throws {
        let result = try await attempt("good") { CurlConfiguration(authorityFile: $0.path("ca.pem")) }
        #expect(try result.get().status == 200)
    }

    @Test(arguments: ["self-signed", "good"])
    func `a certificate of nobody we know is refused`(certificate: String) async throws {
        #expect(isTLSFailure(try await attempt(certificate) { _ in CurlConfiguration() }))
    }

    @Test func `a certificate for another host is refused`() async throws {
        let named: (Certificates) -> CurlConfiguration = { CurlConfiguration(authorityFile: $0.path("ca.pem")) }
        #expect(isTLSFailure(try await attempt("elsewhere", named)))
        #expect(isTLSFailure(try await attempt("good", host: "127.0.0.1", named)))
    }

    @Test func `an expired certificate is refused`() async throws {
        #expect(isTLSFailure(try await attempt("expired") { CurlConfiguration(authorityFile: $0.path("ca.pem")) }))
    }

    @Test func `a pin is demanded in addition to a valid certificate, never instead`() async throws {
        let spare = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let right = try await attempt("good") {
            CurlConfiguration(authorityFile: $0.path("ca.pem"), pins: [spare, $0.pin("good")])
        }
        #expect(try right.get().status == 200)
        #expect(
            isTLSFailure(
                try await attempt("good") { CurlConfiguration(authorityFile: $0.path("ca.pem"), pins: [spare]) }))
        #expect(isTLSFailure(try await attempt("good") { CurlConfiguration(pins: [$0.pin("good")]) }))
    }

    @Test func `an authority file that is not there is an error, not a way around`() async throws {
        #expect(isTLSFailure(try await attempt("good") { CurlConfiguration(authorityFile: $0.path("none.pem")) }))
    }

    @Test func `the WebSocket verifies its server too`() async throws {
        let certificates = try Self.certificates.get()
        let server = try certificates.serve("self-signed")
        defer { server.stop() }
        do throws(TransportError) {
            _ = try await CurlDriver().openWebSocket(WebSocketRequest(url: "wss://localhost:\(server.port)/"))
            Issue.record("opened")
        } catch {
            guard case .tls = error else {
                Issue.record("\(error)")
                return
            }
        }
        let good = try certificates.serve("good")
        defer { good.stop() }
        let driver = CurlDriver(CurlConfiguration(authorityFile: certificates.path("ca.pem")))
        do throws(TransportError) {
            _ = try await driver.openWebSocket(WebSocketRequest(url: "wss://localhost:\(good.port)/"))
            Issue.record("opened")
        } catch {
            // TLS held: the test server answered over it, but knows no WebSocket.
            guard case .upgradeRefused(let response) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(response.status == 200)
        }
    }
}

private struct Certificates: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "curl-tls-\(UUID().uuidString)").path

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    init() throws {
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
    func pin(_ name: String) -> String {
        do {
            try Self.openssl(["x509", "-in", path("\(name).pem"), "-pubkey", "-noout", "-out", path("\(name).pub")])
            try Self.openssl([
                "pkey", "-pubin", "-in", path("\(name).pub"), "-outform", "der", "-out", path("\(name).der"),
            ])
            try Self.openssl(["dgst", "-sha256", "-binary", "-out", path("\(name).sha"), path("\(name).der")])
            return try Data(contentsOf: URL(fileURLWithPath: path("\(name).sha"))).base64EncodedString()
        } catch { return "\(error)" }
    }

    /// Starts a server that answers every GET with a page, and waits until it listens.
    func serve(_ name: String) throws -> OpenSSLServer {
        try OpenSSLServer(certificate: path("\(name).pem"), key: path("\(name).key"))
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

private struct OpenSSLServer {
    let port: Int
    private let process = Process()

    init(certificate: String, key: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-www", "-cert", certificate, "-key", key]
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

    func stop() { process.terminate() }
}
