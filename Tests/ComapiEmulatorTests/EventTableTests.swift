import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// All thirteen events with their exact JSON, and `socket.info`.
@Suite struct EventTableTests {
    /// The JSON without `eventId`, `name`, `apiSpaceId` and `publishedOn`, which all events have. `MESSAGE` and `ETAG`
    /// are placeholders for values that the service generated.
    private static let table: [(name: String, json: String)] = [
        (
            "profile.update",
            """
            {"context":{"createdBy":"ana"},"profileId":"ana","revision":1,"etag":ETAG,
             "payload":{"email":"a@example.com","shoe":{"size":38}}}
            """
        ),
        (
            "conversation.create",
            """
            {"context":{"createdBy":"ana"},"conversationId":"c1","conversationEventId":0,
             "payload":{"id":"c1","name":"Tea","description":"Four o'clock","roles":ROLES,"isPublic":false,
             "participants":[{"id":"ben","role":"participant"},{"id":"ana","role":"owner"}]}}
            """
        ),
        (
            "conversation.participantAdded",
            """
            {"context":{"createdBy":"ana"},"conversationId":"c1","conversationEventId":1,
             "payload":{"profileId":"ana","role":"owner","conversationId":"c1","apiSpaceId":"shop"}}
            """
        ),
        (
            "conversation.participantUpdated",
            """
            {"context":{"createdBy":"ana"},"conversationId":"c1","conversationEventId":2,
             "payload":{"profileId":"ben","role":"owner","conversationId":"c1","apiSpaceId":"shop"}}
            """
        ),
        (
            "conversation.update",
            """
            {"context":{"createdBy":"ben"},"conversationId":"c1","conversationEventId":3,"revision":1,"etag":ETAG,
             "payload":{"id":"c1","name":"Coffee","roles":ROLES,"isPublic":false}}
            """
        ),
        (
            "conversation.participantTyping",
            """
            {"context":{"createdBy":"ben","createdOn":"2026-01-15T09:00:00.000Z"},"accountId":42,
             "payload":{"profileId":"ben","conversationId":"c1"}}
            """
        ),
        (
            "conversation.participantTypingOff",
            """
            {"context":{"createdBy":"ben","createdOn":"2026-01-15T09:00:00.000Z"},"accountId":42,
             "payload":{"profileId":"ben","conversationId":"c1"}}
            """
        ),
        (
            "conversationMessage.sent",
            """
            {"context":{"createdBy":"ana"},"conversationEventId":4,
             "payload":{"messageId":MESSAGE,"metadata":{"k":1},
             "context":{"from":{"id":"ana"},"conversationId":"c1","sentBy":"ana","sentOn":"2026-01-15T09:00:00.000Z"},
             "parts":[{"type":"text/plain","data":"hi"}],"alert":{"title":"Tea","platforms":{"apns":{"badge":1}}}}}
            """
        ),
        (
            "conversationMessage.delivered",
            """
            {"context":{"createdBy":"ben"},"conversationEventId":5,
             "payload":{"messageId":MESSAGE,"conversationId":"c1","profileId":"ben",
             "timestamp":"2026-01-15T08:59:00.000Z","isPublicConversation":false}}
            """
        ),
        (
            "conversationMessage.read",
            """
            {"context":{"createdBy":"ben"},"conversationEventId":6,
             "payload":{"messageId":MESSAGE,"conversationId":"c1","profileId":"ben",
             "timestamp":"2026-01-15T09:00:00.000Z","isPublicConversation":false}}
            """
        ),
        (
            "conversation.delete",
            """
            {"context":{"createdBy":"ben"},"conversationId":"c1","conversationEventId":7,"etag":ETAG,
             "payload":{"date":"2026-01-15T09:00:00.000Z"}}
            """
        ),
        (
            "conversation.undelete",
            """
            {"context":{"createdBy":"ana"},"conversationId":"c1","conversationEventId":8,"etag":ETAG,
             "payload":{"id":"c1","name":"Coffee","roles":ROLES,"isPublic":false}}
            """
        ),
        (
            "conversation.participantRemoved",
            """
            {"context":{"createdBy":"ben"},"conversationId":"c1","conversationEventId":9,
             "payload":{"profileId":"ben","conversationId":"c1","apiSpaceId":"shop"}}
            """
        ),
    ]

    @Test func `each write causes its event, with every member on its level`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        var events: [EmulatorEvent] = []
        func send(_ method: String, _ path: String, as profile: String, _ body: String = "") -> EmulatorResponse {
            let exchange = fixture.exchange(method, path, as: profile, body: body)
            events += exchange.events
            return exchange.response
        }
        let profile = send("PATCH", "/profiles/ana", as: "ana", #"{"email":"a@example.com","shoe":{"size":38}}"#)
        let profileTag = try #require(profile.headers["ETag"])
        _ = send(
            "POST", "/conversations", as: "ana",
            """
            {"id":"c1","name":"Tea","description":"Four o'clock","roles":\(EmulatorFixture.roles),"isPublic":false,\
            "participants":[{"id":"ben"}]}
            """)
        events += fixture.service.setRole(.owner, of: "ben", in: "c1", by: "ana")
        let update = "{\"name\":\"Coffee\",\"roles\":\(EmulatorFixture.roles)}"
        let tag = try #require(send("PUT", "/conversations/c1", as: "ben", update).headers["ETag"])
        _ = send("POST", "/conversations/c1/typing", as: "ben")
        _ = send("DELETE", "/conversations/c1/typing", as: "ben")
        let sent = send(
            "POST", "/conversations/c1/messages", as: "ana",
            """
            {"metadata":{"k":1},"parts":[{"type":"text/plain","data":"hi"}],\
            "alert":{"title":"Tea","platforms":{"apns":{"badge":1}}}}
            """)
        let message = try #require(try JSONParser.parse(sent.body)["id"]?.string)
        for (status, time) in [("delivered", "2026-01-15T08:59:00.000Z"), ("read", EmulatorFixture.now)] {
            events += fixture.report(status, [message], timestamp: time).events
        }
        _ = send("DELETE", "/conversations/c1", as: "ben")
        events += fixture.service.undeleteConversation("c1", by: "ana")
        _ = send("DELETE", "/conversations/c1/participants?id=ben", as: "ben")

        #expect(events.map(\.name) == Self.table.map(\.name))
        #expect(Set(events.compactMap { $0.frame["eventId"]?.string }).count == 13)
        for (event, row) in zip(events, Self.table) {
            let text = row.json.replacing("MESSAGE", with: "\"\(message)\"").replacing(
                "ROLES", with: EmulatorFixture.roles
            )
            .replacing("ETAG", with: JSONValue.string(row.name == "profile.update" ? profileTag : tag).text())
            var expected = try #require(try JSONParser.parse(text).object)
            expected["eventId"] = event.frame["eventId"]
            expected["name"] = .string(row.name)
            expected["apiSpaceId"] = "shop"
            expected["publishedOn"] = .string(EmulatorFixture.now)
            #expect(event.frame == expected)
            #expect(event.profileIDs == (row.name == "profile.update" ? ["ana"] : ["ana", "ben"]))
        }
    }

    @Test func `the names of ETags and participants in events are configurable`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"]) { configuration in
            configuration.eventETagKey = "eTag"
            configuration.createEventParticipantKey = "profileId"
        }
        let profile = fixture.exchange("PATCH", "/profiles/ana", as: "ana", body: "{}")
        #expect(profile.events.first?.frame["eTag"]?.string == profile.response.headers["ETag"])
        #expect(profile.events.first?.frame["etag"] == nil && profile.events.first?.frame["payload"] == [:])
        let body = "{\"id\":\"c1\",\"name\":\"n\",\"isPublic\":true,\"roles\":\(EmulatorFixture.roles)}"
        let created = fixture.exchange("POST", "/conversations", as: "ana", body: body)
        #expect(
            created.events.first?.frame["payload"]?["participants"] == [["profileId": "ana", "role": "owner"]])
    }
}
