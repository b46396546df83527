import Basics
import CardSources
import Cards
import ComapiEmulator
import ComapiSupport
import EmulatorHTTP
import Foundation
import Support
import Testing
import VendorClient

@testable import CardStreamComapi

/// Conversations as cards: what they show, and how the user acts on them.
@Suite(.timeLimit(.minutes(1))) struct ComapiSourceTests {
    @Test func `a conversation is a card, newest first, with the names of profiles`() async throws {
        try await SourceRig.run { rig in
            try await rig.ben.profiles.patch("ben", ["firstName": "Ben", "lastName": "Ode"])
            try await rig.converse("old", name: "Old")
            try await rig.say("First", in: "old")
            try await rig.converse("new", name: "New")
            try await rig.say("Second", in: "new")
            let entries = try await rig.snapshot()
            #expect(entries.map(\.id) == ["new", "old"])
            let body = try CardBody.decode(entries[0].body)
            #expect(body.category?.text == "Ben Ode and you")
            #expect(body.messageTexts.first?.hasPrefix("**Ben Ode** · ") == true)
            #expect(body.messageTexts.first?.hasSuffix("new\\\nSecond") == true)
        }
    }

    @Test func `a reply is a message, and is shown immediately as the user's own`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await rig.say("Ready?")
            let receipt = try await rig.reply("On my way")
            #expect(receipt.status == .active)
            #expect(try await rig.texts() == ["Ready?", "On my way"])
            #expect(try await rig.card().messageTexts.last?.hasSuffix("On my way") == true)
        }
    }

    @Test func `a reply whose response is lost is sent once`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await rig.say("Ready?")
            _ = try await rig.snapshot()
            await rig.space.wait { await rig.source.receipts.isEmpty }
            await rig.space.fail(.lostResponse, method: "POST", "/conversations/release/messages")
            let key = UUID().uuidString
            await #expect(throws: SourceError.self) { try await rig.reply("Yes", key: key) }
            // Others write in the meantime.
            for number in 1...3 { try await rig.say("More \(number)") }
            try await rig.reply("Yes", key: key)
            try await rig.reply("Yes", key: key)
            #expect(try await rig.texts().count { $0 == "Yes" } == 1)
        }
    }

    @Test func `a queued file is uploaded once with the message, whichever response is lost`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let storage = FileStorage()
            let rig = SourceRig(space, storage: storage)
            try await rig.converse()
            let bytes = [UInt8](repeating: 9, count: 20_000)
            await storage.keep(bytes, as: "f1")
            let file = QueuedFile(name: "f1", filename: "plan.bin", type: "application/x", size: bytes.count)
            let reply = ComapiSource.message("The plan", file: file)
            let key = UUID().uuidString
            await space.fail(.serverError, method: "POST", "/content")
            await #expect(throws: SourceError.self) { try await rig.perform(reply, key: key) }
            await space.fail(.lostResponse, method: "POST", "/conversations/release/messages")
            await #expect(throws: SourceError.self) { try await rig.perform(reply, key: key) }
            #expect(await storage.names == ["f1"])
            let again = SourceRig.source(of: space.client("ana"), space, storage)
            try await rig.perform(reply, key: key, by: again)
            let messages = try await rig.ben.conversations.messages(of: "release").messages
            #expect(messages.map(\.text) == ["The plan"])
            let part = try #require(messages.first?.parts.last)
            #expect(part.name == "plan.bin" && part.data == nil && part.size == bytes.count)
            #expect(try await space.content(at: try #require(part.url)) == bytes)
            #expect(await storage.names.isEmpty)
            // Without its file, the message is not sent.
            let gone = QueuedFile(name: "f2", filename: "plan.bin", type: "application/x", size: bytes.count)
            let refusal = try await rig.refusal { try await rig.perform(ComapiSource.message("", file: gone)) }
            #expect(refusal.detail?.contains("plan.bin is missing on this machine") == true)
        }
    }

    @Test func `the notification detail changes only with messages of others`() async throws {
        try await SourceRig.run { rig in
            func detail() async throws -> JSONValue? { try await rig.card().metadata["notificationDetail"] }
            try await rig.converse()
            #expect(try await detail() == nil)
            try await rig.say("Ready?")
            let first = try #require(try await detail())
            #expect(first["from"] == "ben" && first["conversation"] == "release")
            try await rig.reply("Yes")
            #expect(try await detail() == first)
            try await rig.say("Good")
            #expect(try await detail() != first)
        }
    }

    @Test func `a reply whose response is lost is sent once, also after a restart`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let storage = MemoryConversationStorage()
            let rig = SourceRig(space, storage: storage)
            try await rig.converse()
            await space.fail(.lostResponse, method: "POST", "/conversations/release/messages")
            let key = UUID().uuidString
            await #expect(throws: SourceError.self) { try await rig.reply("Yes", key: key) }
            let again = SourceRig.source(of: space.client("ana"), space, storage)
            try await rig.reply("Yes", key: key, by: again)
            let once = SourceRig.source(of: space.client("ana"), space, storage)
            try await rig.reply("Yes", key: key, by: once)
            #expect(try await rig.texts() == ["Yes"])
        }
    }

    @Test func `a reply that the service has refused is sent by the next attempt`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            await rig.space.fail(.serverError, method: "POST", "/conversations/release/messages")
            let key = UUID().uuidString
            let refusal = try await rig.refusal { try await rig.reply("Yes", key: key) }
            #expect(refusal.reason == .failed)
            try await rig.reply("Yes", key: key)
            #expect(try await rig.texts() == ["Yes"])
        }
    }

    @Test func `a dismissed conversation returns with the next message, also after a start`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let storage = MemoryConversationStorage()
            let rig = SourceRig(space, storage: storage)
            try await rig.converse()
            try await rig.say("One")
            let cursor = try await rig.source.snapshot(of: rig.stream, page: nil).cursor
            #expect(try await rig.perform(.dismiss).status == .dismissed)
            let delta = try await rig.source.changes(of: rig.stream, since: cursor)
            #expect(delta?.removals.map(\.status) == [.dismissed])
            let next = SourceRig.source(of: space.client("ana"), space, storage)
            #expect(try await next.snapshot(of: rig.stream, page: nil).entries.isEmpty)
            try await rig.say("Two")
            #expect(try await next.snapshot(of: rig.stream, page: nil).entries.map(\.status) == [.active])
            let returned = try await rig.source.changes(of: rig.stream, since: try #require(delta).cursor)
            #expect(returned?.upserts.map(\.id) == ["release"])
        }
    }

    @Test func `a message that comes while a dismissal waits brings the conversation back`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await rig.say("One")
            let cursor = try await rig.source.snapshot(of: rig.stream, page: nil).cursor
            let pressed = rig.space.clock.now
            rig.space.clock.advance(by: 1)
            try await rig.say("Two")
            rig.space.clock.advance(by: 5)
            _ = try await rig.snapshot()
            let receipt = try await rig.source.perform(
                ActionRequest(
                    key: ActionKey(UUID()), streamID: rig.stream, cardID: "release", response: .dismiss, at: pressed))
            #expect(receipt.status == .dismissed)
            let delta = try #require(try await rig.source.changes(of: rig.stream, since: cursor))
            #expect(delta.upserts.map(\.id) == ["release"] && delta.removals.isEmpty)
            #expect(try #require(delta.upserts.first).version > receipt.version)
        }
    }

    @Test func `concurrent dismissals are all stored`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let storage = SlowStorage()
            let rig = SourceRig(space, storage: storage)
            let ids = (1...6).map { "talk-\($0)" }
            for id in ids { try await rig.converse(id) }
            #expect(try await rig.snapshot().count == 6)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in ids {
                    group.addTask { _ = try await rig.perform(.dismiss, on: try #require(CardID(rawValue: id))) }
                }
                try await group.waitForAll()
            }
            #expect(try await rig.snapshot().isEmpty)
            let next = SourceRig.source(of: space.client("ana"), space, storage)
            #expect(try await next.snapshot(of: rig.stream, page: nil).entries.isEmpty)
        }
    }

    @Test func `an action that waits while another user logs in changes nothing of that user`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let storage = HeldStorage()
            let authenticator = ChangingAuthenticator(space.authenticator("ana"))
            let rig = SourceRig(space)
            for id in ["one", "two"] { try await rig.converse(id) }
            let client = space.client("ana", authenticator: authenticator)
            let source = SourceRig.source(of: client, space, storage)
            func count() async throws -> Int { try await source.snapshot(of: rig.stream, page: nil).entries.count }
            #expect(try await count() == 2)
            await storage.hold()
            let first = Task { try await rig.perform(.dismiss, on: "one", by: source) }
            await space.wait { await storage.isSaving }
            let storing = await source.storing
            let second = Task { try await rig.perform(.dismiss, on: "two", by: source) }
            await space.wait { await source.storing != storing }

            try await client.sessions.end()
            authenticator.change(to: space.authenticator("ben"))
            #expect(try await count() == 2)
            await storage.release()
            _ = try await first.value
            await #expect(throws: SourceError.noToken("Another user is logged in now")) { try await second.value }
            #expect(try await count() == 2)
            try await client.sessions.end()
        }
    }

    @Test func `a conversation that cannot be loaded fails the snapshot, and the next snapshot has all`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse("first")
            try await rig.converse("second")
            await rig.space.fail(.serverError, method: "GET", "/conversations/second/messages")
            await #expect(throws: SourceError.self) { try await rig.snapshot() }
            #expect(Set(try await rig.snapshot().map(\.id)) == ["first", "second"])
        }
    }

    @Test func `a name that could not be loaded is requested again`() async throws {
        try await SourceRig.run { rig in
            try await rig.ben.profiles.patch("ben", ["firstName": "Ben", "lastName": "Ode"])
            try await rig.converse()
            // The requests for the names and for the user's own profile fail.
            await rig.space.fail(.serverError, method: "GET", "/profiles", count: 2)
            #expect(try await rig.card().category?.text == "ben and you")
            try await rig.say("Here")
            #expect(try await rig.card().category?.text == "Ben Ode and you")
        }
    }

    @Test func `a snoozed conversation stays hidden until its time, regardless of new messages`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await rig.say("One")
            let end = rig.space.clock.now.addingTimeInterval(3600)
            _ = try await rig.snapshot()
            try await rig.perform(.snooze(until: end))
            try await rig.say("Two")
            let snoozed = try await rig.snapshot()
            #expect(snoozed.map(\.status) == [.snoozed])
            #expect(snoozed.map(\.snoozedUntil) == [end])
            rig.space.clock.advance(by: 3600)
            #expect(try await rig.snapshot().map(\.status) == [.active])
        }
    }

    @Test func `older messages are loaded page by page, to the first one`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            for number in 1...75 { try await rig.say("Message \(number)") }
            let body = try await rig.card()
            var texts = body.messageTexts
            var page = body.components.firstPage
            var count = 0
            while let name = page {
                let components = try await rig.source.page(name, of: "release", in: rig.stream)
                texts = CardBody(components: components).messageTexts + texts
                page = components.firstPage
                count += 1
            }
            #expect(texts.map { $0.split(separator: "\n").last } == (1...75).map { "Message \($0)" })
            #expect((3...5).contains(count))
        }
    }

    @Test func `a page stays the same when messages arrive`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            for number in 1...40 { try await rig.say("Message \(number)") }
            let name = try #require(try await rig.card().components.firstPage)
            let page = try await rig.source.page(name, of: "release", in: rig.stream)
            for number in 41...45 { try await rig.say("Message \(number)") }
            #expect(try await rig.card().components.firstPage == name)
            #expect(try await rig.source.page(name, of: "release", in: rig.stream).count == page.count)
        }
    }

    @Test(arguments: [("nothing", CardID("release")), ("before-x", "release"), ("before-5", "unknown")])
    func `a page of an unknown name or card is refused`(page: String, card: CardID) async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            let refusal = try await rig.refusal { _ = try await rig.source.page(page, of: card, in: rig.stream) }
            #expect(refusal.reason == (card == "release" ? .notFound : .unknownCard))
        }
    }

    @Test func `delivery of messages is reported to the service once`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await rig.say("One")
            _ = try await rig.snapshot()
            await rig.space.wait {
                let messages = try? await rig.ben.conversations.messages(of: "release").messages
                return messages?.first?.statusUpdates["ana"]?.status == .delivered
            }
        }
    }

    @Test func `only messages that the user was shown are reported as read, and older ones once they are loaded`()
        async throws
    {
        try await SourceRig.run { rig in
            try await rig.converse()
            for number in 1...14 { try await rig.say("Message \(number)") }
            #expect(try await rig.card().category?.subText == "14 unread")
            #expect(try await rig.snapshot().map(\.isRead) == [false])
            @Sendable func read() async -> [String] {
                let messages = try? await rig.ben.conversations.messages(of: "release", limit: 100).messages
                return messages?.filter { $0.statusUpdates["ana"]?.status == .read }.map(\.text) ?? []
            }
            await rig.source.markRead("release", in: rig.stream)
            await rig.space.wait { await read() == (5...14).map { "Message \($0)" } }
            let card = try await rig.card()
            // The messages on the card count as read, so the conversation is not new.
            #expect(card.category?.subText == "4 older unread" && card.isRead == true)
            #expect(try await rig.snapshot().map(\.isRead) == [true])
            let page = try #require(card.components.firstPage)
            _ = try await rig.source.page(page, of: "release", in: rig.stream)
            await rig.space.wait { await read().count == 14 }
            #expect(try await rig.card().category?.subText == nil)
        }
    }

    @Test func `read messages are reported to the service as soon as possible`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            try await rig.say("One")
            #expect(try await rig.card().category?.subText == "1 unread")
            await rig.space.wait { await rig.source.receipts.isEmpty }
            await rig.space.fail(.serverError, method: "POST", "/conversations/release/messages/statusupdates")
            await rig.source.markRead("release", in: rig.stream)
            #expect(try await rig.card().category?.subText == nil)
            await rig.space.wait {
                _ = try? await rig.snapshot()
                let messages = try? await rig.ben.conversations.messages(of: "release").messages
                return messages?.first?.statusUpdates["ana"]?.status == .read
            }
            // The next message is unread again.
            try await rig.say("Two")
            #expect(try await rig.card().category?.subText == "1 unread")
        }
    }

    @Test func `the user of the cards is reported before delivery, and can be refused`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            let told = Lock<[String]>([])
            let source = rig.source.reportingUser { user in told.withLock { $0.append(user) } }
            #expect(try await source.snapshot(of: rig.stream, page: nil).entries.count == 1)
            _ = try await source.snapshot(of: rig.stream, page: nil)
            #expect(told.withLock { $0 } == ["ana at the space \(rig.ana.spaceID)"])

            let other = SourceRig.source(of: rig.space.client("ana"), rig.space, MemoryConversationStorage())
            let refusing = other.reportingUser { _ throws(SourceError) in throw .local(.store("it is Ben's")) }
            await #expect(throws: SourceError.local(.store("it is Ben's"))) {
                _ = try await refusing.snapshot(of: rig.stream, page: nil)
            }
        }
    }

    @Test func `versions increase over restarts, so that stored cards do not hide changes`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            for text in ["One", "Two", "Three"] {
                try await rig.say(text)
                _ = try await rig.snapshot()
            }
            let before = try #require(try await rig.snapshot().first?.version)
            try await rig.say("Four")
            let next = SourceRig.source(of: rig.space.client("ana"), rig.space, MemoryConversationStorage())
            let page = try await next.snapshot(of: rig.stream, page: nil)
            #expect(try #require(page.entries.first).version > before && page.hasEverHadCard)
        }
    }

    @Test(arguments: ["{\"profile\": ", "[]", ""]) func `damaged marks name their file and what to do`(
        text: String
    ) async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            let rig = SourceRig(space, storage: DamagedStorage(text: text))
            try await rig.converse()
            let refusal = try await rig.refusal { _ = try await rig.snapshot() }
            #expect(refusal.explanation.hasPrefix("~/conversations.json is damaged: "), "\(refusal.explanation)")
            #expect(refusal.explanation.contains("Move the file away to continue"), "\(refusal.explanation)")
        }
    }

    @Test func `details are changed by their owner`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse(owner: rig.ana)
            let details = try #require(try await rig.card().subviews["details"])
            let values = try #require(details.submission("save")?.values)
            #expect(values["etag"] != nil)
            var changed = values
            changed["name"] = "Release 5"
            changed["description"] = "All of it"
            try await rig.perform(.reply(buttonName: "save", values: changed))
            let saved = try await rig.ben.conversations.conversation("release").value
            #expect(saved.name == "Release 5" && saved.details == "All of it")
            // The same form is now based on its own change.
            #expect(try await rig.card().title == "Release 5")
        }
    }

    @Test func `a conflict lists only the changes of others`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse(owner: rig.ana)
            let began = try #require(try await rig.card().subviews["details"]?.submission("save")?.values)
            let name = try await rig.ana.conversations.conversation("release").value.name
            func refusal(_ change: String, name: String, details: String?) async throws -> String {
                try await rig.space.client("ana").conversations.update(
                    "release", ConversationUpdate(name: name, details: details, roles: ConversationRoles()))
                var values = began
                values[change] = "Mine"
                return try await rig.refusal { try await rig.perform(.reply(buttonName: "save", values: values)) }
                    .explanation
            }
            var words = try await refusal("name", name: name, details: "Theirs")
            #expect(words.contains("in the meantime: its description is now \"Theirs\". To overwrite"), "\(words)")
            words = try await refusal("description", name: "New", details: "Theirs too")
            #expect(words.contains(": its name is now \"New\", its description is now \"Theirs too\"."), "\(words)")
            words = try await refusal("description", name: "New", details: nil)
            #expect(words.contains(": its name is now \"New\". To"), "\(words)")
        }
    }

    @Test func `a conflict shows the current name, and the next save replaces it`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse(owner: rig.ana)
            var values = try #require(try await rig.card().subviews["details"]?.submission("save")?.values)
            values["name"] = "Mine"
            let other = rig.space.client("ana")
            try await other.conversations.update(
                "release", ConversationUpdate(name: "Theirs", roles: ConversationRoles()))
            let refusal = try await rig.refusal {
                try await rig.perform(.reply(buttonName: "save", values: values))
            }
            #expect(refusal.reason == .declined)
            #expect(refusal.explanation.contains("\"Theirs\""), "\(refusal.explanation)")
            var next = try #require(try await rig.card().subviews["details"]?.submission("save")?.values)
            next["name"] = "Mine"
            try await rig.perform(.reply(buttonName: "save", values: next))
            #expect(try await rig.ana.conversations.conversation("release").value.name == "Mine")
        }
    }

    @Test func `M-8 M-20 one's own profile is seen and edited, and the others see the new name`() async throws {
        try await SourceRig.run { rig in
            try await rig.ana.sessions.start()
            try await rig.ana.profiles.patch("ana", ["firstName": "Ana", "colour": "green"])
            try await rig.converse()
            let view = try #require(try await rig.card().subviews["profile"])
            var values = try #require(view.submission("profile")?.values)
            #expect(values["etag"] != nil)
            let inputs = view.components.compactMap { if case .input(let input) = $0 { input } else { nil } }
            #expect(inputs.map(\.label) == ["First name", "Last name", "E-mail", "Telephone"])
            #expect(inputs[0].kind == .text(defaultValue: "Ana", numberOfLines: 1))
            values["profile-first-name"] = "Anna"
            values["profile-email"] = "anna@example.com"
            try await rig.perform(.reply(buttonName: "profile", values: values))
            let saved = try await rig.ben.profiles.profile("ana").value
            #expect(saved.firstName == "Anna" && saved.email == "anna@example.com")
            #expect(saved.attributes["colour"] == "green")
            // Sent again, as after a lost response: it is not refused.
            try await rig.perform(.reply(buttonName: "profile", values: values))
            #expect(
                try await rig.card().subviews["profile"]?.components.contains {
                    if case .input(let input) = $0 {
                        input.kind == .text(defaultValue: "Anna", numberOfLines: 1)
                    } else {
                        false
                    }
                } == true)
        }
    }

    @Test func `M-12 M-22 a profile that was changed elsewhere is a conflict, and the card shows the current one`()
        async throws
    {
        try await SourceRig.run { rig in
            try await rig.converse()
            var values = try #require(try await rig.card().subviews["profile"]?.submission("profile")?.values)
            try await rig.space.client("ana").profiles.patch("ana", ["firstName": "Theirs"])
            values["profile-first-name"] = "Mine"
            let refusal = try await rig.refusal {
                try await rig.perform(.reply(buttonName: "profile", values: values))
            }
            #expect(refusal.reason == .declined && refusal.explanation.contains("\"Theirs\""), "\(refusal.explanation)")
            var next = try #require(try await rig.card().subviews["profile"]?.submission("profile")?.values)
            next["profile-first-name"] = "Mine"
            try await rig.perform(.reply(buttonName: "profile", values: next))
            #expect(try await rig.ben.profiles.profile("ana").value.firstName == "Mine")
        }
    }

    @Test func `leaving removes the conversation for the user, and deleting it removes it for all`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse("theirs")
            try await rig.converse("mine", owner: rig.ana)
            _ = try await rig.snapshot()
            try await rig.perform(.reply(buttonName: "leave", values: [:]), on: "theirs")
            try await rig.perform(.reply(buttonName: "delete", values: [:]), on: "mine")
            #expect(try await rig.snapshot().isEmpty)
            #expect(try await rig.ben.conversations.participants(of: "theirs").map(\.profileID) == ["ben"])
            #expect(try await rig.ben.conversations.list().map(\.id) == ["theirs"])
        }
    }

    @Test func `a conversation is started with people by id or name, and unknown ones are refused`() async throws {
        try await SourceRig.run { rig in
            try await rig.ben.profiles.patch("ben", ["firstName": "Ben", "lastName": "Ode"])
            _ = try await rig.snapshot()
            let stream = ComapiSource.defaultStream
            for people in [["ben"], ["Ben Ode"], ["Ode", "ben"], ["BEN o"], ["od"]] {
                let card = try await rig.source.startConversation(named: "Plan", with: people, in: stream)
                let entry = try #require(try await rig.snapshot().first { $0.id == card })
                #expect(try CardBody.decode(entry.body).title == "Plan")
                let all = try await rig.ben.conversations.participants(of: card.rawValue)
                #expect(Set(all.map(\.profileID)) == ["ana", "ben"])
            }
            let count = try await rig.snapshot().count
            do {
                _ = try await rig.source.startConversation(named: "Plan", with: ["bem"], in: stream)
                Issue.record("expected a refusal")
            } catch {
                #expect("\(error)".contains("No person has the id or name"), "\(error)")
            }
            #expect(try await rig.snapshot().count == count)
        }
    }

    @Test func `the first conversation of the user immediately offers the people who can be added`() async throws {
        try await SourceRig.run { rig in
            try await rig.ben.profiles.patch("ben", ["firstName": "Ben"])
            #expect(try await rig.snapshot().isEmpty)
            let card = try await rig.source.startConversation(named: "Plan", with: [], in: ComapiSource.defaultStream)
            let entry = try #require(await rig.source.table.entries[card])
            let view = try #require(try CardBody.decode(entry.body).subviews["participants"])
            let fields = view.components.compactMap { if case .input(let input) = $0 { input.name } else { nil } }
            #expect(fields == ["candidate"])
        }
    }

    @Test func `people who can be added are offered by name`() async throws {
        try await SourceRig.run { rig in
            try await rig.ben.profiles.patch("ben", ["firstName": "Ben", "lastName": "Ode"])
            try await rig.ana.conversations.create(NewConversation(id: "release", name: "Release"))
            let view = try #require(try await rig.card().subviews["participants"])
            let choices = view.components.compactMap { component -> [Card.Input.Choice]? in
                guard case .input(let input) = component, case .dropdown(let items, _) = input.kind else { return nil }
                return items
            }
            #expect(choices == [[Card.Input.Choice(value: "ben", label: "Ben Ode")]])
            try await rig.perform(.reply(buttonName: "add", values: ["candidate": "ben"]))
            #expect(try await rig.card().category?.text == "Ben Ode and you")
        }
    }

    @Test func `participants are added and removed`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse(owner: rig.ana)
            _ = try await rig.snapshot()
            try await rig.perform(.reply(buttonName: "add", values: ["person": " chris "]))
            try await rig.perform(.reply(buttonName: "remove", values: ["participant": "ben"]))
            let all = try await rig.ana.conversations.participants(of: "release").map(\.profileID)
            #expect(Set(all) == ["ana", "chris"])
            #expect(try await rig.card().category?.text == "chris and you")
        }
    }

    @Test(arguments: [("add", JSONObject()), ("remove", JSONObject()), ("send", JSONObject()), ("none", JSONObject())])
    func `an empty answer is refused permanently`(button: String, values: JSONObject) async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            _ = try await rig.snapshot()
            let refusal = try await rig.refusal { try await rig.perform(.reply(buttonName: button, values: values)) }
            #expect([.invalid, .notOffered].contains(refusal.reason))
        }
    }

    @Test func `a file is uploaded once and sent with the reply`() async throws {
        try await SourceRig.run { rig in
            try await rig.converse()
            _ = try await rig.snapshot()
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
            defer { try? FileManager.default.removeItem(at: path) }
            try Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3]).write(to: path)
            let file = UploadFile(path: path.path, filename: "photo.png", format: .png, size: 7)
            let target = UploadTarget(
                key: ActionKey(UUID()), streamID: rig.stream, cardID: "release",
                bucketID: try #require(BucketID(rawValue: "attachments")))
            let receipt = try await rig.source.send(file, to: target) { _ in }
            #expect(try await rig.source.send(file, to: target) { _ in } == receipt)
            try await rig.perform(.reply(buttonName: "send", values: ["reply": "Look", "file": receipt.value]))
            let parts = try await rig.ben.conversations.messages(of: "release").messages.last?.parts ?? []
            #expect(parts.map(\.type) == ["text/plain", "image/png"])
            let address = try #require(parts.last?.url)
            #expect(try await rig.space.content(at: address) == [0x89, 0x50, 0x4E, 0x47, 1, 2, 3])
            let body = try await rig.card()
            #expect(body.components.contains { if case .media(let media) = $0 { media.url == address } else { false } })
        }
    }

    @Test func `without a login the source says why`() async throws {
        try await EmulatedSpace.run(over: .inProcess) { space in
            struct NoTokenAuthenticator: ComapiAuthenticator {
                func token(for challenge: AuthenticationChallenge) async throws -> String? { nil }
            }
            let source = SourceRig.source(
                of: space.client("ana", authenticator: NoTokenAuthenticator()), space, MemoryConversationStorage())
            do {
                _ = try await source.snapshot(of: ComapiSource.defaultStream, page: nil)
                Issue.record("there was a snapshot")
            } catch let error as SourceError {
                guard case .noToken = error else { throw error }
            }
        }
    }

    @Test func `if marks cannot be stored, the action is not performed`() async throws {
        struct FullDisk: ConversationStorage {
            struct Full: Error {}
            func load() async throws -> [UInt8]? { nil }
            func save(_ bytes: [UInt8]) async throws { throw Full() }
        }
        try await EmulatedSpace.run(over: .inProcess) { space in
            let rig = SourceRig(space, storage: FullDisk())
            try await rig.converse()
            _ = try await rig.snapshot()
            let refusal = try await rig.refusal { try await rig.reply("Yes") }
            #expect(refusal.reason == .failed)
            #expect(try await rig.texts().isEmpty)
        }
    }

    @Test func `marks round-trip, and hostile ones do no harm`() throws {
        var marks = ConversationMarks(profileID: "ana")
        var thread = ConversationThread(try #require(Conversation(["id": "release"])))
        thread.add(try #require(ConversationMessage(["id": "a", "sentEventId": 4])))
        marks.dismiss(thread, at: .fixed)
        marks.snooze("other", until: .fixed)
        marks.attempt(ActionKey(UUID()))
        marks.finish(.init(key: ActionKey(UUID()), digest: "d", status: .dismissed))
        marks.keep(.init(key: ActionKey(UUID()), id: try #require(UploadID(rawValue: "i")), url: "https://example.com"))
        #expect(ConversationMarks(json: marks.json) == marks)
        for text in ["[]", "{\"dismissed\": [1], \"snoozed\": {\"a\": 1}, \"attempts\": [{}], \"receipts\": [1]}"] {
            #expect(ConversationMarks(json: try JSONParser.parse(text)) == ConversationMarks())
        }
    }
}

/// Stores nothing while it is held.
private actor HeldStorage: ConversationStorage {
    private var bytes: [UInt8]?
    private var isHeld = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var isSaving: Bool { !waiting.isEmpty }

    func hold() { isHeld = true }
    func release() {
        isHeld = false
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
    func load() -> [UInt8]? { bytes }
    func save(_ bytes: [UInt8]) async {
        if isHeld { await withCheckedContinuation { waiting.append($0) } }
        self.bytes = bytes
    }
}

/// Signs for the user who is logged in.
private final class ChangingAuthenticator: ComapiAuthenticator {
    private let signer: Lock<HS256Authenticator>

    init(_ signer: HS256Authenticator) { self.signer = Lock(signer) }

    func change(to signer: HS256Authenticator) { self.signer.withLock { $0 = signer } }
    func token(for challenge: AuthenticationChallenge) -> String? { signer.withLock { $0.token(for: challenge) } }
}

/// Lets other tasks run while it stores.
private actor SlowStorage: ConversationStorage {
    private var bytes: [UInt8]?
    func load() async throws -> [UInt8]? { bytes }
    func save(_ bytes: [UInt8]) async throws {
        for _ in 0..<50 { await Task.yield() }
        self.bytes = bytes
    }
}

extension [Card.Component] {
    /// The page of the first element that loads more; nil if there is none.
    fileprivate var firstPage: String? {
        for case .loadMore(let more) in self { return more.page }
        return nil
    }
}

extension Card.Subview {
    fileprivate func submission(_ name: String) -> Card.ButtonAction.Submission? {
        for case .buttons(let container) in components {
            for button in container.buttons {
                if case .submit(let submission) = button.action, submission.buttonName == name { return submission }
            }
        }
        return nil
    }
}

/// A file that was truncated, or written by another program.
private struct DamagedStorage: ConversationStorage {
    let text: String

    var place: String? { "~/conversations.json" }
    func load() -> [UInt8]? { Array(text.utf8) }
    func save(_ bytes: [UInt8]) {}
}
