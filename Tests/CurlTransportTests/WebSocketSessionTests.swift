import Synchronization
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(1))) struct WebSocketSessionTests {
    let driver = CurlDriver()

    func open(_ server: ScriptServer, _ limits: WebSocketLimits = WebSocketLimits()) async throws
        -> WebSocketSession
    {
        try await driver.openWebSocket(WebSocketRequest(url: server.ws, limits: limits))
    }

    /// The error of opening the connection, or of reading to its end; nil if there is none.
    func failure(_ server: ScriptServer, _ limits: WebSocketLimits = WebSocketLimits()) async -> TransportError? {
        do throws(TransportError) {
            let session = try await driver.openWebSocket(WebSocketRequest(url: server.ws, limits: limits))
            while try await session.next() != nil {}
            return nil
        } catch { return error }
    }

    @Test func `messages go in both directions, and the close is clean`() async throws {
        let (sent, report) = AsyncStream.makeStream(of: [UInt8].self)
        let server = try ScriptServer { connection in
            connection.upgrade(then: text("first") + text("second"))
            var bytes: [UInt8] = []
            while clientFrames(bytes).last?.opcode != 8, case let more = connection.read(), !more.isEmpty {
                bytes += more
            }
            connection.send(closeFrame(1000))
            report.yield(bytes)
        }
        defer { server.stop() }
        let session = try await open(server)
        #expect(try await session.next() == .text("first"))
        #expect(try await session.next() == .text("second"))
        try await session.send(.text("hello"))
        try await session.send(WebSocketMessage(.binary, [1, 2]))
        await session.close(code: 1001, reason: "bye")
        #expect(try await session.next() == nil)
        for await bytes in sent {
            let frames = clientFrames(bytes)
            #expect(frames.map(\.opcode) == [1, 2, 8])
            #expect(frames.first?.payload == Array("hello".utf8))
            #expect(frames.last?.payload == [0x03, 0xE9] + "bye".utf8)
            break
        }
        await session.close()
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>", 200),
        ("HTTP/1.1 301 Moved\r\nLocation: http://192.0.2.1/\r\nContent-Length: 0\r\n\r\n", 301),
        ("HTTP/1.1 401 x\r\nContent-Length: 0\r\n\r\n", 401), ("HTTP/1.1 403 x\r\n\r\n", 403),
        ("HTTP/1.1 429 x\r\nRetry-After: 7\r\n\r\n", 429), ("HTTP/1.1 503 x\r\nContent-Length: 999\r\n\r\nhalf", 503),
        ("HTTP/1.0 426 x\r\n\r\n", 426),
    ])
    func `a server that refuses the upgrade is distinguished by its status`(answer: String, status: Int) async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.send(answer)
        }
        defer { server.stop() }
        guard case .upgradeRefused(let response) = await failure(server) else {
            Issue.record("not refused")
            return
        }
        #expect(response.status == status)
    }

    @Test(arguments: ["c3BhbQ==", ""])
    func `a wrong accept hash in the handshake is refused`(accept: String) async throws {
        let server = try ScriptServer { $0.upgrade(accept: accept, then: text("trust me")) }
        defer { server.stop() }
        guard case .badUpgrade = await failure(server) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `an extension that was not requested is refused`() async throws {
        let server = try ScriptServer { $0.upgrade(extra: "Sec-WebSocket-Extensions: permessage-deflate\r\n") }
        defer { server.stop() }
        guard case .badUpgrade = await failure(server) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `headers without end are cut off`() async throws {
        let server = try ScriptServer { connection in
            _ = connection.readHead()
            connection.send("HTTP/1.1 101 x\r\n")
            while connection.send("X: \(String(repeating: "a", count: 1000))\r\n") {}
        }
        defer { server.stop() }
        guard case .malformed = await failure(server) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func `a server that never responds to the upgrade causes a timeout`() async throws {
        let server = try ScriptServer { _ = $0.readAll() }
        defer { server.stop() }
        guard case .timedOut = await failure(server, WebSocketLimits(handshakeTimeout: .milliseconds(60))) else {
            Issue.record("not given up")
            return
        }
    }

    @Test(arguments: [(1001, "going away"), (1008, "policy"), (1012, ""), (4001, "token expired")])
    func `the peer's close code and reason are reported`(code: Int, reason: String) async throws {
        let server = try ScriptServer { connection in
            connection.upgrade(then: closeFrame(code, reason))
            _ = connection.readAll()
        }
        defer { server.stop() }
        let limits = WebSocketLimits(closeTimeout: .milliseconds(50))
        #expect(await failure(server, limits) == .closed(code: code, reason: reason))
    }

    @Test func `a connection that is cut off is lost, with a reset or without`() async throws {
        for isReset in [false, true] {
            let server = try ScriptServer { connection in
                connection.upgrade(then: text("one") + frame(1, Array("half".utf8), claim: 100))
                if isReset {
                    // After the client's frame, which shows that the client has read everything before.
                    _ = connection.read()
                    connection.reset()
                }
            }
            defer { server.stop() }
            let session = try await open(server)
            #expect(try await session.next() == .text("one"))
            // This may fail if the connection is already closed.
            try? await session.send(.text("x"))
            await #expect(throws: TransportError.self) { try await session.next() }
        }
    }

    @Test func `an incomplete frame followed by silence is detected`() async throws {
        let server = try ScriptServer { connection in
            connection.upgrade(then: frame(1, [65], claim: 100))
            _ = connection.readAll()
        }
        defer { server.stop() }
        let limits = WebSocketLimits(messageTimeout: .milliseconds(40))
        #expect(await failure(server, limits) == .timedOut("a message did not arrive completely in time"))
    }

    @Test func `a flood of pings neither grows memory nor stops the messages behind it`() async throws {
        let server = try ScriptServer { connection in
            let ping = frame(9, Array(repeating: 7, count: 125))
            connection.upgrade()
            for _ in 0..<200 { connection.send(Array(repeatElement(ping, count: 100).joined())) }
            connection.send(text("after"))
            _ = connection.readAll()
        }
        defer { server.stop() }
        let session = try await open(server)
        #expect(try await session.next() == .text("after"))
        await session.close()
    }

    @Test func `a reader that lags stops the sender, and loses nothing`() async throws {
        let sentBytes = Atomic<Int>(0)
        let count = 4000
        let payload = String(repeating: "x", count: 10_000)
        let server = try ScriptServer { connection in
            connection.upgrade()
            for number in 0..<count {
                guard connection.send(text("\(number) \(payload)")) else { return }
                sentBytes.add(payload.utf8.count, ordering: .relaxed)
            }
            _ = connection.readAll()
        }
        defer { server.stop() }
        let session = try await open(server, WebSocketLimits(maxBufferedBytes: 100_000))
        #expect(try await session.next()?.bytes.first == UInt8(ascii: "0"))
        // Connections to a second server show that the driver continues in the meantime.
        let other = try ScriptServer { $0.upgrade(then: text("hi")) }
        defer { other.stop() }
        for _ in 0..<20 {
            let session = try await open(other)
            #expect(try await session.next() == .text("hi"))
        }
        // The server has 40 MB to send; the buffers of the kernel and of the driver are far smaller.
        #expect(sentBytes.load(ordering: .relaxed) < 30_000_000)
        for number in 1..<count {
            let message = try #require(try await session.next())
            let digits = message.bytes.prefix { $0 != UInt8(ascii: " ") }
            guard String(decoding: digits, as: UTF8.self) == String(number) else {
                Issue.record("message \(number) is missing")
                return
            }
        }
        await session.close()
    }

    @Test func `a large message is sent whole though the peer reads slowly`() async throws {
        let (lengths, report) = AsyncStream.makeStream(of: [UInt8].self)
        let server = try ScriptServer { connection in
            connection.upgrade()
            var bytes: [UInt8] = []
            while bytes.count < 3_012_014, case let more = connection.read(40_000), !more.isEmpty { bytes += more }
            report.yield(clientFrames(bytes).first?.payload ?? [])
        }
        defer { server.stop() }
        let payload = Array(repeatElement(Array(UInt8(0)...250), count: 12_000).joined())
        let session = try await open(server)
        try await session.send(WebSocketMessage(.binary, payload))
        for await received in lengths {
            #expect(received == payload)
            break
        }
    }

    @Test func `closing is bounded though the peer neither answers nor reads`() async throws {
        let server = try ScriptServer { connection in
            connection.upgrade()
            while connection.send(text("still talking")) {}
        }
        defer { server.stop() }
        let session = try await open(server, WebSocketLimits(closeTimeout: .milliseconds(50)))
        await session.close()
        #expect(try await session.next() == nil)
        await #expect(throws: TransportError.self) { try await session.send(.text("late")) }
    }

    @Test func `cancelling a wait ends the wait, not the connection`() async throws {
        let server = try ScriptServer { connection in
            connection.upgrade()
            _ = connection.read()
            connection.send(text("still here"))
            _ = connection.readAll()
        }
        defer { server.stop() }
        let session = try await open(server)
        let task = Task { try await session.next() }
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        try await session.send(.text("x"))
        #expect(try await session.next() == .text("still here"))
        await session.close()
    }

    @Test func `releasing a session closes the connection`() async throws {
        let (left, leaving) = AsyncStream.makeStream(of: Void.self)
        let server = try ScriptServer { connection in
            connection.upgrade(then: text("hello"))
            _ = connection.readAll()
            leaving.yield()
        }
        defer { server.stop() }
        do {
            let session = try await open(server)
            #expect(try await session.next() == .text("hello"))
        }
        for await _ in left { break }
    }

    @Test func `the header is sent with the upgrade`() async throws {
        let (heads, report) = AsyncStream.makeStream(of: String.self)
        let server = try ScriptServer { connection in report.yield(connection.upgrade(then: closeFrame(1000))) }
        defer { server.stop() }
        let request = WebSocketRequest(url: server.ws, headers: [HTTPHeader("Authorization", "Bearer t")])
        let session = try await driver.openWebSocket(request)
        #expect(try await session.next() == nil)
        for await head in heads {
            #expect(head.hasPrefix("GET /v1/socket HTTP/1.1\r\n"))
            #expect(head.header("Authorization") == "Bearer t")
            break
        }
    }
}
