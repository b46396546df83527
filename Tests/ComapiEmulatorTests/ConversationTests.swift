import Cards
import EmulatorHTTP
import Support
import Testing

@testable import ComapiEmulator

/// Creating, listing, replacing and deleting conversations.
@Suite struct ConversationTests {
    @Test func `a new conversation has its creator as owner`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let body = """
            {"id":"c 1","name":"Tea","roles":\(EmulatorFixture.roles),"isPublic":false,"messageScope":"p2p",\
            "participants":[{"id":"ana","role":"participant"},{"id":"ben"},{"id":"cyd","role":"owner"}]}
            """
        let response = fixture.response("POST", "/conversations", as: "ana", body: body)
        #expect(response.status == 201)
        let roles = try JSONParser.parse(EmulatorFixture.roles)
        let conversation: JSONValue = [
            "id": "c 1", "name": "Tea", "description": nil, "roles": roles, "isPublic": false, "messageScope": "p2p",
            "_createdOn": .string(EmulatorFixture.now), "_createdBy": "ana",
            "_updatedOn": .string(EmulatorFixture.now), "_updatedBy": "ana",
        ]
        #expect(try JSONParser.parse(response.body) == conversation)
        let read = fixture.response("GET", "/conversations/c%201", as: "ana")
        #expect(try JSONParser.parse(read.body) == conversation)
        #expect(read.headers["ETag"] == response.headers["ETag"])
        #expect(read.headers["Last-Modified"] == "Thu, 15 Jan 2026 09:00:00 GMT")
        #expect(
            try fixture.json("GET", "/conversations/c%201/participants", as: "ana")
                == [
                    ["id": "ben", "role": "participant"], ["id": "cyd", "role": "owner"],
                    ["id": "ana", "role": "owner"],
                ])
    }

    @Test(arguments: [
        ("{}", ["id", "name", "roles", "isPublic"]),
        (
            #"{"id":"c","name":"n","isPublic":true,"roles":{"owner":{"canSend":true}}}"#,
            ["roles.participant", "roles.owner.canAddParticipants", "roles.owner.canRemoveParticipants"]
        ),
        (#"{"id":"","name":null,"isPublic":"no","roles":\#(EmulatorFixture.roles)}"#, ["id", "name", "isPublic"]),
        (
            #"{"id":"c","name":"n","isPublic":true,"roles":\#(EmulatorFixture.roles),"participants":[{"role":"boss"}]}"#,
            ["participants.0.id", "participants.0.role"]
        ),
        ("no JSON", ["body"]),
    ])
    func `a new conversation needs id, name, roles and isPublic`(body: String, failures: [String]) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        let exchange = fixture.exchange("POST", "/conversations", as: "ana", body: body)
        #expect(exchange.response.status == 400 && Set(exchange.response.failures) == Set(failures))
        #expect(exchange.events.isEmpty)
        #expect(try fixture.json("GET", "/conversations", as: "ana") == [])
    }

    @Test func `an identifier is used once, also after the conversation was deleted`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let body = "{\"id\":\"c1\",\"name\":\"n\",\"isPublic\":true,\"roles\":\(EmulatorFixture.roles)}"
        #expect(fixture.status("POST", "/conversations", as: "ana", body: body) == 409)
        #expect(fixture.status("DELETE", "/conversations/c1", as: "ana") == 204)
        #expect(fixture.status("POST", "/conversations", as: "ana", body: body) == 409)
    }

    @Test func `lists have the caller's conversations or the public ones`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben", "cyd"])
        try fixture.createConversation("private", with: ["ben"])
        try fixture.createConversation("public", with: [], isPublic: true)
        try fixture.createConversation("gone", with: ["ben"], isPublic: true)
        #expect(fixture.status("DELETE", "/conversations/gone", as: "ana") == 204)
        func list(_ query: String, as profile: String) throws -> [String] {
            try fixture.json("GET", "/conversations\(query)", as: profile).array?.compactMap { $0["id"]?.string } ?? []
        }
        #expect(try list("", as: "ana") == ["private", "public"])
        #expect(try list("?profileId=ben", as: "ben") == ["private"])
        #expect(try list("?scope=participant&profileId=ben", as: "ben") == ["private"])
        #expect(try list("?scope=public&profileId=ben", as: "ben") == ["public"])
        // Conversations of ana in which cyd does not take part are not shown to cyd.
        #expect(try list("?scope=participant&profileId=ana", as: "cyd") == ["public"])
        #expect(fixture.status("GET", "/conversations?scope=all", as: "ana") == 400)
    }

    @Test func `a list item has the participants' number, the newest message and the ETag`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        var item = try #require(try fixture.json("GET", "/conversations", as: "ana").array?.first)
        let tag = try #require(fixture.response("GET", "/conversations/c1", as: "ana").headers["ETag"])
        #expect(item["participantCount"] == 2 && item["_etag"] == .string(tag))
        #expect(item.object?["latestSentEventId"] == nil)
        try fixture.say("one")
        try fixture.say("two")
        item = try #require(try fixture.json("GET", "/conversations", as: "ana").array?.first)
        #expect(item["latestSentEventId"] == 3)
    }

    @Test func `an update replaces name, description and roles`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        try fixture.createConversation(isPublic: true)
        fixture.clock.advance(by: 1)
        let body = "{\"name\":\"Coffee\",\"roles\":\(EmulatorFixture.roles)}"
        let result = try fixture.json("PUT", "/conversations/c1", as: "ben", body: body)
        #expect(result["name"] == "Coffee" && result["description"] == .null && result["isPublic"] == true)
        #expect(result["_createdBy"] == "ana" && result["_updatedBy"] == "ben")
        #expect(result["_updatedOn"] == "2026-01-15T09:00:01.000Z")
        let refused = fixture.response("PUT", "/conversations/c1", as: "ben", body: #"{"id":"c2"}"#)
        #expect(refused.status == 400 && refused.failures == ["id", "name", "roles"])
        #expect(fixture.status("PUT", "/conversations/none", as: "ben", body: body) == 404)
    }

    @Test func `the ETag depends neither on participants nor on times`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        func tag() throws -> String {
            try #require(fixture.response("GET", "/conversations/c1", as: "ana").headers["ETag"])
        }
        let first = try tag()
        fixture.clock.advance(by: 60)
        _ = fixture.response("POST", "/conversations/c1/participants", as: "ana", body: #"[{"id":"cyd"}]"#)
        try fixture.say("hello")
        #expect(try tag() == first)
        let same = """
            {"name":"Tea","description":"Four o'clock","roles":\(EmulatorFixture.roles),"isPublic":false}
            """
        #expect(fixture.status("PUT", "/conversations/c1", as: "ana", body: same) == 200)
        #expect(try tag() == first)
        let other = "{\"name\":\"Coffee\",\"roles\":\(EmulatorFixture.roles)}"
        #expect(fixture.status("PUT", "/conversations/c1", as: "ana", body: other) == 200)
        #expect(try tag() != first)
    }

    @Test(arguments: ["PUT", "DELETE"])
    func `a write with another ETag is refused and writes nothing`(method: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let before = fixture.response("GET", "/conversations/c1", as: "ana")
        let tag = try #require(before.headers["ETag"])
        let body = method == "PUT" ? "{\"name\":\"Coffee\",\"roles\":\(EmulatorFixture.roles)}" : ""
        let wrong = [EmulatorHeader("If-Match", "\"other\"")]
        let refused = fixture.exchange(method, "/conversations/c1", as: "ana", body: body, headers: wrong)
        #expect(refused.response.status == 412 && refused.events.isEmpty)
        #expect(refused.response.headers["Content-Type"]?.hasPrefix("text/plain") == true)
        #expect(fixture.response("GET", "/conversations/c1", as: "ana") == before)
        let right = [EmulatorHeader("If-Match", tag)]
        let status = fixture.status(method, "/conversations/c1", as: "ana", body: body, headers: right)
        #expect(status == (method == "PUT" ? 200 : 204))
    }

    @Test func `a deleted conversation is gone until it is restored with all that was in it`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let message = try fixture.say("hello")
        #expect(fixture.status("DELETE", "/conversations/c1", as: "ana") == 204)
        for path in ["", "/participants", "/messages", "/events?from=0&limit=10"] {
            #expect(fixture.status("GET", "/conversations/c1\(path)", as: "ana") == 404)
        }
        #expect(fixture.status("DELETE", "/conversations/c1", as: "ana") == 404)
        #expect(fixture.service.undeleteConversation("none", by: "admin").isEmpty)
        let events = fixture.service.undeleteConversation("c1", by: "admin")
        #expect(events.map(\.name) == ["conversation.undelete"])
        #expect(fixture.service.undeleteConversation("c1", by: "admin").isEmpty)
        let page = try fixture.json("GET", "/conversations/c1/messages", as: "ana")
        #expect(page["messages"]?.array?.map { $0["id"] } == [.string(message)])
        #expect(page["latestEventId"] == 4)
    }
}
