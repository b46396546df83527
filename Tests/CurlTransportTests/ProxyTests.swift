import Cards
import Foundation
import Support
import Synchronization
import Testing

@testable import CurlTransport

/// Requests through a small proxy that supports CONNECT, configured by environment variables as users do.
@Suite(.timeLimit(.minutes(1)), .serialized) struct ProxyTests {
    private static let certificates = Result { try TestCertificates() }
    private static let secret = "very-secret-token"

    /// Runs a test with a proxy, and returns the heads of the requests that the proxy received.
    private func withProxy(
        _ variables: [String: String] = [:], refusing status: String? = nil, userInfo: String = "",
        _ body: (CurlDriver, OpenSSLServer) async throws -> Void
    ) async throws -> [String] {
        let heads = Mutex<[String]>([])
        let proxy = try ScriptServer { connection in
            let head = connection.readHead()
            heads.withLock { $0.append(head) }
            if let status { return connection.answer(status) }
            guard head.hasPrefix("CONNECT localhost:"), let port = head.dropFirst(18).split(separator: " ").first,
                let upstream = ScriptConnection(port: UInt16(port) ?? 0)
            else { return connection.answer("400 Bad Request") }
            connection.send("HTTP/1.1 200 Connection established\r\n\r\n")
            connection.join(upstream)
        }
        defer { proxy.stop() }
        let certificates = try Self.certificates.get()
        let server = try certificates.serve("good")
        defer { server.stop() }
        var all = variables
        all["HTTPS_PROXY"] = "http://\(userInfo)127.0.0.1:\(proxy.port)"
        for (name, value) in all { setenv(name, value, 1) }
        defer { for name in all.keys { unsetenv(name) } }
        try await body(CurlDriver(CurlConfiguration(authorityFile: certificates.path("ca.pem"))), server)
        return heads.withLock { $0 }
    }

    private func request(_ server: OpenSSLServer) -> HTTPRequest {
        HTTPRequest(
            url: "https://localhost:\(server.port)/", headers: [HTTPHeader("Authorization", "Bearer \(Self.secret)")])
    }

    @Test func `https goes through HTTPS_PROXY, which learns the host and nothing else`() async throws {
        let heads = try await withProxy { driver, server in
            let status = try await driver.send(request(server)).status
            #expect(status == 200)
        }
        #expect(heads.count == 1)
        #expect(heads.allSatisfy { $0.hasPrefix("CONNECT localhost:") && !$0.contains(Self.secret) })
    }

    @Test(arguments: ["localhost", "other.test,localhost", "*"])
    func `hosts in NO_PROXY are reached directly`(names: String) async throws {
        let heads = try await withProxy(["NO_PROXY": names]) { driver, server in
            let status = try await driver.send(request(server)).status
            #expect(status == 200)
        }
        #expect(heads.isEmpty)
    }

    @Test func `a WebSocket uses the proxy as well`() async throws {
        let heads = try await withProxy { driver, server in
            do throws(TransportError) {
                _ = try await driver.openWebSocket(WebSocketRequest(url: "wss://localhost:\(server.port)/"))
                Issue.record("opened")
            } catch {
                // The request reached the test server, which does not support WebSocket.
                guard case .upgradeRefused = error else { throw error }
            }
        }
        #expect(heads.count == 1)
        #expect(heads.first?.hasPrefix("CONNECT localhost:") == true)
    }

    @Test func `the network policy applies to the server, and pins are checked behind the proxy`() async throws {
        let certificates = try Self.certificates.get()
        let hosts = Mutex<Set<String>>([])
        let right = try CertificatePin(sha256: certificates.pin("good"))
        let wrong = try CertificatePin(sha256: certificates.pin("chained"))
        let heads = try await withProxy { _, server in
            for (pin, isAllowed) in [(right, true), (wrong, false)] {
                let policy = RequestPolicy { request in
                    hosts.withLock { _ = $0.insert(request.host) }
                    return .allowPinned([pin])
                }
                let driver = CurlDriver(CurlConfiguration(authorityFile: certificates.path("ca.pem"), policy: policy))
                do throws(TransportError) {
                    let status = try await driver.send(request(server)).status
                    #expect(isAllowed && status == 200)
                } catch {
                    guard !isAllowed, case .denied = error else { throw error }
                }
            }
        }
        #expect(heads.count == 2)
        #expect(hosts.withLock { $0 } == ["localhost"])
    }

    @Test func `a proxy that refuses is reported without its password`() async throws {
        _ = try await withProxy(refusing: "407 Proxy Authentication Required", userInfo: "ana:\(Self.secret)@") {
            driver, server in
            do throws(TransportError) {
                _ = try await driver.send(request(server))
                Issue.record("sent")
            } catch {
                #expect("\(error)".contains("407"), "\(error)")
                #expect(!"\(error)".contains(Self.secret), "\(error)")
            }
        }
    }
}
