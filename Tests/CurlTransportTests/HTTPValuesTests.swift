import CCurl
import Testing

@testable import CurlTransport

@Suite struct HTTPValuesTests {
    @Test(arguments: [
        ("https://Cards.Example/base/?q", "https://cards.example", "/base/?q"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080", "/"), ("https://a:443/x", "https://a", "/x"),
        ("http://a:443", "http://a:443", "/"), ("http://[::1]:9/", "http://[::1]:9", "/"),
        ("ws://a?x", "http://a", "/?x"),
        ("wss://a", "https://a", "/"),
    ])
    func `an address is split into origin and target`(text: String, origin: String, target: String) throws {
        let url = try #require(ServerURL(text))
        #expect(url.origin == origin)
        #expect(url.target == target)
    }

    @Test(arguments: [
        "", "cards.example", "ftp://a", "file:///etc/passwd", "http://", "http://user:secret@a/", "http://a:0",
        "http://a:x",
        "http://a:65536", "http://a:+80", "http://a/\r\nX: y", "http://a b/", "http://[::1", "http://[::1]x/",
        "http://a#f",
        "http://a\\@b/", "http://ä/", "javascript://a", "https://ex%61mple.com/",
    ])
    func `anything else is not an address`(text: String) {
        #expect(ServerURL(text) == nil)
    }

    @Test func `paths are appended to the base`() {
        #expect(ServerURL("https://a/base//?q=1")?.appending(path: "/v1/health") == "https://a/base/v1/health")
        #expect(ServerURL("https://a")?.appending(path: "/v1/health") == "https://a/v1/health")
    }

    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("600", 600), ("601", 600), ("99999999999999999999999999", 600),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
            ("Mon, 07 Nov 1994 08:49:37 GMT", 600),
        ] as [(String, Double)])
    func `Retry-After is seconds or a date, within ten minutes`(text: String, seconds: Double) {
        #expect(RetryAfter.seconds(text, serverDate: "Sun, 06 Nov 1994 08:49:37 GMT") == seconds)
    }

    @Test(arguments: [
        "", "-1", "1.5", "soon", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nix 1994 08:49:37 GMT", "6 Nov",
    ])
    func `other values of Retry-After are ignored`(text: String) {
        #expect(RetryAfter.seconds(text, serverDate: "Sun, 06 Nov 1994 08:49:37 GMT") == nil)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Fri, 31 Dec 2100 23:59:59 GMT", 4_133_980_799),
    ])
    func `dates are converted correctly`(text: String, seconds: Int) {
        #expect(RetryAfter.secondsSince1970(text) == seconds)
    }

    @Test func `a missing or old libcurl is explained`() {
        var problem = [CChar](repeating: 0, count: 512)
        ccurl_examine("libcurl-that-is-not-there.so", &problem, problem.count)
        let missing = String(decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #expect(missing.contains("libcurl-that-is-not-there.so"))
        #expect(missing.contains("apt-get install libcurl4"))
        ccurl_examine("libz.so.1", &problem, problem.count)
        let other = String(decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #expect(other.contains("7.88.0 or later is needed"))
        ccurl_examine("libcurl.so.4", &problem, problem.count)
        #expect(problem[0] == 0)
    }
}
