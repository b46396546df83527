import CurlTransport
import Synchronization
import Testing

@testable import CardImages

struct ImageFetcherTests {
    /// A web server with responses by address, which records the requests.
    private final class StubServer: Sendable {
        private let asked = Mutex<[HTTPRequest]>([])
        private let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>

        init(_ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>) {
            self.answer = answer
        }

        var requests: [HTTPRequest] { asked.withLock { $0 } }

        @Sendable func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            asked.withLock { $0.append(request) }
            return try answer(request).get()
        }
    }

    private func bytes(_ answer: ImageFetcher.Answer) -> [UInt8]? {
        if case .file(let bytes, _) = answer { bytes } else { nil }
    }

    @Test func `a redirect to another web address is followed`() async throws {
        let server = StubServer { request in
            request.url == "https://a/b"
                ? .failure(.redirected(to: "http://c/d")) : .success(HTTPResponse(status: 200, body: [7]))
        }
        let answer = try await ImageFetcher(send: server.send).fetch("https://a/b#part", known: nil)
        #expect(bytes(answer) == [7])
        #expect(server.requests.map(\.url) == ["https://a/b", "http://c/d"])
        #expect(server.requests.allSatisfy { !$0.followsRedirects && $0.limits.maxResponseBytes == 10 << 20 })
    }

    @Test func `a redirect to itself ends`() async {
        let server = StubServer { .failure(.redirected(to: $0.url)) }
        await #expect(throws: ImageProblem.tooManyRedirects) {
            _ = try await ImageFetcher(send: server.send).fetch("https://a", known: nil)
        }
        #expect(server.requests.count == ImageFetcher.maxRedirects + 1)
    }

    @Test(arguments: [
        "file:///etc/passwd", "data:image/png;base64,AQID", "ftp://a/b", "javascript:alert(1)", "ws://a/b",
        "https://user:word@a/", "https://a/ b",
        "a.png",
        "", "https://", "https://a/\u{1B}[2J",
    ])
    func `only web addresses are asked, also after a redirect`(_ address: String) async {
        let server = StubServer {
            $0.url == "https://start" ? .failure(.redirected(to: address)) : .success(HTTPResponse(status: 200))
        }
        for start in [address, "https://start"] {
            await #expect(throws: ImageProblem.badAddress) {
                _ = try await ImageFetcher(send: server.send).fetch(start, known: nil)
            }
        }
        #expect(server.requests.map(\.url) == ["https://start"])
    }

    @Test func `a known file is requested with its entity tag and date`() async throws {
        let server = StubServer { _ in
            .success(HTTPResponse(status: 304, headers: [HTTPHeader("Cache-Control", "max-age=9")]))
        }
        let rule = CacheRule(entityTag: "\"x\"", lastModified: "yesterday")
        guard case .unchanged(let life) = try await ImageFetcher(send: server.send).fetch("https://a", known: rule)
        else {
            throw ImageProblem.unreadable
        }
        #expect(life == 9)
        let headers = server.requests[0].headers
        #expect(headers.contains(HTTPHeader("If-None-Match", "\"x\"")))
        #expect(headers.contains(HTTPHeader("If-Modified-Since", "yesterday")))
    }

    @Test func `every failure has its own reason`() async {
        let failures: [(TransportError, ImageProblem)] = [
            (.tooLarge(limit: 5), .tooLarge(limit: 5)), (.cancelled, .cancelled), (.badRequest("x"), .badAddress),
            (.tls("x"), .network("the connection is not secure")), (.denied("x"), .denied),
            (.timedOut("x"), .network("the server took too long")),
            (.connection("x"), .network("no connection")),
            (.malformed("x"), .network("the server's response is invalid")),
        ]
        for (error, problem) in failures {
            let server = StubServer { _ in .failure(error) }
            await #expect(throws: problem) {
                _ = try await ImageFetcher(send: server.send).fetch("https://a", known: nil)
            }
        }
        for status in [404, 500, 204, 304] {
            let server = StubServer { _ in .success(HTTPResponse(status: status)) }
            await #expect(throws: ImageProblem.status(status)) {
                _ = try await ImageFetcher(send: server.send).fetch("https://a", known: nil)
            }
        }
    }

    @Test func `the lifetime of a file is read from its headers`() {
        func rule(_ headers: [String]) -> CacheRule {
            CacheRule(HTTPResponse(status: 200, headers: headers.map { HTTPHeader("cache-control", $0) }))
        }
        #expect(rule([]).life == nil)
        #expect(rule(["public, max-age=60"]).life == 60)
        #expect(rule(["max-age=60", "No-Cache"]).life == 0)
        #expect(rule(["max-age=99999999999"]).life == 30 * 86_400)
        #expect(rule(["max-age=-5"]).life == 0)
        #expect(rule(["max-age=x"]).life == nil)
        #expect(!rule(["private, no-store"]).mayBeStored)
        let tag = CacheRule(HTTPResponse(status: 200, headers: [HTTPHeader("ETag", "a\nb")])).entityTag
        #expect(tag == nil)
    }
}
