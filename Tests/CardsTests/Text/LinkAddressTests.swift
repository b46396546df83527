import Cards
import Testing

@Suite struct LinkAddressTests {
    @Test(arguments: [
        "https://example.org", "HTTP://example.org/a?b=c#d", "mailto:a@example.org", "https://exämple.org/日本",
        "https://[::1]:8080/",
    ])
    func `web and mail addresses are opened`(address: String) {
        #expect(LinkAddress.problem(address) == nil)
    }

    static let refused: [(String, String)] = [
        ("javascript:alert(1)", "javascript: links are not opened; use https:, http: or mailto:"),
        ("file:///etc/passwd", "file: links are not opened; use https:, http: or mailto:"),
        ("JavaScript:x", "JavaScript: links are not opened; use https:, http: or mailto:"),
        ("https://a/\u{1B}]0;x\u{07}", "the address has invisible characters"),
        ("https://a/\u{202E}gpj", "the address has invisible characters"),
        ("java\tscript:x", "the address has invisible characters"),
        ("https:///etc", "the address has no host"), ("https:a", "https: must be followed by //"),
        ("mailto:", "the address has no recipient"), ("", "the address is empty"),
        ("www.example.org", "expected https://, http:// or mailto:"),
        ("-https://x", "expected https://, http:// or mailto:"),
        ("https://" + String(repeating: "a", count: 2100), "the address is longer than 2048 bytes"),
    ]

    @Test(arguments: refused)
    func `other addresses are refused with the reason`(address: String, problem: String) {
        #expect(LinkAddress.problem(address) == problem)
    }
}
