import Basics
import CardSources
import Cards
import CordialEmulator
import CordialSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamCordial

/// The inbox as cards: the effects of actions at the service, the requests to it, and what survives a restart.
@Suite(.timeLimit(.minutes(1))) struct CordialSourceTests {
    @Test func `opening a message marks it as read, and reports that once`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.deliver("m", ["title": "Sale"])
        #expect(try await fixture.cards()["m"]?.isRead == false)
        _ = try await fixture.open("m")
        _ = try await fixture.open("m")
        await fixture.client.events.flush()
        #expect(await fixture.emulated.emulator.read { $0.isRead("m", of: "ana") } == true)
        let events = await fixture.emulated.records.events.filter { $0["event"] == "crdl_inbox_read" }
        #expect(events.count == 1 && events.first?["mcID"] == "m")
        #expect(try await fixture.cards()["m"]?.isRead == true)
    }

    @Test func `a headline that repeats the title is shown once`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.deliver("m1", ["title": "Sale"], content: "<h1>Sale</h1><p>Two days</p>")
        await fixture.deliver("m2", ["title": "Sale"], content: "<h1>Knitwear</h1><p>Two days</p>")
        _ = try await fixture.cards()
        #expect(try await fixture.open("m1").plainText.contains("Sale") == false)
        #expect(try await fixture.open("m2").plainText.contains("Knitwear"))
    }

    @Test func `a message can be marked as unread`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.deliver("m")
        _ = try await fixture.cards()
        _ = try await fixture.open("m")
        let version = try await fixture.source.snapshot(of: fixture.stream, page: nil).entries.first?.version
        let receipt = try await fixture.perform(.reply(buttonName: "unread", values: [:]), on: "m")
        #expect(receipt.status == .active && receipt.version > version ?? .max)
        #expect(try await fixture.cards()["m"]?.isRead == false)
        await fixture.client.events.flush()
        #expect(await fixture.emulated.emulator.read { $0.isRead("m", of: "ana") } == false)
    }

    @Test func `following a link counts the click and attributes what follows`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.emulated.emulator.change { $0.links["polo"] = .init("https://shop.example/polo", messageID: "x") }
        await fixture.deliver("m", ["deepLink": "http://127.0.0.1/click/polo"])
        _ = try await fixture.cards()
        try await fixture.perform(.reply(buttonName: "link", values: [:]), on: "m")
        #expect(try await fixture.client.attribution.current()?.messageID == "m")
        await fixture.client.events.flush()
        let opened = await fixture.emulated.records.events.first { $0["event"] == "crdl_deep_link_open" }
        #expect(opened?["properties"]?["deepLinkUrl"] == "https://shop.example/polo")
        #expect(await fixture.emulated.records.count("GET /click/polo") == 1)
    }

    @Test func `C-17 C-19 a link in the content is followed as the link of the message is`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.emulated.emulator.change { $0.links["polo"] = .init("https://shop.example/polo", messageID: "x") }
        await fixture.deliver("m")
        _ = try await fixture.cards()
        let link = "http://127.0.0.1/click/polo"
        #expect(try await fixture.source.follow(link, of: "m", in: fixture.stream) == link + "?cookie-only=1")
        #expect(try await fixture.client.attribution.current()?.messageID == "m")
        let plain = "https://shop.example/boots"
        #expect(try await fixture.source.follow(plain, of: "m", in: fixture.stream) == plain)
        await fixture.client.events.flush()
        let opened = await fixture.emulated.records.events.filter { $0["event"] == "crdl_deep_link_open" }
        #expect(opened.map { $0["properties"]?["deepLinkUrl"] } == ["https://shop.example/polo", .string(plain)])
        #expect(await fixture.emulated.records.count("GET /click/polo") == 1)
        await #expect(throws: SourceError.self) {
            try await fixture.source.follow(plain, of: "none", in: fixture.stream)
        }
        // Without a network, the link itself is opened, and the click is reported later.
        fixture.emulated.network.cut()
        #expect(try await fixture.source.follow(link, of: "m", in: fixture.stream) == link + "?cookie-only=1")
    }

    // MARK: Repeated actions

    @Test func `C-10 the link of a picture is followed on behalf of its message`() async throws {
        let fixture = try await InboxFixture.joined()
        let slides: JSONValue = [
            ["imageURL": "https://shop.example/1.png", "deepLink": "https://shop.example/1"],
            ["imageURL": "https://shop.example/2.png", "deepLink": "https://shop.example/2"],
        ]
        await fixture.deliver("m1", ["carousel": slides])
        _ = try await fixture.cards()
        let notices = fixture.client.notices()
        try await fixture.perform(.reply(buttonName: "link-2", values: [:]), on: "m1")
        for await notice in notices {
            if case .link(let link) = notice {
                #expect(link.url == "https://shop.example/2")
                break
            }
        }
        #expect(try await fixture.client.attribution.current()?.messageID == "m1")
        await #expect(throws: SourceError.self) {
            try await fixture.perform(.reply(buttonName: "link-3", values: [:]), on: "m1")
        }
    }

    @Test func `a dismissal without a network is performed once, also after the program was killed`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            var receipt: ActionReceipt?
            do {
                let fixture = try await InboxFixture.joined(emulated, databasePath: path)
                await fixture.deliver("m")
                await fixture.deliver("n")
                _ = try await fixture.cards()
                emulated.network.cut()
                receipt = try await fixture.perform(.dismiss, on: "m", key: "first")
            }
            // The response did not reach the session.
            let again = try InboxFixture(emulated, databasePath: path)
            #expect(try await again.perform(.dismiss, on: "m", key: "first").status == receipt?.status)
            await #expect(throws: SourceError.refused(SourceRefusal(.keyReused))) {
                try await again.perform(.dismiss, on: "n", key: "first")
            }
            // Another action needs no network either.
            try await again.perform(.reply(buttonName: "read", values: [:]), on: "n")
            emulated.network.repair()
            await again.client.events.flush()
            #expect(await emulated.records.requests.count { $0.hasPrefix("DELETE ") } == 1)
            #expect(try await again.cards().keys.map(\.rawValue) == ["n"])
            #expect(await emulated.emulator.read { $0.isRead("n", of: "ana") } == true)
        }
    }

    @Test func `a deletion whose response is lost is not refused when it is repeated`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.deliver("m")
        _ = try await fixture.cards()
        try await fixture.perform(.dismiss, on: "m")
        await fixture.emulated.fail(.lostResponse, method: "DELETE")
        #expect(await fixture.client.events.flush().waiting == 1)
        let report = await fixture.client.events.flush()
        #expect(report.waiting == 0 && report.failure == nil)
        #expect(await fixture.emulated.records.requests.count { $0.hasPrefix("DELETE ") } == 2)
    }

    @Test func `a deletion during the load of the list stays a deletion`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.deliver("m")
        _ = try await fixture.cards()
        await fixture.deliver("n")
        let client = fixture.client
        fixture.emulated.network.beforeResponse(to: "/inbox/messages/") {
            try await client.inbox.delete("m")
            await client.events.flush()
        }
        #expect(try await fixture.cards().keys.map(\.rawValue) == ["n"])
    }

    // MARK: Requests

    @Test func `the list is requested when the time of the inbox has changed`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let fixture = try await InboxFixture.joined(emulated, databasePath: path)
            await fixture.deliver("m")
            for _ in 0..<3 { #expect(try await fixture.cards().count == 1) }
            #expect(await fixture.lists == 1)
            await fixture.deliver("n")
            for _ in 0..<3 { #expect(try await fixture.cards().count == 2) }
            #expect(await fixture.lists == 2)
            // The limit also holds for the next start. The list is loaded again after ten minutes.
            let again = try InboxFixture(emulated, databasePath: path)
            #expect(try await again.cards().count == 2)
            #expect(await fixture.lists == 2)
            emulated.clock.advance(by: CordialInbox.listInterval)
            #expect(try await again.cards().count == 2)
            #expect(await fixture.lists == 3)
        }
    }

    @Test func `an inbox of several pages is loaded completely`() async throws {
        let fixture = try await InboxFixture.joined()
        for number in 0..<(CordialInbox.listPage * 2 + 1) { await fixture.deliver("m\(number)") }
        #expect(try await fixture.cards().count == CordialInbox.listPage * 2 + 1)
        #expect(await fixture.lists == 3)
    }

    @Test func `with silent pushes, nothing is requested until one arrives`() async throws {
        let fixture = try await InboxFixture.joined(pollInterval: 0.01) { $0.delivery = .silentPushes }
        let feed = try await fixture.source.follow([Subscription(streamID: fixture.stream, since: nil)])
        let requests = await fixture.emulated.records.requests
        #expect(!requests.contains { $0.contains("/timestamps/") })
        await fixture.deliver("m", ["title": "Sale"])
        let payload: JSONObject = ["mcID": "m", "system": ["inbox": [:]]]
        let push = try #require(CordialPush(payload: payload))
        try await fixture.client.pushes.handle(push, .silent)
        var found: [CardID] = []
        for try await event in feed.events {
            if case .changes(let delta) = event { found += delta.upserts.map(\.id) }
            if !found.isEmpty { break }
        }
        #expect(found == ["m"])
        await feed.close()
    }

    // MARK: Contacts

    @Test func `another contact has its own cards`() async throws {
        let fixture = try await InboxFixture.joined()
        let users = CollectedTexts()
        _ = fixture.source.reportingUser(to: { user in users.add(user) })
        await fixture.deliver("m")
        let first = try await fixture.source.snapshot(of: fixture.stream, page: nil)
        try await fixture.client.contact.set("ben")
        #expect(try await fixture.cards().isEmpty)
        await #expect(throws: SourceError.cursorExpired) {
            try await fixture.source.changes(of: fixture.stream, since: first.cursor)
        }
        await #expect(throws: SourceError.refused(SourceRefusal(.unknownCard))) {
            try await fixture.perform(.dismiss, on: "m")
        }
        #expect(users.all == ["ana at the account account", "ben at the account account"])
        try await fixture.client.contact.unset()
        await #expect(throws: SourceError.self) { try await fixture.cards() }
    }

    @Test func `another contact that another program sets is noticed at once`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let fixture = try await InboxFixture.joined(emulated, databasePath: path)
            await fixture.deliver("m1")
            let feed = try await fixture.source.follow([Subscription(streamID: fixture.stream, since: nil)])
            var events = feed.events.makeAsyncIterator()
            while case .changes? = try await events.next() {}
            let other = try emulated.client(databasePath: path)
            // The source sends the change. Another flush would have to wait for its turn, by a clock that stands still.
            try await other.contact.set("ben")
            while let event = try await events.next(), event != .cursorExpired(fixture.stream) {}
            #expect(try await fixture.cards().isEmpty)
            await feed.close()
        }
    }

    @Test func `requesting changes queries the service, also beside a live feed`() async throws {
        let fixture = try await InboxFixture.joined()
        let page = try await fixture.source.snapshot(of: fixture.stream, page: nil)
        let feed = try await fixture.source.follow([Subscription(streamID: fixture.stream, since: page.cursor)])
        await fixture.deliver("m", ["title": "Sale"])
        let delta = try await fixture.source.changes(of: fixture.stream, since: page.cursor)
        #expect(delta?.upserts.map(\.id) == ["m"])
        await feed.close()
    }

    @Test func `a check ends a live feed whose service is unreachable`() async throws {
        let fixture = try await InboxFixture.joined()
        let feed = try await fixture.source.follow([Subscription(streamID: fixture.stream, since: nil)])
        fixture.emulated.network.cut()
        await feed.check()
        await #expect(throws: SourceError.self) { for try await _ in feed.events {} }
    }

    @Test func `unsent data of another contact is reported with a remedy`() async throws {
        let fixture = try InboxFixture()
        try await fixture.client.contact.set("ana")
        _ = fixture.source.reportingUser { _ throws(SourceError) in throw .local(.store("1 unsent action of ben.")) }
        await #expect {
            try await fixture.cards()
        } throws: { error in
            guard case SourceError.local(.store(let reason)) = error else { return false }
            return reason.hasPrefix("1 unsent action of ben. ") && reason.contains("contact set KEY --discard")
        }
    }

    @Test func `without a contact the feed ends, and the source says when one is set again`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let fixture = try await InboxFixture.joined(emulated, databasePath: path)
            var recoveries = await fixture.source.recoveries().makeAsyncIterator()
            let feed = try await fixture.source.follow([Subscription(streamID: fixture.stream, since: nil)])
            let other = try emulated.client(databasePath: path)
            try await other.contact.unset()
            await #expect(throws: SourceError.noToken("No contact is set: your actions wait until you set a contact")) {
                for try await _ in feed.events {}
            }
            await feed.close()
            try await other.contact.set("ben")
            await recoveries.next()
            #expect(try await fixture.cards().isEmpty)
        }
    }

    @Test func `categories are switches, which work without a network`() async throws {
        let emulated = EmulatedAccount()
        let client = try await emulated.joined(as: "ana")
        let source = CordialSource(
            client, stream: "inbox", pollInterval: 3600,
            categories: [NotificationCategory(key: "sale", name: "Sales", isOn: true)], clock: .live)
        #expect(source.capabilities.offersSwitches)
        #expect(try await source.switches().items == [.init(key: "sale", name: "Sales", isOn: true)])
        emulated.network.cut()
        try await source.setSwitch("sale", isOn: false)
        #expect(try await source.switches().items.map(\.isOn) == [false])
        await #expect(throws: SourceError.self) { try await source.setSwitch("none", isOn: true) }
        emulated.network.repair()
        await client.events.flush()
        let sent = await emulated.records.contacts.last?["attributes"]?["crdl_notification_categories"]
        #expect(sent == [])
    }

    @Test func `a guest has an inbox from the first start`() async throws {
        let fixture = try InboxFixture()
        #expect(try await fixture.cards().isEmpty)
        #expect(await fixture.emulated.records.contacts.count == 1)
    }

    @Test func `an unreachable service is reported, and stored messages can be acted on`() async throws {
        let fixture = try await InboxFixture.joined()
        await fixture.deliver("m")
        _ = try await fixture.cards()
        fixture.emulated.network.cut()
        await #expect(throws: SourceError.network("cannot reach http://127.0.0.1")) { try await fixture.cards() }
        #expect(try await fixture.perform(.dismiss, on: "m").status == .dismissed)
    }

    @Test func `versions increase over restarts`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let fixture = try await InboxFixture.joined(emulated, databasePath: path)
            await fixture.deliver("m")
            let first = try #require(try await fixture.source.snapshot(of: fixture.stream, page: nil).entries.first)
            let later = try InboxFixture(emulated, databasePath: path)
            let second = try #require(try await later.source.snapshot(of: fixture.stream, page: nil).entries.first)
            #expect(second.version > first.version)
        }
    }
}
