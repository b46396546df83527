import Cards
import FeedAPI
import Foundation
import Support
import Testing

private let now = FeedTime.date(milliseconds: 1_795_221_000_123)
private let body = Array(#"{ "components" : [ {"type":"text","text":"Überraschung \u00e9"} ], "x":0.10 }"#.utf8)

private func entry(_ id: String = "c1", sequence: Int64 = 7) -> FeedEntry {
    FeedEntry(
        id: CardID(id), sequence: sequence, status: .active, priority: 2, createdAt: now, updatedAt: now + 1,
        activeAt: now + 2, snoozedUntil: now + 3, expiresAt: now + 4, vote: .down, body: body)
}

private let delta = FeedDelta(
    streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: 9), upserts: [entry(), entry("c2", sequence: 8)],
    removals: [FeedRemoval(id: "c3", sequence: 9, status: .expired)], hasMore: true, serverTime: now)

@Suite struct FeedCoderTests {
    @Test func `a page round-trips, with bodies byte for byte`() throws {
        let page = FeedPage(
            streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: 9), entries: [entry()], next: "n", totalCount: 3,
            hasEverHadCard: true, serverTime: now)
        #expect(try FeedCoder.decodePage(FeedCoder.encode(page)) == page)
    }

    @Test func `a delta has the documented JSON`() {
        let delta = FeedDelta(
            streamID: "ops", cursor: FeedCursor(epoch: "e", sequence: 9),
            upserts: [
                FeedEntry(id: "c", sequence: 1, createdAt: now, updatedAt: now, activeAt: now, body: Array("{}".utf8))
            ],
            removals: [FeedRemoval(id: "d", sequence: 9, status: .dismissed)], serverTime: now)
        let time = "2026-11-21T00:30:00.123Z"
        #expect(
            String(decoding: FeedCoder.encode(PushFrame.delta(delta)), as: UTF8.self) == """
                {"kind":"delta","stream":"ops","cursor":"e-9","upserts":[{"id":"c","seq":1,"status":"active",\
                "priority":5,"created":"\(time)","updated":"\(time)","active":"\(time)","card":{}}],\
                "removals":[{"id":"d","seq":9,"status":"dismissed"}],"serverTime":"\(time)"}
                """)
    }

    @Test(
        arguments: [
            .hello(PushFrame.Hello(serverTime: now, maxFrameBytes: 1 << 20, pingSeconds: 25)), .delta(delta),
            .gap(stream: "ops"), .live(stream: "ops", cursor: FeedCursor("e-1")), .ping(token: "\"\n"),
            .pong(token: ""), .error(Problem(.badCard, detail: "d", pointer: "/a", expected: "b", line: 3)),
        ] as [PushFrame])
    func `a push frame round-trips`(frame: PushFrame) throws {
        #expect(try FeedCoder.decodePushFrame(FeedCoder.encode(frame)) == frame)
    }

    @Test(
        arguments: [
            .subscribe([
                ClientFrame.Subscription(streamID: "a", since: nil),
                .init(streamID: "b", since: FeedCursor("e-3")),
            ]),
            .unsubscribe(["a", "b"]), .ack(stream: "a", cursor: FeedCursor("e-4")), .ping(token: "x"),
            .pong(token: "x"),
        ] as [ClientFrame])
    func `a client frame round-trips`(frame: ClientFrame) throws {
        #expect(try FeedCoder.decodeClientFrame(FeedCoder.encode(frame)) == frame)
    }

    @Test func `frames of a later version decode as unrecognised`() throws {
        let bytes = Array(#"{"kind":"rainbow","more":[1]}"#.utf8)
        #expect(try FeedCoder.decodePushFrame(bytes) == .unrecognised(kind: "rainbow"))
        #expect(try FeedCoder.decodeClientFrame(bytes) == .unrecognised(kind: "rainbow"))
    }

    @Test(
        arguments: [
            .dismiss, .submit(buttonName: "ok", values: ["a": 0.10, "b": ["c": nil]]), .snooze(until: now),
            .voteUp(message: nil), .voteUp(message: "ta"), .voteDown(reason: .tooOften, message: "no"),
        ] as [CardResponse])
    func `an action round-trips`(response: CardResponse) throws {
        let request = ActionRequest(
            key: ActionKey("k"), streamID: "ops", cardID: "c1", response: response, at: now)
        #expect(try FeedCoder.decodeActionRequest(FeedCoder.encode(request)) == request)
    }

    @Test func `receipts, outcomes and publish requests round-trip`() throws {
        let receipt = ActionReceipt(key: ActionKey("k"), cardID: "c", status: .completed, sequence: 4)
        #expect(try FeedCoder.decodeActionReceipt(FeedCoder.encode(receipt)) == receipt)
        let published = PublishReceipt(cards: [.init(id: "c", user: "ana", streamID: "ops", status: .embargoed)])
        #expect(try FeedCoder.decodePublishReceipt(FeedCoder.encode(published)) == published)
        let outcome = CardOutcome(
            id: "c", user: "ana", streamID: "ops", status: .completed, createdAt: now, updatedAt: now,
            responses: [.init(response: .submit(buttonName: "ok", values: ["x": 1]), at: now, receivedAt: now + 1)])
        #expect(try FeedCoder.decodeCardOutcome(FeedCoder.encode(outcome)) == outcome)
        let request = PublishRequest(streamID: "ops", users: ["ana", "bo"], key: "k", body: body)
        #expect(try FeedCoder.decodePublishRequest(FeedCoder.encode(request)) == request)
    }

    @Test(arguments: [
        (#"{"key":"k","stream":"s","card":"c","action":"juggle","at":"2026-11-21T00:00:00Z"}"#, "/action"),
        (
            #"{"key":"k","stream":"s","card":"c","action":"snooze","until":"soon","at":"2026-11-21T00:00:00Z"}"#,
            "/until"
        ),
        (#"{"key":"","stream":"s","card":"c","action":"dismiss","at":"2026-11-21T00:00:00Z"}"#, "/key"),
        (#"{"key":"k","stream":"s","action":"dismiss","at":"2026-11-21T00:00:00Z"}"#, "/card"),
        (
            #"{"key":"k","stream":"s","card":"c","action":"vote-down","reason":"x","at":"2026-11-21T00:00:00Z"}"#,
            "/reason"
        ),
    ])
    func `an invalid action is refused with the field and what is expected`(json: String, pointer: String) {
        let problem = #expect(throws: Problem.self) { try FeedCoder.decodeActionRequest(Array(json.utf8)) }
        #expect(problem?.type == .badAction)
        #expect(problem?.pointer == pointer)
        #expect(problem?.expected?.isEmpty == false)
    }

    @Test func `a vote message is limited to 280 characters, not bytes`() throws {
        let request = { (count: Int) in
            ActionRequest(
                key: ActionKey("k"), streamID: "s", cardID: "c",
                response: .voteUp(message: String(repeating: "é", count: count)), at: now)
        }
        #expect(throws: Never.self) { try FeedCoder.decodeActionRequest(FeedCoder.encode(request(280))) }
        let problem = #expect(throws: Problem.self) {
            try FeedCoder.decodeActionRequest(FeedCoder.encode(request(281)))
        }
        #expect(problem?.pointer == "/message")
    }

    @Test func `problems keep their type, also unknown ones`() throws {
        let problem = Problem(.cursorExpired, detail: "old")
        #expect(try FeedCoder.decodeProblem(FeedCoder.encode(problem)) == problem)
        let foreign = try FeedCoder.decodeProblem(Array(#"{"type":"https://else.where/x","status":418}"#.utf8))
        #expect(foreign.type == .unrecognised && foreign.status == 418)
    }

    @Test func `nesting is bounded`() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: Problem.self) {
            try FeedCoder.decodePublishRequest(Array(#"{"stream":"s","users":["a"],"card":{"x":\#(deep)"#.utf8))
        }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["BENCH"] != nil))
    func `decoding keeps up with 100,000 entries a second`() throws {
        let entry = FeedEntry(
            id: CardID(UUID().uuidString), sequence: 1, createdAt: now, updatedAt: now, activeAt: now,
            body: Array(
                #"{"components":[\#((0..<8).map { #"{"type":"text","text":"Paragraph \#($0) of a card, of ordinary length."}"# }.joined(separator: ","))]}"#
                    .utf8))
        let bytes = FeedCoder.encode(
            FeedDelta(
                streamID: "s", cursor: FeedCursor("e-1"), upserts: Array(repeating: entry, count: 200),
                serverTime: now))
        let elapsed = try ContinuousClock().measure { for _ in 0..<100 { _ = try FeedCoder.decodeDelta(bytes) } }
        print("decode: \(Int(20_000 / (elapsed / .seconds(1)))) entries/s of \(entry.body.count) bytes")
        #expect(elapsed < .milliseconds(200))
    }
}
