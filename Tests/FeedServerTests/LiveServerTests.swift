import Cards
import FeedAPI
import FeedServer
import FlyingSocks
import Foundation
import Support
import Testing

@Suite struct LiveServerTests {
    @Test func `an unchanged feed costs one 304`() async throws {
        let test = try await TestServer()
        try await test.publish()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let first = try await client.request(.snapshot(stream: "ops"), credentials)
            let tag = try #require(first.headers["etag"])
            let cursor = try FeedCoder.decodePage(first.body).cursor
            let changes = FeedRoute.changes(stream: "ops", since: cursor)
            for route in [changes, .snapshot(stream: "ops")] {
                let again = try await client.request(route, credentials, headers: [("If-None-Match", tag)])
                #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
            }
            try await test.publish()
            let news = try await client.request(changes, credentials, headers: [("If-None-Match", tag)])
            #expect(news.status == 200 && news.headers["etag"] != tag)
            #expect(try FeedCoder.decodeDelta(news.body).upserts.count == 1)
        }
    }

    @Test func `a bulk publish with one bad line names line and field and stores nothing`() async throws {
        let test = try await TestServer()
        let good = #"{"stream":"ops","users":["ana"],"card":{"content":[{"type":"text","text":"x"}]}}"#
        let bad = #"{"stream":"ops","users":["ana"],"card":{"priority":"high","content":[]}}"#
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let lines = [("Content-Type", "application/x-ndjson")]
            let refused = try await client.request(
                .publish, test.keys.publisherCredentials, headers: lines, body: Array("\(good)\n\n\(bad)\n".utf8))
            #expect(refused.status == 400)
            #expect(refused.problem?.line == 3)
            #expect(refused.problem?.pointer == "/card/priority")
            #expect(try await test.ids().isEmpty)
            let taken = try await client.request(
                .publish, test.keys.publisherCredentials, headers: lines, body: Array("\(good)\n\(good)".utf8))
            #expect(taken.status == 201)
            #expect(try FeedCoder.decodePublishReceipt(taken.body).cards.map(\.id).count == 2)
            #expect(try await test.ids().count == 2)
        }
    }

    @Test func `nothing is lost or repeated over reconnects while cards are published`() async throws {
        var limits = ServerLimits()
        limits.pageCards = 5
        let test = try await TestServer(limits: limits)
        let credentials = try await test.viewer()
        try await test.listening { port in
            let writer = Task {
                for _ in 0..<200 { try await test.publish() }
            }
            var cursor: FeedCursor?
            var seen: [CardID] = []
            var frames = 0
            while seen.count < 200 {
                let client = try await RawClient(port: port)
                #expect(try await client.upgrade(credentials).status == 101)
                try await client.send(.subscribe([.init(streamID: "ops", since: cursor)]))
                // A connection that breaks after a few deltas, the last of which is not acknowledged.
                var deltas = 0
                while deltas < 3, seen.count < 200 {
                    guard case .delta(let delta) = try await client.push() else { continue }
                    deltas += 1
                    frames += 1
                    seen += delta.upserts.map(\.id)
                    cursor = delta.cursor
                    if deltas < 3 { try await client.send(.ack(stream: "ops", cursor: delta.cursor)) }
                }
                try client.close()
            }
            try await writer.value
            #expect(seen.count == 200 && Set(seen).count == 200)
            #expect(Set(seen) == Set(try await test.ids()))
            #expect(frames >= 40)
        }
    }

    @Test func `a reader that does not acknowledge gets a window of deltas, and is then disconnected`() async throws {
        var limits = ServerLimits()
        (limits.pageCards, limits.ackSeconds) = (1, 0.5)
        let test = try await TestServer(limits: limits)
        for _ in 0..<10 { try await test.publish() }
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            _ = try await client.upgrade(credentials)
            try await client.send(.subscribe([.init(streamID: "ops", since: nil)]))
            var deltas = 0
            while true {
                let (opcode, payload) = try await client.frame()
                if opcode == 8 { break }
                if case .delta = try FeedCoder.decodePushFrame(payload) { deltas += 1 }
            }
            #expect(deltas == limits.deltasInFlight)
        }
    }

    @Test func `a reader that does not read is disconnected and frees its place`() async throws {
        var limits = ServerLimits()
        (limits.ackSeconds, limits.connections) = (0.5, 2)
        let test = try await TestServer(limits: limits)
        // More than the buffers of both sides.
        let body = makeBody(text: String(repeating: "long ", count: 3900))
        for _ in 0..<100 { try await test.publish(body) }
        let credentials = try await test.viewer()
        try await test.listening { port in
            var clients: [RawClient] = []
            for _ in 0..<2 {
                let client = try await RawClient(port: port)
                clients.append(client)
                try client.socket.socket.setValue(4096, for: .receiveBufferSize)
                #expect(try await client.upgrade(credentials).status == 101)
                try await client.send(.subscribe([.init(streamID: "ops", since: nil)]))
            }
            // Both places stay taken until the connections have ended, although their clients do nothing.
            try await eventually("a place is free") {
                (try? await RawClient(port: port).request(.user, credentials).status) == 200
            }
            for client in clients { try client.close() }
        }
    }

    @Test func `a silent client gets pings, and is disconnected when it does not respond`() async throws {
        var limits = ServerLimits()
        limits.pingSeconds = 1
        let test = try await TestServer(limits: limits)
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            #expect(try await client.upgrade(credentials).status == 101)
            var pings = 0
            while true {
                let (opcode, payload) = try await client.frame()
                if opcode == 8 { break }
                guard case .ping(let token) = try FeedCoder.decodePushFrame(payload) else { continue }
                pings += 1
                if pings < 3 { try await client.send(.pong(token: token)) }
            }
            #expect(pings == 3)
        }
    }

    @Test func `a connection ends with its token`() async throws {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            #expect(try await client.upgrade(credentials).status == 101)
            try await client.send(.subscribe([.init(streamID: "ops", since: nil)]))
            test.clock.advance(by: 3599)
            try await client.send(.ping(token: "still here"))
            while try await client.push() != .pong(token: "still here") {}
            test.clock.advance(by: 1)
            #expect(try await client.closeCode() == 4001)
            try await test.publish()
            #expect(await client.isClosedByPeer())
        }
    }

    @Test func `an expired cursor is answered with a gap, unknown frames are skipped, pings are answered`() async throws
    {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            _ = try await client.upgrade(credentials)
            guard case .hello(let hello) = try await client.push() else { return #expect(Bool(false), "no hello") }
            #expect(hello.protocolVersion == 1 && hello.serverTime == .fixed)
            try await client.send(.unrecognised(kind: "rainbow"))
            try await client.send(.subscribe([.init(streamID: "ops", since: FeedCursor("other-7"))]))
            #expect(try await client.push() == .gap(stream: "ops"))
            try await client.send(.ping(token: "x"))
            #expect(try await client.push() == .pong(token: "x"))
            try await client.send(opcode: 9, [1, 2])
            let pong = try await client.frame()
            #expect(pong.opcode == 10 && pong.payload == [1, 2])
            try await client.send(opcode: 1, Array("{".utf8))
            guard case .error(let problem) = try await client.push() else { return #expect(Bool(false), "no error") }
            #expect(problem.type == .malformedRequest)
            try await client.send(opcode: 8, [0x03, 0xE8])
            #expect(try await client.closeCode() == 1000)
        }
    }

    @Test(
        arguments: [
            (UInt8(1), Array("{}".utf8), true, false, UInt16(1002)), (2, [1], true, true, 1003),
            (0, [1], true, true, 1002),
            (3, [], true, true, 1002), (9, [UInt8](repeating: 0, count: 126), true, true, 1002),
            (9, [], false, true, 1002),
            (1, [0xFF], true, true, 1007), (8, [0x03], true, true, 1002), (8, [0x03, 0xED], true, true, 1002),
            (1, [UInt8](repeating: 32, count: 1_048_577), true, true, 1009),
        ] as [(UInt8, [UInt8], Bool, Bool, UInt16)])
    func `a violation of the WebSocket protocol closes the connection with its code`(
        opcode: UInt8, payload: [UInt8], isFinal: Bool, isMasked: Bool, code: UInt16
    ) async throws {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            _ = try await client.upgrade(credentials)
            // If the server refuses a frame before it is complete, the connection may be reset while the client still
            // sends.
            try? await client.send(
                opcode: opcode, payload.count > 100_000 ? Array(payload.prefix(70_000)) : payload, isFinal: isFinal,
                isMasked: isMasked)
            if payload.count > 100_000 {
                let big = try await RawClient(port: port)
                _ = try await big.upgrade(credentials)
                try await big.send([0x81, 0xFF, 0, 0, 0, 0xFF, 0, 0, 0, 0])
                #expect(try await big.closeCode() == code)
            } else {
                #expect(try await client.closeCode() == code)
            }
        }
    }

    @Test func `a user's connections are limited, another user's are not`() async throws {
        var limits = ServerLimits()
        limits.connectionsPerUser = 2
        let test = try await TestServer(limits: limits)
        let (ana, bo) = (try await test.viewer("ana"), try await test.viewer("bo"))
        try await test.listening { port in
            let first = try await RawClient(port: port)
            #expect(try await first.upgrade(ana).status == 101)
            #expect(try await RawClient(port: port).upgrade(ana).status == 101)
            #expect(try await RawClient(port: port).upgrade(ana).problem?.type == .tooManyConnections)
            #expect(try await RawClient(port: port).upgrade(bo).status == 101)
            try first.close()
            try await eventually("the place becomes free") {
                try await RawClient(port: port).upgrade(ana).status == 101
            }
        }
    }

    @Test func `large bodies and heads, slow heads and invalid requests are refused`() async throws {
        var limits = ServerLimits()
        (limits.bodyBytes, limits.headerBytes, limits.headerSeconds) = (1000, 2000, 2)
        let test = try await TestServer(limits: limits)
        let credentials = try await test.viewer()
        try await test.listening { port in
            let large = try await RawClient(port: port).request(
                .act, credentials, body: [UInt8](repeating: 32, count: 1001))
            #expect(large.problem?.type == .tooLarge)
            let head = try await RawClient(port: port)
            try await head.send("GET /v1/health HTTP/1.1\r\nX: " + String(repeating: "x", count: 5000))
            #expect(try await head.answer().status == 413)
            let slow = try await RawClient(port: port)
            try await slow.send("GET /v1/health HT")
            #expect(try await slow.answer().problem?.type == .headersTooSlow)
            #expect(await slow.isClosedByPeer())
            for nonsense in [
                "\u{16}\u{3}\u{1}\n\n", "GET /v1/health\r\n\r\n", "GET /v1/health HTTP/1.1\r\nA : b\r\n\r\n",
            ] {
                let client = try await RawClient(port: port)
                try await client.send(nonsense)
                #expect(try await client.answer().problem?.type == .malformedRequest)
            }
            #expect(try await RawClient(port: port).request(.health, nil).status == 200)
        }
    }

    @Test func `chunked bodies are read and pipelined requests are answered in order`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let json = #"{"stream":"ops","users":["ana"],"card":{"content":[{"type":"text","text":"x"}]}}"#
            var text = "POST /v1/cards HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n"
            for (name, value) in test.keys.publisherCredentials.headers { text += "\(name): \(value)\r\n" }
            let (first, second) = (json.prefix(10), json.dropFirst(10))
            text += "\r\n\(String(first.utf8.count, radix: 16))\r\n\(first)\r\n"
            text += "\(String(second.utf8.count, radix: 16));x=y\r\n\(second)\r\n0\r\n\r\n"
            try await client.send(text + "GET /v1/health HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(try await client.answer().status == 201)
            #expect(try await client.answer().status == 200)
        }
    }

    @Test func `stopping closes push connections with a close frame and frees the port in time`() async throws {
        let test = try await TestServer()
        let credentials = try await test.viewer()
        let port = try await test.server.start(listen: .ephemeralLoopback)
        let push = try await RawClient(port: port)
        _ = try await push.upgrade(credentials)
        _ = try await push.push()
        // A silent connection that the server must not wait for. It is accepted before the next one gets a response.
        let silent = try await RawClient(port: port)
        let idle = try await RawClient(port: port)
        _ = try await idle.request(.health, nil)
        async let code = push.closeCode()
        let elapsed = await ContinuousClock().measure { await test.server.stop(within: .seconds(20)) }
        #expect(elapsed < .seconds(5))
        #expect(await silent.isClosedByPeer())
        #expect(try await code == 1001)
        #expect(await idle.isClosedByPeer())
        let next = try await TestServer()
        #expect(try await next.server.start(listen: ListenAddress(host: "127.0.0.1", port: port)) == port)
        await next.server.stop()
    }

    @Test func `a port in use is reported with a remedy`() async throws {
        let first = try await TestServer()
        try await first.listening { port in
            let second = try await TestServer()
            let address = ListenAddress(host: "127.0.0.1", port: port)
            let error = await #expect(throws: FeedServerError.self) { try await second.server.start(listen: address) }
            #expect(error == .addressInUse("127.0.0.1:\(port)"))
            #expect(error?.description.contains("--listen") == true)
        }
    }

    @Test func `an address of another machine is refused with a message`() async throws {
        let test = try await TestServer()
        // An address that is reserved for documentation (RFC 5737).
        let address = ListenAddress(host: "203.0.113.5", port: 18789)
        let error = await #expect(throws: FeedServerError.self) { try await test.server.start(listen: address) }
        let words = try #require(error).description
        #expect(
            words.hasPrefix("Cannot listen on 203.0.113.5:18789: this machine does not have this address"), "\(words)")
        #expect(!words.contains("errno"))
    }

    @Test(arguments: ["127.0.0.1:80", "[::1]:0", "0.0.0.0:65535"])
    func `an address to listen on is read and written`(text: String) throws {
        #expect(try ListenAddress(text).description == text)
    }

    @Test(arguments: ["", "8080", "localhost:80", "::1:80", "127.0.0.1:x", "127.0.0.1:65536", "1.2.3:80"])
    func `text that is not an address is refused`(text: String) {
        #expect(throws: FeedServerError.badAddress(text)) { try ListenAddress(text) }
    }
}
