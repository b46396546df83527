import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The guarantees that every source of cards gives its clients, in process and over a port.
@Suite struct FeedContractTests {
    private func request(_ card: CardID, _ response: CardResponse, key: String = UUID().uuidString) -> ActionRequest {
        ActionRequest(
            key: ActionKey(key), streamID: "ops", cardID: card, response: response, at: .fixed)
    }

    @Test(arguments: ClientTransport.allCases)
    func `a snapshot has pages in order, and the total count`(transport: ClientTransport) async throws {
        var limits = ServerLimits()
        limits.pageCards = 2
        let test = try await TestServer(limits: limits)
        try await transport.with(test) { client in
            let empty = try await client.snapshot("ops", nil)
            #expect(empty.entries.isEmpty && empty.next == nil && !empty.hasEverHadCard && empty.totalCount == 0)
            var ids: [CardID] = []
            for priority in [3, 1, 2, 5, 4] {
                ids.append(try await test.publish(makeBody(title: "P\(priority)", priority: priority)))
            }
            _ = try await client.act(request(ids[0], .snooze(until: test.clock.now + 60)))
            var page = try await client.snapshot("ops", nil)
            let cursor = page.cursor
            var entries = page.entries
            #expect(page.totalCount == 4 && page.hasEverHadCard && page.entries.count == 2)
            while let next = page.next {
                page = try await client.snapshot("ops", next)
                #expect(page.cursor == cursor)
                entries += page.entries
            }
            #expect(entries.map(\.priority) == [1, 2, 4, 5, 3] && entries.last?.status == .snoozed)
            #expect(entries.last?.snoozedUntil == test.clock.now + 60)
            #expect(try CardBody.decode(entries[0].body).title == "P1")
        }
    }

    @Test(arguments: ClientTransport.allCases)
    func `changes are delivered since a cursor, and an unknown cursor is refused`(transport: ClientTransport)
        async throws
    {
        let test = try await TestServer()
        try await transport.with(test) { client in
            let (kept, gone) = (try await test.publish(), try await test.publish())
            let cursor = try await client.snapshot("ops", nil).cursor
            #expect(try await client.changes("ops", cursor) == nil)
            _ = try await client.act(request(gone, .dismiss))
            let new = try await test.publish(makeBody(title: "New"))
            let delta = try #require(try await client.changes("ops", cursor))
            #expect(delta.upserts.map(\.id) == [new] && delta.removals.map(\.id) == [gone] && !delta.hasMore)
            #expect(delta.removals.first?.status == .dismissed)
            #expect(try await client.changes("ops", delta.cursor) == nil)
            for wrong in [FeedCursor(epoch: "other", sequence: 1), FeedCursor("no cursor")] {
                #expect(await problem { try await client.changes("ops", wrong) }?.type == .cursorExpired, "\(wrong)")
            }
            #expect(Set(try await test.ids()) == [new, kept])
        }
    }

    @Test(arguments: ClientTransport.allCases)
    func `each response has its effect once, also if it is repeated`(transport: ClientTransport) async throws {
        let test = try await TestServer()
        try await transport.with(test) { client in
            let (first, second, third) = (try await test.publish(), try await test.publish(), try await test.publish())
            let submit = request(first, .submit(buttonName: "approve", values: ["note": "ok", "n": 1.5]), key: "k1")
            let receipt = try await client.act(submit)
            #expect(receipt.status == .completed && receipt.cardID == first && receipt.key == submit.key)
            #expect(try await client.act(submit) == receipt)
            #expect(await problem { try await client.act(request(second, .dismiss, key: "k1")) }?.type == .keyReused)
            #expect(try await client.act(request(second, .voteUp(message: "good"))).status == .active)
            let snoozed = try await client.act(request(second, .snooze(until: test.clock.now + 60)))
            #expect(snoozed.status == .snoozed && snoozed.sequence > receipt.sequence)
            #expect(try await client.act(request(second, .unsnooze)).status == .active)
            #expect(try await client.act(request(second, .dismiss)).status == .dismissed)
            #expect(await problem { try await client.act(request(second, .dismiss)) }?.type == .cardClosed)
            #expect(await problem { try await client.act(request("none", .dismiss)) }?.type == .unknownCard)
            let down = CardResponse.voteDown(reason: .tooOften, message: nil)
            #expect(await problem { try await client.act(request(third, down)) }?.type == .notOffered)
            #expect(
                await problem { try await client.act(request(third, .snooze(until: test.clock.now - 1))) }?.pointer
                    == "/until")
            #expect(try await test.ids() == [third])
        }
    }

    @Test(arguments: ClientTransport.allCases)
    func `a subscription delivers present and later cards, and a gap for an unknown cursor`(
        transport: ClientTransport
    ) async throws {
        let test = try await TestServer()
        try await transport.with(test) { client in
            let card = try await test.publish()
            let socket = try await client.openSocket()
            #expect(socket.hello.protocolVersion == 1 && socket.hello.serverTime == test.clock.now)
            var frames = FrameReader(socket)
            try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
            let backlog = try await frames.delta()
            #expect(backlog.upserts.map(\.id) == [card])
            try await socket.send(.ack(stream: "ops", cursor: backlog.cursor))
            #expect(try await frames.next() == .live(stream: "ops", cursor: backlog.cursor))
            let other = try await test.publish(makeBody(title: "Pushed"))
            let pushed = try await frames.delta()
            #expect(pushed.upserts.map(\.id) == [other])
            #expect(try await client.changes("ops", backlog.cursor)?.cursor == pushed.cursor)
            try await socket.send(.ack(stream: "ops", cursor: pushed.cursor))
            _ = try await test.server.cancel(other, environment: test.keys.environment)
            #expect(try await frames.delta().removals.map(\.status) == [.cancelled])
            try await socket.send(.ping(token: "t"))
            #expect(try await frames.next() == .pong(token: "t"))
            try await socket.send(.subscribe([.init(streamID: "ops", since: FeedCursor(epoch: "x", sequence: 9))]))
            #expect(try await frames.next() == .gap(stream: "ops"))
            await socket.close()
        }
    }

    @Test(arguments: ClientTransport.allCases)
    func `profile, devices, events and metrics are the user's own`(transport: ClientTransport) async throws {
        let test = try await TestServer()
        try await transport.with(test) { client in
            let card = try await test.publish()
            try await test.publish(to: ["bo"])
            #expect(try await client.metrics() == UserMetrics(streams: ["ops": .init(total: 1, unseen: 1)]))
            let record = AnalyticsRecord(
                id: "r", name: "card-displayed", at: .fixed, streamID: "ops", card: .init(id: card))
            #expect(try await client.sendAnalytics([record, record]) == AnalyticsReceipt(accepted: 1, duplicates: 1))
            #expect(try await client.metrics().unseenCards == 0)

            let wishes = UserSettings(
                name: "Ana", notificationsEnabled: false, notificationTimes: [.sunday: []])
            let after = try await client.updateUser(wishes)
            #expect(after.name == "Ana" && after.notificationsEnabled == false)
            #expect(try await client.user() == after)
            #expect(
                await problem { try await client.updateUser(UserSettings()) }?.type == .malformedRequest)

            let device = DeviceRegistration(token: "0123456789abcdef", environment: .both)
            #expect(try await client.registerDevice(device) == [.sandbox, .production])
            try await client.registerStreams(
                StreamRegistration(token: device.token, streams: ["ops"], notificationsEnabled: true))
            #expect(try await client.user().notificationsEnabled == true)
            #expect(try await client.deregisterDevice(device) == [.sandbox, .production])
            #expect(
                await problem { try await client.registerDevice(DeviceRegistration(token: "short")) }?.pointer
                    == "/token")

            let event = CustomEvent(id: "e", name: "signed up", properties: ["seats": 3], at: .fixed)
            try await client.sendEvent(event)
            try await client.sendEvent(event)
        }
    }

    @Test(arguments: ClientTransport.allCases)
    func `a file is accepted only for its card and field`(transport: ClientTransport) async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let bytes = UploadTests.picture(50_000)
        let path = directory + "/picture.png"
        try Data(bytes).write(to: URL(filePath: path))
        try await transport.with(test) { client in
            let card = try await test.publish(UploadTests.body())
            func send(_ bucket: String, size: Int) async throws(FeedError) -> UploadReceipt {
                try await client.upload(
                    UploadTarget(key: ActionKey(bucket), streamID: "ops", cardID: card, bucketID: BucketID(bucket)),
                    UploadFile(path: path, filename: "a.png", format: .png, size: size), { _ in })
            }
            let receipt = try await send("receipts", size: bytes.count)
            #expect(receipt.size == bytes.count && receipt.format == .png && receipt.filename == "a.png")
            #expect(try await send("receipts", size: bytes.count) == receipt)
            #expect(await problem { try await send("other", size: bytes.count) } != nil)
            await #expect(throws: FeedError.self) { try await send("receipts", size: 3) }
            let values: JSONObject = ["photo": receipt.value]
            #expect(
                try await client.act(request(card, .submit(buttonName: "send", values: values))).status == .completed)
        }
    }
}
