import Cards
import Foundation
import Support
import Testing

@testable import CurlTransport

/// Against `openssl s_server`, with certificates that are generated for these tests.
@Suite(.timeLimit(.minutes(1)), .serialized) struct TLSTests {
    /// A directory with a private certificate authority and its certificates, generated once.
    private static let certificates = Result { try TestCertificates() }

    private func attempt(
        _ certificate: String, host: String = "localhost", _ configuration: (TestCertificates) -> CurlConfiguration
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

    @Test func `a private authority is trusted if configured`() async throws {
        let result = try await attempt("good") { CurlConfiguration(authorityFile: $0.path("ca.pem")) }
        #expect(try result.get().status == 200)
    }

    @Test(arguments: ["self-signed", "good"])
    func `a certificate of an unknown authority is refused`(certificate: String) async throws {
        #expect(isTLSFailure(try await attempt(certificate) { _ in CurlConfiguration() }))
    }

    @Test func `a certificate for another host is refused`() async throws {
        let named: (TestCertificates) -> CurlConfiguration = { CurlConfiguration(authorityFile: $0.path("ca.pem")) }
        #expect(try await attempt("elsewhere", named) == .failure(.tls("the certificate is for another host")))
        #expect(isTLSFailure(try await attempt("good", host: "127.0.0.1", named)))
    }

    @Test(arguments: ["common-name", "other-names"])
    func `a certificate that names its host by its common name alone is refused`(certificate: String) async throws {
        let result = try await attempt(certificate) { CurlConfiguration(authorityFile: $0.path("ca.pem")) }
        #expect(
            result
                == .failure(
                    .tls(
                        "the certificate names no host: it has no subjectAltName with a host")
                ))
    }

    @Test func `nothing is sent to a server without a valid host name, nor over a WebSocket`() async throws {
        let certificates = try Self.certificates.get()
        let server = try certificates.serve("common-name", responding: .silence)
        let driver = CurlDriver(CurlConfiguration(authorityFile: certificates.path("ca.pem")))
        let address = "localhost:\(server.port)/never-sent"
        await #expect(throws: TransportError.self) {
            try await driver.send(HTTPRequest("POST", url: "https://\(address)", body: Array("never-sent".utf8)))
        }
        await #expect(throws: TransportError.self) {
            _ = try await driver.openWebSocket(WebSocketRequest(url: "wss://\(address)"))
        }
        #expect(!server.received().contains("never-sent"))
    }

    @Test func `an expired certificate is refused`() async throws {
        let result = try await attempt("expired") { CurlConfiguration(authorityFile: $0.path("ca.pem")) }
        #expect(result == .failure(.tls("the certificate has expired")))
    }

    @Test func `a missing authority file is an error`() async throws {
        #expect(isTLSFailure(try await attempt("good") { CurlConfiguration(authorityFile: $0.path("none.pem")) }))
    }

    @Test func `a connection is reused only with the same authorities`() async throws {
        let certificates = try Self.certificates.get()
        let server = try certificates.serve("good", responding: .silence)
        defer { server.stop() }
        let base = "https://localhost:\(server.port)"
        let trusting = (0..<2).map { _ in CurlDriver(CurlConfiguration(authorityFile: certificates.path("ca.pem"))) }
        for (path, driver) in zip(["/one", "/two"], trusting) {
            let request = HTTPRequest(url: base + path)
            async let answer = driver.send(request)
            server.wait(for: "GET \(path)")
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            #expect(try await answer.status == 200)
        }
        // The server handles one connection at a time, so another one gets no response.
        let request = HTTPRequest(url: base + "/three", limits: HTTPLimits(connectTimeout: .milliseconds(300)))
        let policy = RequestPolicy { _ in .allow }
        for configuration in [
            CurlConfiguration(), CurlConfiguration(authorityFile: certificates.path("ca.pem"), policy: policy),
        ] {
            await #expect(throws: TransportError.self) { try await CurlDriver(configuration).send(request) }
        }
        let log = server.received()
        #expect(log.components(separatedBy: "CIPHER is").count == 2 && !log.contains("GET /three"), "\(log)")
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
            // TLS succeeded: the test server has responded over it, but does not support WebSocket.
            guard case .upgradeRefused(let response) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(response.status == 200)
        }
    }
}
