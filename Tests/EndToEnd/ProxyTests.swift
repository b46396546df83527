import Foundation
import Support
import Testing

/// Two servers behind nginx with TLS, using the configuration that ships with the program.
@Suite(.serialized, .enabled(if: Nginx.isAvailable, "nginx, openssl or curl is missing (apt install nginx-light)"))
struct ProxyTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `too many invitation codes are refused as such`() throws {
        let server = try Server(directory: directory.url.appending(path: "first"))
        let nginx = try Nginx(directory: directory.url, ports: [server.port, server.port])
        let answers = try (0..<13).map { _ in
            try nginx.get(
                "/v1/invitations/exchange", headers: ["Content-Type: application/json"],
                body: "{\"code\":\"\(String(repeating: "A", count: 26))\"}")
        }
        #expect(answers[0].hasPrefix("HTTP/1.1 4") && !answers[0].hasPrefix("HTTP/1.1 429"), "\(answers[0])")
        #expect(answers.last?.hasPrefix("HTTP/1.1 429") == true, "\(answers.last ?? "")")
        #expect(!answers.contains { $0.hasPrefix("HTTP/1.1 503") })
    }

    @Test func `requests and viewers go to another server when one stops`() throws {
        let first = try Server(directory: directory.url.appending(path: "first"))
        let second = try Server(directory: directory.url.appending(path: "second"))
        let nginx = try Nginx(directory: directory.url, ports: [first.port, second.port])
        for _ in 0..<4 { #expect(try nginx.get("/v1/health/ready").hasPrefix("HTTP/1.1 200")) }
        let answer = try nginx.get("/v1/health").lowercased()
        #expect(answer.contains("\nx-request-id: ") && answer.contains("\"protocol\":1"))
        #expect(try nginx.get("/metrics").hasPrefix("HTTP/1.1 404"))
        first.stop()
        for _ in 0..<4 { #expect(try nginx.get("/v1/health/ready").hasPrefix("HTTP/1.1 200")) }
        func secret(_ name: String) throws -> String {
            try String(contentsOf: second.directory.appending(path: name), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let upgraded = try nginx.get(
            "/v1/socket",
            headers: [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Cardstream-Environment: development",
                "Cardstream-Key: \(try secret("viewer.key"))", "Authorization: Bearer \(try secret("token"))",
            ])
        #expect(upgraded.hasPrefix("HTTP/1.1 101") && upgraded.contains("\"hello\""), "\(upgraded)")
    }
}
