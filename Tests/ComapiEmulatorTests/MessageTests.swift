import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// Sending messages and reporting their statuses.
@Suite struct MessageTests {
    @Test func `a message is answered with its identifier and number`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let body = """
            {"metadata":{"ComapiMessageTempId":"t1"},"parts":[{"name":"n","type":"text/plain","data":"hi","size":2},\
            {"type":"image/png","url":"https://example.com/a.png"}],"alert":{"title":"Tea"},"from":{"name":"Ana B"}}
            """
        let sent = try fixture.json("POST", "/conversations/c1/messages", as: "ana", body: body)
        let id = try #require(sent["id"])
        #expect(sent == ["id": id, "eventId": 2])
        let page = try fixture.json("GET", "/conversations/c1/messages", as: "ana")
        #expect(
            page["messages"]
                == [
                    [
                        "id": id, "sentEventId": 2, "metadata": ["ComapiMessageTempId": "t1"],
                        "context": [
                            "from": ["id": "ana", "name": "Ana B"], "conversationId": "c1", "sentBy": "ana",
                            "sentOn": .string(EmulatorFixture.now),
                        ],
                        "parts": [
                            ["name": "n", "type": "text/plain", "data": "hi", "size": 2],
                            ["type": "image/png", "url": "https://example.com/a.png"],
                        ], "statusUpdates": [:],
                    ]
                ])
    }

    @Test(arguments: [
        ("{}", ["parts"]), (#"{"parts":[]}"#, ["parts"]), (#"{"parts":[7],"metadata":[]}"#, ["metadata", "parts.0"]),
        (#"{"parts":[{"type":1,"size":-1}]}"#, ["parts.0.type", "parts.0.size"]), ("", ["body"]),
    ])
    func `a message has parts`(body: String, failures: [String]) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let exchange = fixture.exchange("POST", "/conversations/c1/messages", as: "ana", body: body)
        #expect(exchange.response.status == 400 && exchange.response.failures == failures && exchange.events.isEmpty)
    }

    @Test(arguments: ["statusupdates", "statusUpdates"])
    func `statuses are an array, and the response is a text`(name: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        try fixture.createConversation()
        let (first, second) = (try fixture.say("one"), try fixture.say("two"))
        let body = """
            [{"messageIds":["\(first)","\(second)","unknown"],"status":"delivered","timestamp":"2026-01-15T08:59:59.000Z"},\
            {"messageIds":["\(first)"],"status":"read","timestamp":"2026-01-15T09:00:00.000Z"}]
            """
        let exchange = fixture.exchange("POST", "/conversations/c1/messages/\(name)", as: "ben", body: body)
        #expect(exchange.response.status == 200 && exchange.response.text == "OK")
        #expect(
            exchange.events.map(\.name) == [
                "conversationMessage.delivered", "conversationMessage.delivered", "conversationMessage.read",
            ])
        let page = try fixture.json("GET", "/conversations/c1/messages", as: "ana")
        #expect(
            page["messages"]?.array?.map { $0["statusUpdates"] } == [
                ["ben": ["status": "read", "on": "2026-01-15T09:00:00.000Z"]],
                ["ben": ["status": "delivered", "on": "2026-01-15T08:59:59.000Z"]],
            ])
    }

    @Test func `delivered never replaces read, and a repeated status is no event`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        try fixture.createConversation()
        let id = try fixture.say("one")
        #expect(fixture.report("read", [id]).events.count == 1)
        #expect(fixture.report("read", [id], timestamp: "2026-01-15T10:00:00.000Z").events.isEmpty)
        #expect(fixture.report("delivered", [id], timestamp: "2026-01-15T11:00:00.000Z").events.count == 1)
        let page = try fixture.json("GET", "/conversations/c1/messages", as: "ana")
        #expect(
            page["messages"]?.array?.first?["statusUpdates"]
                == ["ben": ["status": "read", "on": .string(EmulatorFixture.now)]])
    }

    @Test(arguments: [
        (#"{"messageIds":[],"status":"read","timestamp":"2026-01-15T09:00:00.000Z"}"#, ["body"]),
        ("[{}]", ["0.messageIds", "0.status", "0.timestamp"]),
        (#"[{"messageIds":[1],"status":"seen","timestamp":"now"}]"#, ["0.messageIds", "0.status", "0.timestamp"]),
    ])
    func `a malformed report is refused`(body: String, failures: [String]) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let response = fixture.response("POST", "/conversations/c1/messages/statusupdates", as: "ana", body: body)
        #expect(response.status == 400 && response.failures == failures)
    }
}
