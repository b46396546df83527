import Cards
import FeedAPI
import FeedTransport
import Foundation
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(1))) struct FeedClientTests {
    private let driver = CurlDriver()
    private static let time = Date(timeIntervalSince1970: 1_790_000_000)
    private static let cursor = FeedCursor(epoch: "e1", sequence: 7)

    private func caller(_ server: ScriptServer, path: String = "", token: String? = "secret") -> FeedHTTPClient {
        FeedHTTPClient(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: server.http + path, environmentID: "demo", apiKey: "key-1"),
            token: { () throws(FeedError) in token })
    }

    private func client(_ server: ScriptServer, path: String = "", socketLimits: WebSocketLimits = WebSocketLimits())
        -> FeedClient
    {
        .curl(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: server.http + path, environmentID: "demo", apiKey: "key-1"),
            token: { () throws(FeedError) in "secret" }, socketLimits: socketLimits)
    }

    private static let page = FeedPage(
        streamID: "main", cursor: cursor, entries: [], next: "p2", totalCount: 3, hasEverHadCard: true, serverTime: time
    )

    @Test func `a snapshot is requested with credentials below the base path, and decoded`() async throws {
        let (heads, report) = AsyncStream.makeStream(of: String.self)
        let server = try ScriptServer { connection in
            report.yield(connection.readHead())
            connection.answer("200 OK", FeedCoder.encode(Self.page))
        }
        defer { server.stop() }
        let page = try await client(server, path: "/cards/").snapshot("main", "a b")
        #expect(page == Self.page)
        for await head in heads {
            #expect(head.hasPrefix("GET /cards/v1/streams/main/snapshot?page=a%20b&limit=1000 HTTP/1.1\r\n"))
            #expect(head.header(FeedHeader.authorization) == "Bearer secret")
            #expect(head.header(FeedHeader.environment) == "demo")
            #expect(head.header(FeedHeader.apiKey) == "key-1")
            break
        }
    }

    @Test func `an unreadable card is reported, and the rest of its page or delta is delivered`() async throws {
        let entry = #"{"id":"ID","seq":1,"status":"active","created":"2026-01-01T00:00:00Z","card":{}}"#
        let entries = "\(entry.replacing("ID", with: "a")),\(entry.replacing("active", with: "frozen"))"
        let text = #"""
            {"stream":"main","cursor":"e1-7","entries":[\#(entries)],"upserts":[\#(entries)],"totalCount":2,
            "serverTime":"2026-01-01T00:00:00Z"}
            """#
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.answer("200 OK", Array(text.utf8))
        }
        defer { server.stop() }
        let (parts, report) = AsyncStream.makeStream(of: UnreadablePart.self)
        let client = FeedClient.curl(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: server.http, environmentID: "demo", apiKey: "key-1"),
            token: { () throws(FeedError) in "secret" }, onUnreadable: { report.yield($0) })
        #expect(try await client.snapshot("main", nil).entries.map(\.id) == ["a"])
        #expect(try await client.changes("main", Self.cursor)?.upserts.map(\.id) == ["a"])
        report.finish()
        var told: [String] = []
        for await part in parts { told.append("\(part.cardID ?? "?") \(part.pointer)") }
        #expect(told == ["ID /entries/1/status", "ID /upserts/1/status"])
    }

    @Test func `changes are requested with the cursor as entity tag, and 304 means no change`() async throws {
        let (heads, report) = AsyncStream.makeStream(of: String.self)
        let server = try ScriptServer { connection in
            report.yield(connection.readHead())
            connection.send("HTTP/1.1 304 Not Modified\r\n\r\n")
        }
        defer { server.stop() }
        #expect(try await client(server).changes("main", Self.cursor) == nil)
        for await head in heads {
            #expect(head.hasPrefix("GET /v1/streams/main/changes?since=e1-7 HTTP/1.1\r\n"))
            #expect(head.header("If-None-Match") == "\"e1-7\"")
            break
        }
    }

    @Test func `an action is posted and its receipt read`() async throws {
        let receipt = ActionReceipt(key: ActionKey("k1"), cardID: "c1", status: .dismissed, sequence: 9)
        let server = try ScriptServer { connection in
            let head = connection.readHead()
            let body = connection.read()
            let isRight =
                head.header(FeedHeader.contentType) == FeedHeader.json
                && (try? FeedCoder.decodeActionRequest(body)) != nil
            connection.answer(isRight ? "200 OK" : "400 Bad", FeedCoder.encode(receipt))
        }
        defer { server.stop() }
        let request = ActionRequest(
            key: ActionKey("k1"), streamID: "main", cardID: "c1", response: .dismiss, at: Self.time)
        #expect(try await client(server).act(request) == receipt)
    }

    @Test func `a key that no header can hold is not sent, and is not a lost response`() async throws {
        let client = FeedHTTPClient(
            driver: driver,
            endpoint: FeedEndpoint(baseURL: "http://127.0.0.1:1", environmentID: "demo", apiKey: "key\r\nX: y"))
        let request = PublishRequest(streamID: "main", users: ["ana"], key: "k", body: Array("{}".utf8))
        let error = await #expect(throws: FeedError.self) {
            _ = try await client.publish(request, limits: HTTPLimits())
        }
        guard case .noToken(let text)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.contains("cannot be sent") && !text.contains("X: y"))
        #expect(error?.isOutcomeUnknown == false && error?.mayHaveArrived == false)
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: String
        var type = "application/json"
        var extra = ""
        var body = ""
        let isExpected: @Sendable (FeedError) -> Bool
    }

    @Test(arguments: [
        Answer(testDescription: "HTML", status: "200 OK", type: "text/html", body: "<html>Log in") {
            if case .notFeed(let text) = $0 {
                text.hasPrefix("http://127.0.0.1:") && text.contains("web server, but not a cardstream server")
                    && text.contains("status 200 and the media type text/html")
            } else {
                false
            }
        },
        Answer(testDescription: "somebody's 404", status: "404 x", type: "text/html", body: "<html>") {
            if case .notFeed(let text) = $0 { text.contains("status 404") } else { false }
        },
        Answer(testDescription: "no such method", status: "501 x", type: "text/html", body: "<html>") {
            if case .notFeed = $0 { true } else { false }
        },
        Answer(
            testDescription: "a feed's own 404", status: "404 x", type: "application/problem+json",
            body: #"{"type":"urn:cardstream:problem:unknown-stream","title":"t","status":404}"#
        ) { $0 == .server(Problem(.unknownStream, title: "t", status: 404), retryAfter: nil) },
        Answer(testDescription: "truncated JSON", status: "200 OK", body: #"{"stream":"main","#) {
            if case .malformed = $0 { true } else { false }
        },
        Answer(testDescription: "another object", status: "200 OK", body: "{}") {
            if case .malformed = $0 { true } else { false }
        },
        Answer(testDescription: "nothing", status: "200 OK") { if case .malformed = $0 { true } else { false } },
        Answer(
            testDescription: "JSON nested a hundred thousand deep", status: "200 OK",
            body: String(repeating: "[", count: 100_000)
        ) {
            if case .malformed = $0 { true } else { false }
        },
        Answer(
            testDescription: "an expired token", status: "401 x", type: "application/problem+json",
            body: #"{"type":"urn:cardstream:problem:token-expired","title":"t","status":200}"#
        ) { $0 == .server(Problem(.tokenExpired, title: "t", status: 401), retryAfter: nil) },
        Answer(testDescription: "a bare 403", status: "403 x", type: "text/html", body: "<html>") {
            if case .server(let problem, nil) = $0 { problem.type == .forbidden } else { false }
        },
        Answer(testDescription: "a bare 503", status: "503 x", extra: "Retry-After: 9999\r\n") {
            if case .server(let problem, 600) = $0 { problem.status == 503 } else { false }
        },
        Answer(testDescription: "a problem that is none", status: "500 x", type: "application/problem+json", body: "{")
        {
            if case .server(let problem, nil) = $0 {
                problem.type == .unrecognised && problem.status == 500
            } else {
                false
            }
        },
        Answer(testDescription: "another origin", status: "301 x", extra: "Location: https://example.invalid/\r\n") {
            if case .notFeed(let text) = $0 { text.contains("redirects to https://example.invalid/") } else { false }
        },
        Answer(testDescription: "304 to what had no entity tag", status: "304 x") {
            if case .server(let problem, nil) = $0 { problem.status == 304 } else { false }
        },
    ])
    func `every invalid response has its error`(answer: Answer) async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.answer(answer.status, type: answer.type, extra: answer.extra, Array(answer.body.utf8))
        }
        defer { server.stop() }
        do throws(FeedError) {
            _ = try await client(server).snapshot("main", nil)
            Issue.record("accepted")
        } catch { #expect(answer.isExpected(error), "\(error)") }
    }

    @Test func `a missing server is a network failure, and the health check needs no credentials`() async throws {
        let server = try ScriptServer { connection in
            let head = connection.readHead()
            let isBare = head.header(FeedHeader.authorization) == nil && head.header(FeedHeader.apiKey) == nil
            connection.answer(isBare ? "200 OK" : "500 x", Array("{}".utf8))
        }
        #expect(try await caller(server).health().status == 200)
        server.stop()
        do throws(FeedError) {
            _ = try await caller(server).health()
            Issue.record("answered")
        } catch {
            guard case .unreachable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func `a token that cannot be obtained is reported, and nothing is sent`() async throws {
        let server = try ScriptServer { $0.answer("200 OK") }
        defer { server.stop() }
        let caller = FeedHTTPClient(
            driver: driver, endpoint: FeedEndpoint(baseURL: server.http, environmentID: "e", apiKey: "k"),
            token: { () throws(FeedError) in throw .noToken("asleep") })
        await #expect(throws: FeedError.noToken("asleep")) { try await caller.call(.act) }
        #expect(server.connectionCount == 0)
    }

    private static let hello = PushFrame.Hello(serverTime: time, maxFrameBytes: 1 << 20, pingSeconds: 25)

    private static func wire(_ push: PushFrame) -> [UInt8] { frame(1, FeedCoder.encode(push)) }

    @Test func `the socket opens with the hello and passes frames both ways`() async throws {
        let (sent, report) = AsyncStream.makeStream(of: [UInt8].self)
        let server = try ScriptServer { connection in
            let head = connection.upgrade(then: Self.wire(.hello(Self.hello)) + Self.wire(.gap(stream: "main")))
            guard head.header(FeedHeader.authorization) == "Bearer secret" else { return }
            report.yield(clientFrames(connection.read()).first?.payload ?? [])
            connection.send(Self.wire(.live(stream: "main", cursor: Self.cursor)) + closeFrame(4001, "expired"))
            _ = connection.readAll()
        }
        defer { server.stop() }
        let socket = try await client(server, socketLimits: WebSocketLimits(closeTimeout: .milliseconds(50)))
            .openSocket()
        #expect(socket.hello == Self.hello)
        var frames = socket.frames.makeAsyncIterator()
        #expect(try await frames.next() == .gap(stream: "main"))
        let subscribe = ClientFrame.subscribe([.init(streamID: "main", since: nil)])
        try await socket.send(subscribe)
        for await bytes in sent {
            #expect(try FeedCoder.decodeClientFrame(bytes) == subscribe)
            break
        }
        #expect(try await frames.next() == .live(stream: "main", cursor: Self.cursor))
        await #expect(throws: FeedError.closed(code: 4001, reason: "expired")) { try await frames.next() }
    }

    @Test(arguments: [frame(2, [1]), text("nonsense"), text("{}")])
    func `an invalid frame ends the socket`(bytes: [UInt8]) async throws {
        let server = try ScriptServer { connection in
            connection.upgrade(then: Self.wire(.hello(Self.hello)) + bytes)
            _ = connection.readAll()
        }
        defer { server.stop() }
        let socket = try await client(server, socketLimits: WebSocketLimits(closeTimeout: .milliseconds(50)))
            .openSocket()
        var frames = socket.frames.makeAsyncIterator()
        do {
            _ = try await frames.next()
            Issue.record("accepted")
        } catch {
            guard case FeedError.malformed = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test(arguments: [(404, false), (200, false), (401, true), (503, true)])
    func `a refused upgrade is a server error, or leads to polling`(status: Int, isServerError: Bool) async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.answer("\(status) x", extra: "Retry-After: 3\r\n")
        }
        defer { server.stop() }
        do throws(FeedError) {
            _ = try await client(server).openSocket()
            Issue.record("opened")
        } catch {
            switch error {
            case .server(let problem, let wait):
                #expect(isServerError)
                #expect(problem.status == status)
                #expect(wait == 3)
            case .socketRefused(let refused):
                #expect(!isServerError)
                #expect(refused == status)
            default: Issue.record("\(error)")
            }
        }
    }

    @Test func `a server that opens a socket and sends nothing causes a timeout`() async throws {
        let server = try ScriptServer { connection in
            connection.upgrade()
            _ = connection.readAll()
        }
        defer { server.stop() }
        do throws(FeedError) {
            _ = try await client(server, socketLimits: WebSocketLimits(greetingTimeout: .milliseconds(50))).openSocket()
            Issue.record("opened")
        } catch { #expect(error == .network("the server did not send its first message in time")) }
    }
}
