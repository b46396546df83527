import CCurl
import Glibc
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(1))) struct CurlDriverTests {
    private let driver = CurlDriver()

    private func failure(_ request: HTTPRequest) async -> TransportError? {
        do throws(TransportError) {
            _ = try await driver.send(request)
            return nil
        } catch { return error }
    }

    @Test func `only failures that affect every server are reported as failures of the network`() {
        #expect(TransportError(CURLE_COULDNT_RESOLVE_HOST, "x") == .noNetwork("x"))
        for code in [ENETUNREACH, EHOSTUNREACH, ENETDOWN] {
            #expect(TransportError(CURLE_COULDNT_CONNECT, "x", systemError: code) == .noNetwork("x"))
        }
        #expect(TransportError(CURLE_COULDNT_CONNECT, "x", systemError: ECONNREFUSED) == .unreachable("x"))
        #expect(TransportError(CURLE_COULDNT_RESOLVE_PROXY, "x") == .connection("x"))
        #expect(TransportError(CURLE_RECV_ERROR, "x", systemError: ENETUNREACH) == .connection("x"))
    }

    @Test func `an unknown host name is distinguished from a missing network`() async {
        #expect(HostLookup.isKnownMissing(EAI_NONAME) && HostLookup.isKnownMissing(-5))
        for code in [EAI_AGAIN, EAI_FAIL, EAI_SYSTEM, 0] { #expect(!HostLookup.isKnownMissing(code)) }
        // `.invalid` never resolves (RFC 6761 6.4). Without a network there is no such response.
        let error = await failure(HTTPRequest(url: "http://cards.invalid:8787/"))
        switch error {
        case .hostNotFound("cards.invalid"), .noNetwork: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func `a request and its response arrive completely`() async throws {
        let server = try ScriptServer { connection in
            let head = connection.readHead()
            let body = connection.read()
            connection.answer("201 Created", extra: "X-Twice: a\r\nx-twice: b\r\n", Array(head.utf8) + body)
        }
        defer { server.stop() }
        let response = try await driver.send(
            HTTPRequest(
                "POST", url: server.http + "/a?b=c", headers: [HTTPHeader("X-Mine", "1"), HTTPHeader("X-Empty", "")],
                body: Array("{\"0\":\0}".utf8)))
        #expect(response.status == 201)
        #expect(response.values(of: "X-TWICE") == ["a", "b"])
        #expect(response.mediaType == "application/json")
        let echo = String(decoding: response.body, as: UTF8.self)
        #expect(echo.hasPrefix("POST /a?b=c HTTP/1.1\r\n"))
        #expect(echo.header("X-Mine") == "1")
        #expect(echo.contains("X-Empty:"))
        #expect(echo.header("Content-Length") == "7")
        #expect(echo.header("Expect") == nil)
        #expect(echo.hasSuffix("{\"0\":\0}"))
    }

    @Test(arguments: [("DELETE", nil), ("HEAD", nil), ("PUT", "x"), ("POST", "")] as [(String, String?)])
    func `methods are sent as given`(method: String, body: String?) async throws {
        let server = try ScriptServer { connection in
            let head = connection.readHead()
            connection.answer("200 OK", extra: "X-Request: \(head.prefix { !$0.isNewline })\r\n")
        }
        defer { server.stop() }
        let response = try await driver.send(
            HTTPRequest(method, url: server.http + "/x", body: body.map { Array($0.utf8) }))
        #expect(response["x-request"] == "\(method) /x HTTP/1.1")
    }

    @Test func `concurrent requests all get a response`() async throws {
        let server = try ScriptServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                connection.answer("200 OK", Array(head.prefix { !$0.isNewline }.utf8))
            }
        }
        defer { server.stop() }
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let response = try await driver.send(HTTPRequest(url: server.http + "/\(number)"))
                    return String(decoding: response.body, as: UTF8.self)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<50).map { "GET /\($0) HTTP/1.1" }))
    }

    @Test func `redirects are followed within the origin`() async throws {
        let server = try ScriptServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                if head.hasPrefix("GET /old") {
                    connection.answer("301 Moved", extra: "Location: /new?x\r\nX-Old: 1\r\n", Array("old".utf8))
                } else {
                    connection.answer("200 OK", Array((head.header("Authorization") ?? "").utf8))
                }
            }
        }
        defer { server.stop() }
        let response = try await driver.send(
            HTTPRequest(url: server.http + "/old", headers: [HTTPHeader("Authorization", "Bearer t")]))
        #expect(response.status == 200)
        #expect(response["x-old"] == nil)
        #expect(String(decoding: response.body, as: UTF8.self) == "Bearer t")
        // A caller that must check every address first gets the target as an error.
        let request = HTTPRequest(url: server.http + "/old", followsRedirects: false)
        #expect(await failure(request) == .redirected(to: server.http + "/new?x"))
    }

    @Test(arguments: ["https://other.example/x", "app://item/1"])
    func `on request, a redirect is returned as the response`(location: String) async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.answer("302 Found", extra: "Location: \(location)\r\nX-Id: m1\r\n", Array("moved".utf8))
        }
        defer { server.stop() }
        var request = HTTPRequest(url: server.http + "/")
        request.returnsRedirects = true
        let response = try await driver.send(request)
        #expect(response.status == 302 && response["location"] == location && response["x-id"] == "m1")
        #expect(response.body == Array("moved".utf8))
    }

    @Test func `credentials never follow a redirect to another origin`() async throws {
        let other = try ScriptServer { $0.answer("200 OK") }
        defer { other.stop() }
        let target = other.http
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.answer("302 Found", extra: "Location: \(target)/steal\r\n")
        }
        defer { server.stop() }
        let request = HTTPRequest(url: server.http + "/", headers: [HTTPHeader("Authorization", "Bearer t")])
        #expect(await failure(request) == .redirected(to: target + "/steal"))
        #expect(other.connectionCount == 0)
    }

    @Test(arguments: ["Location: /again\r\n", "Location: ftp://x/\r\n", "Location: http://u:p@127.0.0.1/\r\n", ""])
    func `redirects that lead nowhere end`(location: String) async throws {
        let server = try ScriptServer { connection in
            while case let head = connection.readHead(), !head.isEmpty { connection.answer("307 x", extra: location) }
        }
        defer { server.stop() }
        guard case .malformed = await failure(HTTPRequest(url: server.http + "/")) else {
            Issue.record("not refused")
            return
        }
    }

    @Test func `a body over the limit is cut off, with or without a declared length`() async throws {
        let server = try ScriptServer { connection in
            let isTold = connection.readHead().hasPrefix("GET /told")
            connection.send("HTTP/1.1 200 OK\r\n\(isTold ? "Content-Length: 1000000000\r\n" : "")\r\n")
            while connection.send(Array(repeating: 65, count: 65536)) {}
        }
        defer { server.stop() }
        let limits = HTTPLimits(maxResponseBytes: 1 << 20)
        #expect(await failure(HTTPRequest(url: server.http + "/told", limits: limits)) == .tooLarge(limit: 1 << 20))
        #expect(await failure(HTTPRequest(url: server.http + "/untold", limits: limits)) == .tooLarge(limit: 1 << 20))
    }

    @Test func `headers without end are cut off`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.send("HTTP/1.1 200 OK\r\n")
            while connection.send("X: \(String(repeating: "a", count: 1000))\r\n") {}
        }
        defer { server.stop() }
        #expect(
            await failure(HTTPRequest(url: server.http + "/"))
                == .malformed("the response's headers are longer than 65536 bytes"))
    }

    @Test(arguments: [
        ("SSH-2.0-OpenSSH_9.2\r\n", TransportError.notHTTP),
        ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", .cutOff), ("", nil),
    ])
    func `an invalid, empty or truncated response is an error`(answer: String, error: TransportError?) async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.send(answer)
        }
        defer { server.stop() }
        let failure = await failure(HTTPRequest(url: server.http + "/"))
        if let error {
            #expect(failure == error)
        } else if case .connection = failure {
            // The same error as from a server that is stopping.
        } else {
            Issue.record("\(String(describing: failure))")
        }
    }

    @Test func `a reset and a closed port are lost connections`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.reset()
        }
        guard case .connection = await failure(HTTPRequest(url: server.http + "/")) else {
            Issue.record("a reset was taken for something else")
            return
        }
        server.stop()
        guard case .unreachable = await failure(HTTPRequest(url: server.http + "/")) else {
            Issue.record("a closed port was taken for something else")
            return
        }
    }

    /// For a request with effects, an error may state that nothing was sent only if that is certain.
    @Test func `what was sent to a connection that is gone may have arrived`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            _ = connection.read(4)
            connection.answer("200 OK", [])
            // The second request is read before the server stops. libcurl then sends it once more, to a closed port.
            _ = connection.readHead()
        }
        let request = HTTPRequest("POST", url: server.http + "/act", body: Array("done".utf8))
        #expect(try await driver.send(request).status == 200)
        server.stop()
        guard case .connection = await failure(request) else {
            Issue.record("a request that was sent is told as one that was not")
            return
        }
        #expect(server.connectionCount == 1)
        guard case .unreachable = await failure(request) else {
            Issue.record("a closed port was taken for something else")
            return
        }
    }

    @Test func `a silent server causes a timeout`() async throws {
        let server = try ScriptServer { _ = $0.readAll() }
        defer { server.stop() }
        let limits = HTTPLimits(totalTimeout: .milliseconds(80))
        guard case .timedOut = await failure(HTTPRequest(url: server.http + "/", limits: limits)) else {
            Issue.record("not given up")
            return
        }
    }

    @Test func `cancelling the task cancels the transfer`() async throws {
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            arrival.yield()
            _ = connection.readAll()
            leaving.yield()
        }
        defer { server.stop() }
        let task = Task { await failure(HTTPRequest(url: server.http + "/")) }
        for await _ in arrived { break }
        task.cancel()
        #expect(await task.value == .cancelled)
        // The server notices that the connection is closed.
        for await _ in left { break }
    }

    @Test func `a task that is already cancelled sends nothing`() async throws {
        let server = try ScriptServer { _ = $0.readAll() }
        defer { server.stop() }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure(HTTPRequest(url: server.http + "/"))
        }
        #expect(await task.value == .cancelled)
    }

    @Test(arguments: ["nonsense", "ftp://127.0.0.1/", "http://127.0.0.1/ x", "file:///etc/passwd"])
    func `an invalid address is refused`(url: String) async {
        guard case .badRequest = await failure(HTTPRequest(url: url)) else {
            Issue.record("accepted \(url)")
            return
        }
    }

    @Test func `a header that would break the request is refused`() async throws {
        let server = try ScriptServer { $0.answer("200 OK") }
        defer { server.stop() }
        let request = HTTPRequest(url: server.http + "/", headers: [HTTPHeader("Authorization", "Bearer a\r\nX: b")])
        guard case .badRequest(let text) = await failure(request) else {
            Issue.record("accepted")
            return
        }
        #expect(!text.contains("Bearer"))
        #expect(server.connectionCount == 0)
    }
}
