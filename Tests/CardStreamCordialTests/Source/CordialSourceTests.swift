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
    @Test func `opening a message marks it as read, and tells so once`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.deliver("m", ["title": "Sale"])
        #expect(try await inboxes.cards()["m"]?.isRead == false)
        _ = try await inboxes.open("m")
        _ = try await inboxes.open("m")
        await inboxes.client.events.flush()
        #expect(await inboxes.emulated.emulator.read { $0.isRead("m", of: "ana") } == true)
        let events = await inboxes.emulated.records.events.filter { $0["event"] == "crdl_inbox_read" }
        #expect(events.count == 1 && events.first?["mcID"] == "m")
        #expect(try await inboxes.cards()["m"]?.isRead == true)
    }

    @Test func `a headline that repeats the title stands once`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.deliver("m1", ["title": "Sale"], content: "<h1>Sale</h1><p>Two days</p>")
        await inboxes.deliver("m2", ["title": "Sale"], content: "<h1>Knitwear</h1><p>Two days</p>")
        _ = try await inboxes.cards()
        #expect(try await inboxes.open("m1").plainText.contains("Sale") == false)
        #expect(try await inboxes.open("m2").plainText.contains("Knitwear"))
    }

    @Test func `a message can be marked as unread`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.deliver("m")
        _ = try await inboxes.cards()
        _ = try await inboxes.open("m")
        let version = try await inboxes.source.snapshot(of: inboxes.stream, page: nil).entries.first?.version
        let receipt = try await inboxes.perform(.reply(buttonName: "unread", values: [:]), on: "m")
        #expect(receipt.status == .active && receipt.version > version ?? .max)
        #expect(try await inboxes.cards()["m"]?.isRead == false)
        await inboxes.client.events.flush()
        #expect(await inboxes.emulated.emulator.read { $0.isRead("m", of: "ana") } == false)
    }

    @Test func `following a link counts the click and attributes what follows`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.emulated.emulator.change { $0.links["polo"] = .init("https://shop.example/polo", messageID: "x") }
        await inboxes.deliver("m", ["deepLink": "http://127.0.0.1/click/polo"])
        _ = try await inboxes.cards()
        try await inboxes.perform(.reply(buttonName: "link", values: [:]), on: "m")
        #expect(try await inboxes.client.attribution.current()?.messageID == "m")
        await inboxes.client.events.flush()
        let opened = await inboxes.emulated.records.events.first { $0["event"] == "crdl_deep_link_open" }
        #expect(opened?["properties"]?["deepLinkUrl"] == "https://shop.example/polo")
        #expect(await inboxes.emulated.records.count("GET /click/polo") == 1)
    }

    @Test func `C-17 C-19 a link in the content is followed as the link of the message is`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.emulated.emulator.change { $0.links["polo"] = .init("https://shop.example/polo", messageID: "x") }
        await inboxes.deliver("m")
        _ = try await inboxes.cards()
        let link = "http://127.0.0.1/click/polo"
        #expect(try await inboxes.source.follow(link, of: "m", in: inboxes.stream) == link + "?cookie-only=1")
        #expect(try await inboxes.client.attribution.current()?.messageID == "m")
        let plain = "https://shop.example/boots"
        #expect(try await inboxes.source.follow(plain, of: "m", in: inboxes.stream) == plain)
        await inboxes.client.events.flush()
        let opened = await inboxes.emulated.records.events.filter { $0["event"] == "crdl_deep_link_open" }
        #expect(opened.map { $0["properties"]?["deepLinkUrl"] } == ["https://shop.example/polo", .string(plain)])
        #expect(await inboxes.emulated.records.count("GET /click/polo") == 1)
        await #expect(throws: SourceError.self) {
            try await inboxes.source.follow(plain, of: "none", in: inboxes.stream)
        }
        // Without a network, the link itself is opened, and the click is reported later.
        inboxes.emulated.network.cut()
        #expect(try await inboxes.source.follow(link, of: "m", in: inboxes.stream) == link + "?cookie-only=1")
    }

    // MARK: Repeated actions

    @Test func `C-10 the link of a picture is followed on behalf of its message`() async throws {
        let inboxes = try await Inboxes.joined()
        let slides: JSONValue = [
            ["imageURL": "https://shop.example/1.png", "deepLink": "https://shop.example/1"],
            ["imageURL": "https://shop.example/2.png", "deepLink": "https://shop.example/2"],
        ]
        await inboxes.deliver("m1", ["carousel": slides])
        _ = try await inboxes.cards()
        let notices = inboxes.client.notices()
        try await inboxes.perform(.reply(buttonName: "link-2", values: [:]), on: "m1")
        for await notice in notices {
            if case .link(let link) = notice {
                #expect(link.url == "https://shop.example/2")
                break
            }
        }
        #expect(try await inboxes.client.attribution.current()?.messageID == "m1")
        await #expect(throws: SourceError.self) {
            try await inboxes.perform(.reply(buttonName: "link-3", values: [:]), on: "m1")
        }
    }

    @Test func `a dismissal without a network is performed once, also after the program was killed`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            var receipt: ActionReceipt?
            do {
                let inboxes = try await Inboxes.joined(emulated, databasePath: path)
                await inboxes.deliver("m")
                await inboxes.deliver("n")
                _ = try await inboxes.cards()
                emulated.network.cut()
                receipt = try await inboxes.perform(.dismiss, on: "m", key: "first")
            }
            // The response did not reach the session.
            let again = try Inboxes(emulated, databasePath: path)
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

    @Test func `a deletion whose answer is lost is not refused when it is repeated`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.deliver("m")
        _ = try await inboxes.cards()
        try await inboxes.perform(.dismiss, on: "m")
        await inboxes.emulated.fail(.lostResponse, method: "DELETE")
        #expect(await inboxes.client.events.flush().waiting == 1)
        let report = await inboxes.client.events.flush()
        #expect(report.waiting == 0 && report.failure == nil)
        #expect(await inboxes.emulated.records.requests.count { $0.hasPrefix("DELETE ") } == 2)
    }

    @Test func `a deletion during the load of the list stays a deletion`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.deliver("m")
        _ = try await inboxes.cards()
        await inboxes.deliver("n")
        let client = inboxes.client
        inboxes.emulated.network.beforeResponse(to: "/inbox/messages/") {
            try await client.inbox.delete("m")
            await client.events.flush()
        }
        #expect(try await inboxes.cards().keys.map(\.rawValue) == ["n"])
    }

    // MARK: Requests

    @Test func `the list is asked for when the time of the inbox has changed`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let inboxes = try await Inboxes.joined(emulated, databasePath: path)
            await inboxes.deliver("m")
            for _ in 0..<3 { #expect(try await inboxes.cards().count == 1) }
            #expect(await inboxes.lists == 1)
            await inboxes.deliver("n")
            for _ in 0..<3 { #expect(try await inboxes.cards().count == 2) }
            #expect(await inboxes.lists == 2)
            // The limit also holds for the next start. The list is loaded again after ten minutes.
            let again = try Inboxes(emulated, databasePath: path)
            #expect(try await again.cards().count == 2)
            #expect(await inboxes.lists == 2)
            emulated.clock.advance(by: CordialInbox.listInterval)
            #expect(try await again.cards().count == 2)
            #expect(await inboxes.lists == 3)
        }
    }

    @Test func `an inbox of several pages is loaded whole`() async throws {
        let inboxes = try await Inboxes.joined()
        for number in 0..<(CordialInbox.listPage * 2 + 1) { await inboxes.deliver("m\(number)") }
        #expect(try await inboxes.cards().count == CordialInbox.listPage * 2 + 1)
        #expect(await inboxes.lists == 3)
    }

    @Test func `with silent pushes nothing is asked until one comes`() async throws {
        let inboxes = try await Inboxes.joined(pollInterval: 0.01) { $0.delivery = .silentPushes }
        let feed = try await inboxes.source.follow([Subscription(streamID: inboxes.stream, since: nil)])
        let requests = await inboxes.emulated.records.requests
        #expect(!requests.contains { $0.contains("/timestamps/") })
        await inboxes.deliver("m", ["title": "Sale"])
        let payload: JSONObject = ["mcID": "m", "system": ["inbox": [:]]]
        let push = try #require(CordialPush(payload: payload))
        try await inboxes.client.pushes.handle(push, .silent)
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
        let inboxes = try await Inboxes.joined()
        let users = Entered()
        _ = inboxes.source.reportingUser(to: { user in users.add(user) })
        await inboxes.deliver("m")
        let first = try await inboxes.source.snapshot(of: inboxes.stream, page: nil)
        try await inboxes.client.contact.set("ben")
        #expect(try await inboxes.cards().isEmpty)
        await #expect(throws: SourceError.cursorExpired) {
            try await inboxes.source.changes(of: inboxes.stream, since: first.cursor)
        }
        await #expect(throws: SourceError.refused(SourceRefusal(.unknownCard))) {
            try await inboxes.perform(.dismiss, on: "m")
        }
        #expect(users.all == ["ana at the account account", "ben at the account account"])
        try await inboxes.client.contact.unset()
        await #expect(throws: SourceError.self) { try await inboxes.cards() }
    }

    @Test func `another contact that another program sets is noticed at once`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let inboxes = try await Inboxes.joined(emulated, databasePath: path)
            await inboxes.deliver("m1")
            let feed = try await inboxes.source.follow([Subscription(streamID: inboxes.stream, since: nil)])
            var events = feed.events.makeAsyncIterator()
            while case .changes? = try await events.next() {}
            let other = try emulated.client(databasePath: path)
            // The source sends the change. Another flush would have to wait for its turn, by a clock that stands still.
            try await other.contact.set("ben")
            while let event = try await events.next(), event != .cursorExpired(inboxes.stream) {}
            #expect(try await inboxes.cards().isEmpty)
            await feed.close()
        }
    }

    @Test func `the service is asked when changes are asked for, also beside a live feed`() async throws {
        let inboxes = try await Inboxes.joined()
        let page = try await inboxes.source.snapshot(of: inboxes.stream, page: nil)
        let feed = try await inboxes.source.follow([Subscription(streamID: inboxes.stream, since: page.cursor)])
        await inboxes.deliver("m", ["title": "Sale"])
        let delta = try await inboxes.source.changes(of: inboxes.stream, since: page.cursor)
        #expect(delta?.upserts.map(\.id) == ["m"])
        await feed.close()
    }

    @Test func `a check ends a live feed whose service is away`() async throws {
        let inboxes = try await Inboxes.joined()
        let feed = try await inboxes.source.follow([Subscription(streamID: inboxes.stream, since: nil)])
        inboxes.emulated.network.cut()
        await feed.check()
        await #expect(throws: SourceError.self) { for try await _ in feed.events {} }
    }

    @Test func `what another contact has not sent is told with its cure`() async throws {
        let inboxes = try Inboxes()
        try await inboxes.client.contact.set("ana")
        _ = inboxes.source.reportingUser { _ throws(SourceError) in throw .local(.store("1 unsent action of ben.")) }
        await #expect {
            try await inboxes.cards()
        } throws: { error in
            guard case SourceError.local(.store(let reason)) = error else { return false }
            return reason.hasPrefix("1 unsent action of ben. ") && reason.contains("contact set KEY --discard")
        }
    }

    @Test func `without a contact the feed ends, and the source says when one is set again`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let inboxes = try await Inboxes.joined(emulated, databasePath: path)
            var recoveries = await inboxes.source.recoveries().makeAsyncIterator()
            let feed = try await inboxes.source.follow([Subscription(streamID: inboxes.stream, since: nil)])
            let other = try emulated.client(databasePath: path)
            try await other.contact.unset()
            await #expect(throws: SourceError.noToken("No contact is set: your actions wait until you set a contact")) {
                for try await _ in feed.events {}
            }
            await feed.close()
            try await other.contact.set("ben")
            await recoveries.next()
            #expect(try await inboxes.cards().isEmpty)
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
        let inboxes = try Inboxes()
        #expect(try await inboxes.cards().isEmpty)
        #expect(await inboxes.emulated.records.contacts.count == 1)
    }

    @Test func `an unreachable service is said, and what is kept can be acted on`() async throws {
        let inboxes = try await Inboxes.joined()
        await inboxes.deliver("m")
        _ = try await inboxes.cards()
        inboxes.emulated.network.cut()
        await #expect(throws: SourceError.network("cannot reach http://127.0.0.1")) { try await inboxes.cards() }
        #expect(try await inboxes.perform(.dismiss, on: "m").status == .dismissed)
    }

    @Test func `versions of later starts are greater`() async throws {
        try await withDatabase { path in
            let emulated = EmulatedAccount()
            let inboxes = try await Inboxes.joined(emulated, databasePath: path)
            await inboxes.deliver("m")
            let first = try #require(try await inboxes.source.snapshot(of: inboxes.stream, page: nil).entries.first)
            let later = try Inboxes(emulated, databasePath: path)
            let second = try #require(try await later.source.snapshot(of: inboxes.stream, page: nil).entries.first)
            #expect(second.version > first.version)
        }
    }
}
