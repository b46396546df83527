import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamComapi

/// Conversations and participants against the emulator.
@Suite(.timeLimit(.minutes(1))) struct EmulatorConversationTests {
    @Test(arguments: Transport.allCases)
    func `a new conversation has its creator as owner`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let conversations = space.client("ana").conversations
            let created = try await conversations.create(
                NewConversation(
                    id: "new cool convo_sub", name: "Tea", details: "Four o'clock", participants: [Participant("ben")]))
            #expect(created.value.name == "Tea" && created.value.details == "Four o'clock")
            #expect(created.value.roles == ConversationRoles() && !created.value.isPublic)
            #expect(created.value.createdOn == space.clock.now && created.etag != nil)
            #expect(try await conversations.conversation("new cool convo_sub") == created)
            let participants = try await conversations.participants(of: "new cool convo_sub")
            #expect(Set(participants) == [Participant("ana", role: .owner), Participant("ben")])
        }
    }

    @Test(arguments: Transport.allCases)
    func `an identifier exists once, and refused fields are named`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let conversations = space.client("ana").conversations
            try await conversations.create(NewConversation(id: "c", name: "Tea"))
            let twice = await failure { try await conversations.create(NewConversation(id: "c", name: "Tea")) }
            #expect(twice?.code == .alreadyExists && twice?.status == 409)
            let nameless = await failure { try await conversations.create(NewConversation(id: "d", name: "")) }
            #expect(nameless?.code == .invalidRequest && nameless?.status == 400)
            #expect(nameless?.validationFailures.map(\.field) == ["name"])
            #expect(nameless?.validationFailures.first?.message.isEmpty == false)
            let missing = await failure { try await conversations.conversation("d") }
            #expect(missing?.code == .notFound && missing?.status == 404)
        }
    }

    @Test(arguments: Transport.allCases)
    func `lists have counts, the latest message and the entity tag`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let ana = space.client("ana").conversations
            let ben = space.client("ben").conversations
            let tea = try await ana.create(NewConversation(id: "tea", name: "Tea", participants: [Participant("ben")]))
            try await ana.create(NewConversation(id: "own", name: "Notes"))
            try await ana.create(NewConversation(id: "lobby", name: "Lobby", isPublic: true))
            #expect(try await ana.list().map(\.id) == ["tea", "own", "lobby"])
            var listed = try #require(try await ben.list().first)
            #expect(listed.id == "tea" && listed.participantCount == 2 && listed.latestSentEventID == nil)
            #expect(listed.etag == tea.etag)
            let sent = try await ben.send(SendableMessage("Hello"), to: "tea")
            listed = try #require(try await ben.list().first)
            #expect(listed.latestSentEventID == sent.eventID)
            #expect(try await ben.list(.everyones).map(\.id) == ["lobby"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `an update of another state is a conflict with the current one`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let conversations = space.client("ana").conversations
            let old = try await conversations.create(NewConversation(id: "c", name: "Tea", details: "Four"))
            var update = ConversationUpdate(old.value)
            update.name = "Coffee"
            update.details = nil
            let current = try await conversations.update("c", update, ifMatch: old.etag)
            #expect(current.value.name == "Coffee" && current.value.details == nil && current.etag != old.etag)
            let late = await failure {
                try await conversations.update("c", ConversationUpdate(old.value), ifMatch: old.etag)
            }
            let delete = await failure { try await conversations.delete("c", ifMatch: old.etag) }
            for error in [late, delete] {
                #expect(error?.code == .conflict && error?.status == 412)
                #expect(error?.current == .conversation(current))
            }
            // Participants do not affect the entity tag.
            try await conversations.add([Participant("ben")], to: "c")
            #expect(try await conversations.conversation("c").etag == current.etag)
            try await conversations.delete("c", ifMatch: current.etag)
            #expect(await failure { try await conversations.conversation("c") }?.code == .notFound)
        }
    }

    @Test(arguments: Transport.allCases)
    func `participants are added, listed and removed`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let conversations = space.client("ana").conversations
            try await conversations.create(NewConversation(id: "c", name: "Tea"))
            try await conversations.add(
                [Participant("ben", role: .owner), Participant("a&id=ana"), Participant("dov")], to: "c")
            // Existing participants are left unchanged.
            try await conversations.add([Participant("ben")], to: "c")
            let all = try await conversations.participants(of: "c")
            #expect(all.map(\.profileID) == ["ana", "ben", "a&id=ana", "dov"])
            #expect(all.map(\.role) == [.owner, .owner, .participant, .participant])
            try await conversations.remove(["a&id=ana", "dov", "stranger"], from: "c")
            #expect(try await conversations.participants(of: "c").map(\.profileID) == ["ana", "ben"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a role without the right is refused`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let ana = space.client("ana").conversations
            let ben = space.client("ben").conversations
            let roles = ConversationRoles(
                participant: RolePermissions(canSend: false, canAddParticipants: false, canRemoveParticipants: false))
            try await ana.create(
                NewConversation(id: "c", name: "News", roles: roles, participants: [Participant("ben")]))
            let send = await failure { try await ben.send(SendableMessage("Hello"), to: "c") }
            let add = await failure { try await ben.add([Participant("dov")], to: "c") }
            let remove = await failure { try await ben.remove(["ana"], from: "c") }
            for error in [send, add, remove] {
                #expect(error?.code == .unexpectedStatus && error?.status == 403 && error?.isTemporary == false)
            }
            // Leaving a conversation needs no right.
            try await ben.remove(["ben"], from: "c")
            #expect(await failure { try await ben.conversation("c") }?.code == .notFound)
        }
    }

    @Test(arguments: Transport.allCases)
    func `a lost, truncated or invalid response is an error that says so`(over transport: Transport) async throws {
        try await EmulatedSpace.run(over: transport) { space in
            let conversations = space.client("ana").conversations
            try await conversations.create(NewConversation(id: "c", name: "Tea"))
            let rows: [(RequestFault.Effect, ComapiError.Code, status: Int?, isTemporary: Bool)] = [
                (.lostResponse, .connectionFailed, nil, true), (.cutResponse, .connectionFailed, nil, true),
                (.brokenJSON, .malformedAnswer, 200, false), (.serverError, .unexpectedStatus, 500, true),
                (.tooManyRequests(retryAfter: 3), .unexpectedStatus, 429, true),
            ]
            for (effect, code, status, isTemporary) in rows {
                await space.fail(effect, method: "PUT", "/conversations/c", count: 1)
                let update = ConversationUpdate(name: "Coffee", roles: ConversationRoles())
                let error = await failure { try await conversations.update("c", update) }
                #expect(error?.code == code && error?.status == status, "\(effect): \(error as Any)")
                #expect(error?.isTemporary == isTemporary && error?.mayHaveArrived == true, "\(effect)")
            }
            #expect(try await conversations.conversation("c").value.name == "Coffee")
        }
    }
}
