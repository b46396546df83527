import Cards
import Testing

@testable import CardStreamComapi

/// Conversations and participants (iOS guide of the service, "Messaging services").
@Suite struct ConversationTests {
    let service = ScriptedService()
    static let json = """
        {"id":"new cool convo_sub","name":"Release","description":null,"isPublic":false,
        "roles":{"owner":{"canSend":true,"canAddParticipants":true,"canRemoveParticipants":true},
        "participant":{"canSend":true,"canAddParticipants":false,"canRemoveParticipants":false}},
        "_createdOn":"2018-11-08 15:28:30 +0000"}
        """

    @Test func `a conversation is read, and unreadable times are absent`() throws {
        let conversation = try #require(Conversation(JSONObject(parsing: Self.json)))
        #expect(conversation.id == "new cool convo_sub")
        #expect(conversation.details == nil)
        #expect(conversation.createdOn == nil)
        #expect(conversation.roles.owner.canRemoveParticipants)
        #expect(!conversation.roles[.participant].canAddParticipants)
        #expect(conversation.roles[.participant].canSend)
    }

    @Test func `the user's conversations are requested by profile`() async throws {
        service.respond(
            to: "GET /conversations?", 200,
            #"[{"id":"a","name":"A","participantCount":2,"latestSentEventId":7,"_etag":"\"x\""},{"id":"b"},{}]"#)
        let list = try await service.client().conversations.list()
        #expect(service.requests.last?.target == "/conversations?scope=participant&profileId=ana")
        #expect(list.map(\.id) == ["a", "b"])
        #expect(list[0].participantCount == 2)
        #expect(list[0].latestSentEventID == 7)
        #expect(list[0].etag == "\"x\"")
        #expect(list[1].latestSentEventID == nil)
        service.respond(to: "GET /conversations?", 200, "[]")
        _ = try await service.client().conversations.list(.everyones)
        #expect(service.requests.last?.target == "/conversations?scope=public")
    }

    @Test func `a new conversation is sent completely`() async throws {
        service.respond(to: "POST /conversations", 201, Self.json, etag: "\"1\"")
        let created = try await service.client().conversations.create(
            NewConversation(
                id: "c1", name: "Release", details: "4.12",
                participants: [Participant("bo"), Participant("ana", role: .owner)])
        )
        #expect(created.etag == "\"1\"")
        #expect(
            service.requests.last?.body == [
                "id": "c1", "name": "Release", "description": "4.12", "isPublic": false,
                "roles": [
                    "owner": ["canSend": true, "canAddParticipants": true, "canRemoveParticipants": true],
                    "participant": ["canSend": true, "canAddParticipants": false, "canRemoveParticipants": false],
                ],
                "participants": [["id": "bo", "role": "participant"], ["id": "ana", "role": "owner"]],
            ])
    }

    @Test func `an id that is in use is not reported as a version conflict`() async throws {
        service.respond(to: "POST /conversations", 409, "exists")
        let client = service.client()
        let error = await failure(of: { try await client.conversations.create(NewConversation(id: "c", name: "")) })
        #expect(error?.code == .alreadyExists)
    }

    @Test func `refused fields are named`() async throws {
        service.respond(
            to: "POST /conversations", 400,
            #"{"validationFailures":[{"paramName":"name","message":"is required"},"#
                + #"{"paramName":"roles","message":"is required"}]}"#
        )
        let client = service.client()
        let error = try #require(
            await failure(of: { try await client.conversations.create(NewConversation(id: "c", name: "")) }))
        #expect(error.code == .invalidRequest)
        #expect(
            error.validationFailures == [
                ComapiError.ValidationFailure(field: "name", message: "is required"),
                ComapiError.ValidationFailure(field: "roles", message: "is required"),
            ])
        #expect("\(error)".contains("name: is required"))
    }

    @Test func `an update keeps members that it does not name`() async throws {
        let conversation = try #require(Conversation(JSONObject(parsing: Self.json)))
        var update = ConversationUpdate(conversation)
        update.name = "Release 4.12"
        service.respond(to: "PUT /conversations/new%20cool%20convo_sub", 200, Self.json, etag: "\"2\"")
        try await service.client().conversations.update(conversation.id, update, ifMatch: "\"1\"")
        let sent = try #require(service.requests.last)
        #expect(sent.ifMatch == "\"1\"")
        #expect(sent.body?["name"] == "Release 4.12")
        #expect(sent.body?["roles"]?["owner"]?["canSend"] == true)
        #expect(sent.body?["isPublic"] == false)
    }

    @Test func `a conflict of a deletion carries the conversation as it is now`() async throws {
        service.respond(to: "DELETE /conversations/c", 412)
        service.respond(to: "GET /conversations/c", 200, Self.json, etag: "\"9\"")
        let client = service.client()
        let error = await failure(of: { try await client.conversations.delete("c", ifMatch: "\"1\"") })
        guard case .conversation(let current)? = error?.current else { return #expect(Bool(false)) }
        #expect(current.etag == "\"9\"")
        service.respond(to: "DELETE /conversations/c", 204, "")
        try await client.conversations.delete("c")
        #expect(service.requests.last?.ifMatch == nil)
    }

    @Test func `participants are listed, added and removed`() async throws {
        let conversations = service.client().conversations
        service.respond(
            to: "GET /conversations/c/participants", 200,
            #"[{"id":"ana","role":"owner"},{"profileId":"bo"},{"id":"cy","role":"guest"},{"role":"owner"}]"#)
        #expect(
            try await conversations.participants(of: "c") == [
                Participant("ana", role: .owner), Participant("bo"), Participant("cy"),
            ])
        service.respond(to: "POST /conversations/c/participants", 201)
        try await conversations.add([Participant("dee")], to: "c")
        #expect(service.requests.last?.body == [["id": "dee", "role": "participant"]])
        service.respond(to: "DELETE /conversations/c/participants", 204, "")
        try await conversations.remove(["bo", "c&y"], from: "c")
        #expect(service.requests.last?.target == "/conversations/c/participants?id=bo&id=c%26y")
        #expect(service.requests.last?.body == nil)
        let count = service.requests.count
        try await conversations.add([], to: "c")
        try await conversations.remove([], from: "c")
        #expect(service.requests.count == count)
    }
}
