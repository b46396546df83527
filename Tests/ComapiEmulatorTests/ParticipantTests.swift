import Cards
import EmulatorHTTP
import Testing

@testable import ComapiEmulator

/// Participants, and what roles allow.
@Suite struct ParticipantTests {
    private func ids(_ fixture: inout EmulatorFixture, as profile: String = "ana") throws -> [String] {
        try fixture.json("GET", "/conversations/c1/participants", as: profile).array?.compactMap { $0["id"]?.string }
            ?? []
    }

    @Test func `profiles are added once and keep their role`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        let exchange = fixture.exchange(
            "POST", "/conversations/c1/participants", as: "ana",
            body: #"[{"id":"ana","role":"participant"},{"id":"cyd","role":"owner"},{"id":"dee"},{"id":"dee"}]"#)
        #expect(exchange.response.status == 201)
        #expect(exchange.events.map { $0.frame["payload"]?["profileId"] } == ["cyd", "dee"])
        #expect(
            try fixture.json("GET", "/conversations/c1/participants", as: "ana")
                == [
                    ["id": "ben", "role": "participant"], ["id": "ana", "role": "owner"],
                    ["id": "cyd", "role": "owner"], ["id": "dee", "role": "participant"],
                ])
        let refused = fixture.response("POST", "/conversations/c1/participants", as: "ana", body: #"[{"role":"x"},7]"#)
        #expect(refused.status == 400)
        #expect(refused.failures == ["participants.0.id", "participants.0.role", "participants.1"])
    }

    @Test(arguments: [("?id=ben&id=cyd&id=none", ""), ("", #"["ben","cyd","none"]"#)])
    func `profiles to remove are in the query or in the body`(query: String, body: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation(with: ["ben", "cyd", "dee"])
        let exchange = fixture.exchange("DELETE", "/conversations/c1/participants\(query)", as: "ana", body: body)
        #expect(exchange.response.status == 204)
        #expect(exchange.events.map { $0.frame["payload"]?["profileId"] } == ["ben", "cyd"])
        // The removed profile is notified as well.
        #expect(exchange.events.map(\.profileIDs) == [["ana", "ben", "cyd", "dee"], ["ana", "cyd", "dee"]])
        #expect(try ids(&fixture) == ["dee", "ana"])
    }

    @Test(arguments: ["", "{}", "[1]"])
    func `a removal names profiles`(body: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana"])
        try fixture.createConversation()
        #expect(fixture.status("DELETE", "/conversations/c1/participants", as: "ana", body: body) == 400)
    }

    @Test func `a role without a right is refused`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        let mute = EmulatorFixture.roles.replacing(
            "\"participant\":{\"canSend\":true", with: "\"participant\":{\"canSend\":false")
        try fixture.createConversation(with: ["ben", "cyd"], roles: mute)
        let message = #"{"parts":[{"data":"hi"}]}"#
        let add = #"[{"id":"dee"}]"#
        #expect(fixture.status("POST", "/conversations/c1/messages", as: "ben", body: message) == 403)
        #expect(fixture.status("POST", "/conversations/c1/participants", as: "ben", body: add) == 403)
        #expect(fixture.status("POST", "/conversations/c1/participants", as: "ben", body: #"[{"id":"ben"}]"#) == 403)
        #expect(fixture.status("DELETE", "/conversations/c1/participants?id=cyd", as: "ben") == 403)
        #expect(try ids(&fixture) == ["ben", "cyd", "ana"])
        #expect(fixture.status("POST", "/conversations/c1/messages", as: "ana", body: message) == 200)
        // With the role of an owner, the same profile can.
        let events = fixture.service.setRole(.owner, of: "ben", in: "c1", by: "admin")
        #expect(events.map(\.name) == ["conversation.participantUpdated"])
        #expect(fixture.service.setRole(.owner, of: "ben", in: "c1", by: "admin").isEmpty)
        #expect(fixture.status("POST", "/conversations/c1/messages", as: "ben", body: message) == 200)
        #expect(fixture.status("POST", "/conversations/c1/participants", as: "ben", body: add) == 201)
        #expect(fixture.status("DELETE", "/conversations/c1/participants?id=cyd", as: "ben") == 204)
    }

    @Test func `a private conversation does not exist for others`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "cyd"])
        try fixture.createConversation()
        for (method, path) in [
            ("GET", ""), ("PUT", ""), ("DELETE", ""), ("GET", "/participants"), ("POST", "/participants"),
            ("DELETE", "/participants?id=ben"), ("POST", "/typing"), ("GET", "/messages"), ("POST", "/messages"),
            ("POST", "/messages/statusupdates"), ("GET", "/events?from=0&limit=1"),
        ] {
            #expect(fixture.status(method, "/conversations/c1\(path)", as: "cyd") == 404)
        }
    }

    @Test func `a public conversation can be read and joined, and written to by participants`() throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "cyd"])
        try fixture.createConversation(isPublic: true)
        for path in ["", "/participants", "/messages", "/events?from=0&limit=1"] {
            #expect(fixture.status("GET", "/conversations/c1\(path)", as: "cyd") == 200)
        }
        let message = #"{"parts":[{"data":"hi"}]}"#
        for (method, path, body) in [
            ("PUT", "", "{}"), ("DELETE", "", ""), ("POST", "/typing", ""), ("DELETE", "/typing", ""),
            ("POST", "/messages", message), ("POST", "/messages/statusupdates", "[]"),
            ("POST", "/participants", #"[{"id":"dee"}]"#), ("POST", "/participants", #"[{"id":"cyd","role":"owner"}]"#),
            ("DELETE", "/participants?id=ben", ""),
        ] {
            #expect(fixture.status(method, "/conversations/c1\(path)", as: "cyd", body: body) == 403)
        }
        #expect(fixture.status("POST", "/conversations/c1/participants", as: "cyd", body: #"[{"id":"cyd"}]"#) == 201)
        #expect(fixture.status("POST", "/conversations/c1/messages", as: "cyd", body: message) == 200)
        #expect(fixture.status("DELETE", "/conversations/c1/participants?id=cyd", as: "cyd") == 204)
        #expect(fixture.status("POST", "/conversations/c1/messages", as: "cyd", body: message) == 403)
    }

    @Test(arguments: ["POST", "DELETE"])
    func `typing has an empty response, no number and no entry in the history`(method: String) throws {
        var fixture = try EmulatorFixture(profiles: ["ana", "ben"])
        try fixture.createConversation()
        for body in ["", "{}"] {
            let exchange = fixture.exchange(method, "/conversations/c1/typing", as: "ben", body: body)
            #expect(exchange.response == EmulatorResponse(status: 204))
            #expect(exchange.events.map(\.profileIDs) == [["ana", "ben"]])
        }
        #expect(try fixture.json("GET", "/conversations/c1/events?from=0&limit=100", as: "ana").array?.count == 2)
        #expect(fixture.status(method, "/conversations/none/typing", as: "ben") == 404)
    }
}
