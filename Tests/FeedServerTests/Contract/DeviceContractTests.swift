import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

/// The audit record of asks names the device that a viewer states, in process and over a port.
@Suite struct DeviceContractTests {
    private static let device = ViewerDevice(id: "3f0c9a2b51d74e88", name: "ana's laptop")
    private static let body = CardBody(components: [
        .headline(Card.Headline(text: "Release?")),
        .buttons(Card.ButtonContainer(buttons: [Card.Button(text: "Yes", action: .submit(.init(buttonName: "yes")))])),
    ])

    /// The response that a publisher gets.
    private func answer(
        _ test: TestServer, _ route: FeedRoute, _ body: [UInt8] = []
    ) async -> (status: Int, body: [UInt8]) {
        let answer = await test.server.respond(
            to: route.method, route.target, headers: test.keys.publisherCredentials.headers, body: body,
            mostBytes: 1 << 20)
        return (answer.status, answer.body)
    }

    private func ask(_ test: TestServer) async throws -> Ask {
        let request = AskRequest(streamID: "ops", users: ["ana"], body: Self.body.encoded(), timeout: 600)
        return try FeedCoder.decodeAsk(await answer(test, .makeAsk, FeedCoder.encode(request)).body)
    }

    private func rows(_ test: TestServer, of ask: Ask) async throws -> [JSONValue] {
        let lines = await answer(test, .audit(AuditQuery(ask: ask.id))).body
        return try lines.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Array($0)) }
    }

    private func devices(_ test: TestServer, of ask: Ask) async throws -> [String: JSONValue?] {
        Dictionary(
            try await rows(test, of: ask).map { ($0["event"]?.string ?? "", $0["detail"]?["device"]) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test(arguments: ClientTransport.allCases)
    func `the audit record names the device for delivered, seen, answered and dismissed cards`(
        transport: ClientTransport
    ) async throws {
        let test = try await TestServer()
        let stated: JSONValue = ["id": "3f0c9a2b51d74e88", "name": "ana's laptop"]
        try await transport.with(test, device: Self.device) { client in
            let first = try await ask(test)
            _ = try await client.snapshot("ops", nil)
            let seen = AnalyticsRecord(
                id: "r", name: "card-displayed", at: .fixed, streamID: "ops", card: .init(id: first.cards[0].id))
            _ = try await client.sendAnalytics([seen])
            _ = try await client.act(
                ActionRequest(
                    key: "k", streamID: "ops", cardID: first.cards[0].id,
                    response: .submit(buttonName: "yes", values: [:]), at: .fixed))
            #expect(
                try await devices(test, of: first)
                    == ["asked": nil, "told": stated, "seen": stated, "answered": stated, "settled": nil])

            let second = try await ask(test)
            let socket = try await client.openSocket()
            var frames = FrameReader(socket)
            try await socket.send(.subscribe([.init(streamID: "ops", since: nil)]))
            try await socket.send(.ack(stream: "ops", cursor: try await frames.delta().cursor))
            try await eventually("the card is told") { try await rows(test, of: second).count == 2 }
            _ = try await client.act(
                ActionRequest(
                    key: "d", streamID: "ops", cardID: second.cards[0].id, response: .dismiss, at: .fixed))
            await socket.close()
            #expect(
                try await devices(test, of: second)
                    == ["asked": nil, "told": stated, "dismissed": stated, "settled": nil])

            var check = AuditCheck()
            let all = await answer(test, .audit(AuditQuery())).body.split(separator: UInt8(ascii: "\n"))
            for line in all { #expect(check.add(try JSONValue(parsing: Array(line))) == nil) }
            #expect(check.last == 9)
        }
    }

    @Test func `a viewer that states no device is recorded without one`() async throws {
        let test = try await TestServer()
        try await ClientTransport.livePort.with(test) { client in
            let ask = try await ask(test)
            _ = try await client.snapshot("ops", nil)
            #expect(try await devices(test, of: ask) == ["asked": nil, "told": nil])
        }
    }

    @Test func `a header that is wrong or repeated is refused`() async throws {
        let test = try await TestServer()
        try await test.listening { port in
            let viewer = try await test.viewer()
            let wrong = try await RawClient(port: port)
                .request(.snapshot(stream: "ops"), viewer, headers: [("Cardstream-Device", "x")])
            #expect(wrong.status == 400 && wrong.problem?.detail?.contains("Cardstream-Device") == true)
            let twice = try await RawClient(port: port).request(
                .snapshot(stream: "ops"), viewer,
                headers: [("Cardstream-Device", "3f0c9a2b"), ("cardstream-device", "3f0c9a2c")])
            #expect(twice.status == 400)
        }
    }
}
