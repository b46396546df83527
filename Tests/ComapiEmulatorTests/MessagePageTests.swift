import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// Pages of messages, backwards, and the history of events, forwards.
@Suite struct MessagePageTests {
    /// Events: 0 create, 1 participantAdded, 2 sent one, 3 sent two, 4 delivered one, 5 read two, 6 sent three,
    /// 7 delivered three.
    private func fixture() throws -> (EmulatorFixture, [String]) {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        try fixture.createConversation()
        var ids = [try fixture.say("one"), try fixture.say("two")]
        fixture.report("delivered", [ids[0]])
        fixture.report("read", [ids[1]])
        ids.append(try fixture.say("three"))
        fixture.report("delivered", [ids[2]])
        return (fixture, ids)
    }

    @Test(
        arguments: [
            // The query, the indexes of messages, the numbers of orphaned events, and the earliest and latest event.
            ("", [0, 1, 2], [], 0, 7), ("?limit=100", [0, 1, 2], [], 0, 7), ("?limit=2", [2], [], 6, 7),
            ("?limit=3", [2], [5], 5, 7), ("?limit=4", [2], [4, 5], 4, 7), ("?limit=1", [], [7], 7, 7),
            ("?limit=5", [1, 2], [4], 3, 7), ("?limit=2&from=5", [], [4, 5], 4, 5),
            ("?limit=2&from=3", [0, 1], [], 2, 3),
            ("?limit=2&from=1", [], [], 0, 1), ("?from=0", [], [], 0, 0), ("?from=2&limit=50", [0], [], 0, 2),
            ("?from=99&limit=1", [], [7], 7, 7),
        ] as [(String, [Int], [Int], Int, Int)])
    func `a page goes backwards, and its limit counts events of all kinds`(
        query: String, messages: [Int], orphans: [Int], earliest: Int, latest: Int
    ) throws {
        var (fixture, ids) = try fixture()
        let page = try fixture.json("GET", "/conversations/c1/messages\(query)", as: "ana")
        #expect(page["messages"]?.array?.map { $0["id"]?.string } == messages.map { ids[$0] })
        #expect(page["orphanedEvents"]?.array?.map { $0["id"]?.int } == orphans)
        #expect(page["earliestEventId"]?.int == earliest && page["latestEventId"]?.int == latest)
    }

    @Test func `a status of a message in an older page is an orphan there and not folded again`() throws {
        var (fixture, ids) = try fixture()
        let page = try fixture.json("GET", "/conversations/c1/messages?limit=3", as: "ana")
        let orphan = try #require(page["orphanedEvents"]?.array?.first)
        let listed = try fixture.json("GET", "/conversations/c1/events?from=5&limit=1", as: "ana")
        let eventID = try #require(listed.array?.first?["eventId"])
        #expect(
            orphan
                == [
                    "id": 5,
                    "data": [
                        "name": "read", "eventId": eventID, "profileId": "ben",
                        "payload": [
                            "messageId": .string(ids[1]), "conversationId": "c1", "isPublicConversation": false,
                            "profileId": "ben", "timestamp": .string(EmulatorFixture.now),
                        ],
                    ],
                ])
        let older = try fixture.json("GET", "/conversations/c1/messages?limit=3&from=4", as: "ana")
        #expect(older["messages"]?.array?.map { $0["statusUpdates"]?.object?.count } == [1, 0])
    }

    @Test(arguments: ["limit=0", "limit=101", "limit=x", "from=-1"])
    func `a limit is from 1 to 100`(query: String) throws {
        var (fixture, _) = try fixture()
        let response = fixture.response("GET", "/conversations/c1/messages?\(query)", as: "ana")
        #expect(response.status == 400 && response.failures == [String(query.prefix { $0 != "=" })])
    }

    @Test(
        arguments: [("from=0&limit=3", [0, 1, 2]), ("from=6&limit=100", [6, 7]), ("from=8&limit=1", [])]
            as [(String, [Int])])
    func `events go forwards from a number`(query: String, numbers: [Int]) throws {
        var (fixture, _) = try fixture()
        let events = try fixture.json("GET", "/conversations/c1/events?\(query)", as: "ana")
        #expect(events.array?.map { $0["conversationEventId"]?.int } == numbers)
    }

    @Test func `events need both parameters`() throws {
        var (fixture, _) = try fixture()
        for (query, failures) in [("", ["from", "limit"]), ("?from=0", ["limit"]), ("?limit=5", ["from"])] {
            let response = fixture.response("GET", "/conversations/c1/events\(query)", as: "ana")
            #expect(response.status == 400 && response.failures == failures)
        }
        #expect(fixture.status("GET", "/conversations/c1/events?from=100&limit=0", as: "ana") == 400)
    }

    @Test func `every kind of event takes the next number, and the history has the conversation at the top`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        try fixture.createConversation()
        _ = fixture.response("POST", "/conversations/c1/participants", as: "ana", body: #"[{"id":"cyd"}]"#)
        _ = fixture.service.setRole(.owner, of: "cyd", in: "c1", by: "ana")
        _ = fixture.response("DELETE", "/conversations/c1/participants?id=cyd", as: "ana")
        _ = fixture.response("POST", "/conversations/c1/typing", as: "ana")
        let body = "{\"name\":\"Coffee\",\"roles\":\(EmulatorFixture.roles)}"
        _ = fixture.response("PUT", "/conversations/c1", as: "ana", body: body)
        let id = try fixture.say("hi")
        fixture.report("delivered", [id])
        fixture.report("read", [id])
        _ = fixture.response("DELETE", "/conversations/c1", as: "ana")
        _ = fixture.service.undeleteConversation("c1", by: "ana")
        let events = try #require(try fixture.json("GET", "/conversations/c1/events?from=0&limit=100", as: "ana").array)
        #expect(
            events.map { $0["name"]?.string } == [
                "conversation.create", "conversation.participantAdded", "conversation.participantAdded",
                "conversation.participantUpdated", "conversation.participantRemoved", "conversation.update",
                "conversationMessage.sent", "conversationMessage.delivered", "conversationMessage.read",
                "conversation.delete", "conversation.undelete",
            ])
        #expect(events.map { $0["conversationEventId"]?.int } == Array(0...10))
        #expect(events.allSatisfy { $0["conversationId"] == "c1" })
    }
}
