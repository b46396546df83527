import Cards
import FeedAPI
import FeedServer
import FlyingSocks
import Foundation
import Support
import Testing

/// A server that is told to stop and has time to do so.
@Suite struct DrainTests {
    @Test func `without connections, the shutdown does not wait`() async throws {
        let test = try await TestServer()
        try await test.listening { _ in
            let elapsed = await ContinuousClock().measure { await test.server.drain(within: .seconds(600)) }
            #expect(elapsed < .seconds(5))
        }
    }

    @Test func `viewers are told to come back, and the server ends when they have gone`() async throws {
        let test = try await TestServer()
        let viewers = ["ana", "bo", "cy"]
        try await test.listening { port in
            var sockets: [RawClient] = []
            for viewer in viewers {
                let socket = try await RawClient(port: port)
                _ = try await socket.upgrade(try await test.viewer(viewer))
                sockets.append(socket)
            }
            async let drained: Void = test.server.drain(within: .seconds(600))
            for socket in sockets {
                #expect(try await socket.closeCode() == 1001)
                try await socket.send(opcode: 8, [])
            }
            await drained
        }
    }

    @Test func `a request in progress completes, and later ones are refused`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let working = try await HeldRequest(of: test, port: port)
            async let drained: Void = test.server.drain(within: .seconds(600))
            try await eventually("the server is not ready") {
                try await RawClient(port: port).request(.ready, nil).problem?.type == .shuttingDown
            }
            #expect(try await RawClient(port: port).upgrade(try await test.viewer()).problem?.type == .shuttingDown)
            #expect(try await RawClient(port: port).request(.live, nil).status == 200)
            let late = try await RawClient(port: port)
            #expect(try await late.request(.asks(AskQuery()), test.keys.publisherCredentials).status == 200)
            #expect(await late.isClosedByPeer())
            let answer = try await working.finish()
            #expect(answer.status == 201 && answer.headers["connection"] == "close")
            await drained
        }
    }

    @Test func `the next request of an idle connection gets a response, and is its last`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let idle = try await RawClient(port: port)
            #expect(try await idle.request(.live, nil).headers["connection"] != "close")
            let working = try await HeldRequest(of: test, port: port)
            async let drained: Void = test.server.drain(within: .seconds(600))
            // Like a proxy that has not noticed it yet.
            while try await idle.request(.live, nil).headers["connection"] != "close" {}
            #expect(try await working.finish().status == 201)
            await drained
        }
    }

    @Test func `after a response that began before the shutdown, one more request gets a response`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let card = try await test.publish(UploadTests.body())
        // More than the kernel buffers, so that it is sent while it is read.
        let bytes = UploadTests.picture(16_000_000)
        let target = UploadTarget(key: ActionKey("k"), streamID: "ops", cardID: card, bucketID: "receipts")
        let path = directory + "/a.png"
        try Data(bytes).write(to: URL(filePath: path))
        let picture = UploadFile(path: path, filename: "a.png", format: .png, size: bytes.count)
        let file = try await test.client().upload(target, picture) { _ in }
        _ = try await test.act(.submit(buttonName: "send", values: ["photo": file.value]), on: card)
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let route = FeedRoute.uploaded(file.id)
            try await client.send(route.method, route.target, test.keys.publisherCredentials)
            var answer = try await client.answerHead()
            #expect(answer.headers["connection"] != "close")
            async let drained: Void = test.server.drain(within: .seconds(600))
            while try await RawClient(port: port).request(.live, nil).headers["connection"] != "close" {}
            answer.body = try await client.socket.read(bytes: bytes.count)
            #expect(answer.body == bytes)
            let last = try await client.request(.live, nil)
            #expect(last.status == 200 && last.headers["connection"] == "close")
            await drained
        }
    }

    @Test func `connections in the queue of the socket get a response when the server stops`() async throws {
        var limits = ServerLimits()
        limits.connections = 4
        let test = try await TestServer(limits: limits)
        let port = try await test.server.start(listen: .ephemeralLoopback)
        // These connections take all places for unauthenticated clients, so the next one is not accepted immediately.
        let others = [try await RawClient(port: port), try await RawClient(port: port)]
        let client = try await RawClient(port: port)
        try await client.send("GET /v1/health HTTP/1.1\r\nHost: test\r\n\r\n")
        await test.server.stop(within: .seconds(60))
        #expect(try await client.answer().status == 200)
        for other in others { try other.close() }
    }

    @Test func `a waiting request ends with its usual response, and no new one waits`() async throws {
        let test = try await TestServer()
        let card = try await test.publish()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            async let waited = client.request(.outcome(card, wait: 50), test.keys.publisherCredentials)
            try await eventually("the request waits") { await test.server.waitingOutcomes == 1 }
            // Delays the stop of the server, so that it still responds below.
            let working = try await HeldRequest(of: test, port: port)
            async let drained: Void = test.server.drain(within: .seconds(600))
            let answer = try await waited
            #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self).contains("active"))
            let next = try await RawClient(port: port)
                .request(.outcome(card, wait: 50), test.keys.publisherCredentials)
            #expect(next.problem?.type == .shuttingDown && next.headers["retry-after"] != nil)
            #expect(try await working.finish().status == 201)
            await drained
        }
    }

    @Test func `a cancellation ends the shutdown immediately`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let working = try await HeldRequest(of: test, port: port)
            let draining = Task { await test.server.drain(within: .seconds(600)) }
            draining.cancel()
            await draining.value
            #expect(try await working.finish().status == 201)
        }
    }
}

/// A publication whose body the server is waiting for.
private struct HeldRequest {
    private let client: RawClient
    private let body = Array(#"{"stream":"ops","users":["ana"],"card":{"content":[{"type":"text","text":"x"}]}}"#.utf8)

    init(of test: TestServer, port: UInt16) async throws {
        client = try await RawClient(port: port)
        var head = "POST /v1/cards HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.count)\r\n"
        for (name, value) in test.keys.publisherCredentials.headers { head += "\(name): \(value)\r\n" }
        // The server responds with 100 once it has started to read the request.
        try await client.send(head + "Expect: 100-continue\r\n\r\n")
        #expect(try await client.answer().status == 100)
    }

    func finish() async throws -> RawClient.Answer {
        try await client.send(body)
        return try await client.answer()
    }
}
