import Cards
import Foundation
import Support
import Synchronization
import Testing

@testable import CurlTransport

/// Which requests a policy denies and allows, against `openssl s_server` with a chain of three certificates.
@Suite(.timeLimit(.minutes(1)), .serialized) struct RequestPolicyTests {
    private static let certificates = Result { try TestCertificates() }

    private static let secret = "very-secret-token"

    private func driver(_ policy: RequestPolicy?) throws -> CurlDriver {
        CurlDriver(CurlConfiguration(authorityFile: try Self.certificates.get().path("ca.pem"), policy: policy))
    }

    /// Symbols: policy-pins, policy-pins-https
    private func pinned(_ names: [String]) throws -> RequestPolicy {
        let certificates = try Self.certificates.get()
        let pins = Set(try names.map { try CertificatePin(sha256: try certificates.pin($0)) })
        return RequestPolicy { _ in .allowPinned(pins) }
    }

    private func send(
        _ driver: CurlDriver, _ request: HTTPRequest
    ) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) { return .success(try await driver.send(request)) } catch { return .failure(error) }
    }

    private func isDenied(_ result: Result<HTTPResponse, TransportError>, _ part: String) -> Bool {
        if case .failure(.denied(let text)) = result { text.contains(part) } else { false }
    }

    /// Symbols: policy-pins
    @Test(arguments: ["chained", "intermediate", "ca"])
    func `the key of any certificate of the chain may be pinned`(name: String) async throws {
        let server = try Self.certificates.get().serve("chained", sending: ["intermediate"])
        defer { server.stop() }
        let result = await send(
            try driver(try pinned(["self-signed", name])), HTTPRequest(url: "https://localhost:\(server.port)/"))
        #expect(try result.get().status == 200)
    }

    @Test func `a chain without a pinned key is denied, and so is one with no pins at all`() async throws {
        let server = try Self.certificates.get().serve("chained", sending: ["intermediate"])
        defer { server.stop() }
        let request = HTTPRequest(url: "https://localhost:\(server.port)/")
        for names in [["good", "self-signed"], []] {
            #expect(isDenied(await send(try driver(try pinned(names)), request), "none of the keys pinned"))
        }
    }

    @Test func `a pinned certificate that is sent but not in the chain is not accepted`() async throws {
        let server = try Self.certificates.get().serve("chained", sending: ["intermediate", "self-signed", "good"])
        defer { server.stop() }
        let request = HTTPRequest(url: "https://localhost:\(server.port)/")
        let driver = try driver(try pinned(["self-signed", "good"]))
        #expect(isDenied(await send(driver, request), "none of the keys pinned"))
    }

    @Test(arguments: ["expired", "self-signed", "elsewhere"])
    func `a pin does not make an invalid certificate acceptable`(name: String) async throws {
        let server = try Self.certificates.get().serve(name)
        defer { server.stop() }
        let result = await send(
            try driver(try pinned([name, "ca"])), HTTPRequest(url: "https://localhost:\(server.port)/"))
        guard case .failure(.tls) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test func `nothing is sent to a server whose key is not pinned`() async throws {
        let server = try Self.certificates.get().serve("good", responding: .silence)
        let request = HTTPRequest(
            "POST", url: "https://localhost:\(server.port)/?q=\(Self.secret)",
            headers: [HTTPHeader("Authorization", "Bearer \(Self.secret)")], body: Array(Self.secret.utf8))
        #expect(isDenied(await send(try driver(try pinned(["chained"])), request), "none of the keys pinned"))
        server.waitForDisconnect()
        let received = server.received()
        #expect(received.contains("CIPHER is"), "there was no connection: \(received)")
        #expect(!received.contains(Self.secret) && !received.contains("POST"))
    }

    @Test func `a file is not sent to a server whose key is not pinned`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(Self.secret.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try Self.certificates.get().serve("good", responding: .silence)
        let form = HTTPForm(
            name: "file", filename: "a.txt", contentType: "text/plain", path: file.path, size: Self.secret.utf8.count)
        let request = HTTPRequest("POST", url: "https://localhost:\(server.port)/", form: form)
        #expect(isDenied(await send(try driver(try pinned(["chained"])), request), "none of the keys pinned"))
        server.waitForDisconnect()
        let received = server.received()
        #expect(received.contains("CIPHER is"))
        #expect(!received.contains(Self.secret))
    }

    @Test func `the policy is checked before the request, and again after the certificate is verified`() async throws {
        let server = try Self.certificates.get().serve("good")
        defer { server.stop() }
        let asked = Mutex<[OutgoingRequest]>([])
        let policy = RequestPolicy { request in
            asked.withLock { $0.append(request) }
            return request.stage == .beforeRequest ? .allow : .deny
        }
        let url = "https://localhost:\(server.port)/a?b"
        #expect(isDenied(await send(try driver(policy), HTTPRequest(url: url)), "denies localhost"))
        #expect(
            asked.withLock { $0 } == [
                OutgoingRequest(
                    kind: .http, stage: .beforeRequest, url: url, host: "localhost", port: server.port, isSecure: true),
                OutgoingRequest(
                    kind: .http, stage: .certificateValidation, url: url, host: "localhost", port: server.port,
                    isSecure: true),
            ])
    }

    /// Symbols: policy-decision
    @Test func `a request that is denied makes no connection`() async throws {
        let server = try ScriptServer { _ in }
        defer { server.stop() }
        let driver = CurlDriver(CurlConfiguration(policy: RequestPolicy { _ in .deny }))
        #expect(isDenied(await send(driver, HTTPRequest(url: server.http)), "denies 127.0.0.1"))
        await #expect(throws: TransportError.denied("the network policy denies 127.0.0.1")) {
            _ = try await driver.openWebSocket(WebSocketRequest(url: server.ws))
        }
        // The name is not even looked up.
        #expect(isDenied(await send(driver, HTTPRequest(url: "https://no-such-host.invalid/")), "denies no-such-host"))
        #expect(server.connectionCount == 0)
    }

    /// Symbols: policy-pins-https
    @Test func `pins need https, and a WebSocket cannot have them`() async throws {
        let server = try ScriptServer { _ in }
        defer { server.stop() }
        let driver = CurlDriver(CurlConfiguration(policy: try pinned(["good"])))
        #expect(isDenied(await send(driver, HTTPRequest(url: server.http)), "but pins need https"))
        let secure = try Self.certificates.get().serve("good")
        defer { secure.stop() }
        for url in [server.ws, "wss://localhost:\(secure.port)/"] {
            let host = try #require(ServerURL(url)?.host)
            await #expect(
                throws: TransportError.denied(
                    "the network policy has pins for \(host), but WebSockets do not support pins")
            ) {
                _ = try await driver.openWebSocket(WebSocketRequest(url: url))
            }
        }
        #expect(server.connectionCount == 0)
    }

    @Test func `the policy is checked again for the certificate of a WebSocket`() async throws {
        let server = try Self.certificates.get().serve("good", responding: .silence)
        let policy = RequestPolicy { $0.stage == .beforeRequest ? .allow : .deny }
        let request = WebSocketRequest(
            url: "wss://localhost:\(server.port)/", headers: [HTTPHeader("Authorization", "Bearer \(Self.secret)")])
        let driver = try driver(policy)
        await #expect(throws: TransportError.denied("the network policy denies localhost")) {
            _ = try await driver.openWebSocket(request)
        }
        server.waitForDisconnect()
        let received = server.received()
        #expect(received.contains("CIPHER is"))
        #expect(!received.contains(Self.secret))
    }

    @Test func `the policy is checked again for a reused connection`() async throws {
        let isDenying = Mutex(false)
        let policy = RequestPolicy { _ in isDenying.withLock { $0 } ? .deny : .allow }
        let driver = CurlDriver(CurlConfiguration(policy: policy))
        let plain = try ScriptServer { connection in
            while !connection.readHead().isEmpty { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
        defer { plain.stop() }
        #expect(try await driver.send(HTTPRequest(url: plain.http)).status == 200)
        isDenying.withLock { $0 = true }
        #expect(isDenied(await send(driver, HTTPRequest(url: plain.http)), "denies"))
        #expect(plain.connectionCount == 1)
    }

    @Test func `pins are checked on every connection, without session resumption, and on a reused one`() async throws {
        let names = Mutex("good")
        let pins = try ["good", "chained"].map { ($0, try CertificatePin(sha256: try Self.certificates.get().pin($0))) }
        let driver = try driver(
            RequestPolicy { _ in .allowPinned(Set(pins.filter { $0.0 == names.withLock { $0 } }.map(\.1))) })
        let closing = try Self.certificates.get().serve("good")
        defer { closing.stop() }
        for _ in 0..<3 {
            #expect(try await driver.send(HTTPRequest(url: "https://localhost:\(closing.port)/")).status == 200)
        }
        let keeping = try Self.certificates.get().serve("good", responding: .silence)
        defer { keeping.stop() }
        for path in ["/one", "/two"] {
            let request = HTTPRequest(url: "https://localhost:\(keeping.port)\(path)")
            async let answer = driver.send(request)
            keeping.wait(for: "GET \(path)")
            keeping.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            #expect(try await answer.status == 200)
        }
        names.withLock { $0 = "chained" }
        let last = HTTPRequest(url: "https://localhost:\(keeping.port)/three")
        #expect(isDenied(await send(driver, last), "none of the keys pinned"))
        let log = keeping.received()
        #expect(log.components(separatedBy: "CIPHER is").count == 2, "one connection was to be kept: \(log)")
        #expect(!log.contains("GET /three"))
    }

    /// The server that redirects has received the request.
    @Test func `a request that was redirected before it was denied may have arrived`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.send("HTTP/1.1 307 Elsewhere\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let driver = CurlDriver(
            CurlConfiguration(policy: RequestPolicy { $0.url.hasSuffix("/there") ? .deny : .allow }))
        let request = HTTPRequest("POST", url: server.http + "/act", body: Array("done".utf8))
        guard case .failure(.connection(let text)) = await send(driver, request) else {
            Issue.record("a request that was sent is told as one that was not")
            return
        }
        #expect(text.contains("denies"))
    }

    @Test func `the policy is checked before a redirect within the server is followed`() async throws {
        let server = try ScriptServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                connection.send(
                    head.contains("GET /there")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        func policy(_ decision: RequestDecision) -> CurlDriver {
            CurlDriver(
                CurlConfiguration(policy: RequestPolicy { $0.url.hasSuffix("/there") ? decision : .allow }))
        }
        #expect(try await policy(.allow).send(HTTPRequest(url: server.http)).status == 200)
        #expect(isDenied(await send(policy(.deny), HTTPRequest(url: server.http)), "denies"))
    }
}
