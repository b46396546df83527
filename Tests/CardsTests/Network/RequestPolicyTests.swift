import Testing

@testable import Cards

struct RequestPolicyTests {
    private static let hash = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    private func request(
        _ host: String, _ kind: OutgoingRequest.Kind = .http, isSecure: Bool = true
    ) -> OutgoingRequest {
        OutgoingRequest(
            kind: kind, stage: .beforeRequest, url: "https://\(host)/", host: host, port: 443, isSecure: isSecure)
    }

    @Test(arguments: [
        ("cards.example.com", "cards.example.com", true), ("cards.example.com", "CARDS.example.com.", true),
        ("Cards.Example.com", "cards.example.com", true), ("cards.example.com", "x.cards.example.com", false),
        ("*.example.com", "cards.example.com", true), ("*.example.com", "a.b.example.com", true),
        ("*.example.com", "example.com", false), ("*.example.com", "badexample.com", false),
        ("*.example.com", "example.com.evil.test", false), ("*", "anything", true), ("*", "[::1]", true),
        ("127.0.0.1", "127.0.0.1", true), ("[::1]", "[::1]", true), ("my_host-1", "my_host-1", true),
    ])
    func `a pattern names hosts, not ends of names`(pattern: String, host: String, matches: Bool) throws {
        #expect(try HostPattern(pattern).matches(host) == matches)
    }

    @Test(arguments: [
        "", ".", "*.", "**", "a.*", "*.*.com", "https://example.com", "example.com:443", "exa mple.com", "a..b", "::1",
        "[]", "*.[::1]", "bücher.example", "a/b", "\u{1B}[2J", String(repeating: "a", count: 64),
    ])
    func `an invalid host is refused with a message without control characters`(text: String) throws {
        let problem = try #require(throws: RequestPolicyProblem.self) { try HostPattern(text) }
        #expect(problem.description.contains("expected \"cards.example.com\""))
        #expect(!problem.description.unicodeScalars.contains("\u{1B}"))
    }

    @Test func `a pin is the base 64 of 32 bytes`() throws {
        let pin = try CertificatePin(sha256: Self.hash)
        #expect(pin.sha256.count == 32)
        #expect(pin.description == Self.hash)
        #expect(try CertificatePin(sha256: "sha256/\(Self.hash)") == pin)
        #expect(CertificatePin(sha256: pin.sha256) == pin)
        #expect(CertificatePin(sha256: [1, 2, 3]) == nil)
    }

    @Test(arguments: ["", "AAAA", String(hash.dropLast()), hash + "=", hash + hash, "sha1/" + hash, " " + hash])
    func `any other text is not a pin`(text: String) {
        #expect(throws: RequestPolicyProblem.badPin(text)) { try CertificatePin(sha256: text) }
    }

    @Test func `the first matching rule decides, and other hosts are allowed`() throws {
        let rules = [
            RequestRule(host: try HostPattern("a.example.com"), .allow),
            RequestRule(host: try HostPattern("*.example.com"), .deny),
            RequestRule(host: try HostPattern("a.example.com"), .deny),
        ]
        let policy = RequestPolicy(rules)
        #expect(policy.decision(for: request("a.example.com")) == .allow)
        #expect(policy.decision(for: request("b.example.com")) == .deny)
        #expect(policy.decision(for: request("other.test")) == .allow)
        let strict = RequestPolicy(rules + [RequestRule(host: try HostPattern("*"), .deny)])
        #expect(strict.decision(for: request("other.test")) == .deny)
    }

    @Test func `pins are for HTTPS only`() throws {
        let pins: Set = [try CertificatePin(sha256: Self.hash)]
        let policy = RequestPolicy { _ in .allowPinned(pins) }
        #expect(policy.verdict(on: request("a.test")) == .check(pins))
        #expect(
            policy.verdict(on: request("a.test", isSecure: false))
                == .deny("the network policy has pins for a.test, but pins need https"))
        #expect(
            policy.verdict(on: request("a.test", .webSocket))
                == .deny("the network policy has pins for a.test, but WebSockets do not support pins"))
        #expect(
            RequestPolicy { _ in .deny }.verdict(on: request("a.test")) == .deny("the network policy denies a.test"))
        #expect(RequestPolicy { _ in .allow }.verdict(on: request("a.test", .webSocket)) == .allow)
    }
}
