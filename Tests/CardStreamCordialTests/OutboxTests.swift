import Cards
import CordialEmulator
import CordialSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamCordial

/// What waits to be sent, and when it is sent.
@Suite(.timeLimit(.minutes(1))) struct OutboxTests {
    private let emulated = EmulatedAccount()

    private var events: [String] { get async { await emulated.records.events.compactMap { $0["event"]?.string } } }

    @Test func `A refused event is dropped, and the others are sent at once`() async throws {
        let emulated = EmulatedAccount { $0.refusedEvents = ["bad"] }
        let client = try await emulated.joined(as: "ana")
        var notices = client.notices().makeAsyncIterator()
        for name in ["one", "bad", "two", "bad"] { try await client.events.send(name) }
        let first = await client.events.flush()
        #expect(first.sent == 2 && first.waiting == 0 && first.failure == nil)
        #expect(first.refused.mapValues(\.message) == [.events: "the service refused 2 of 4 items: bad, bad"])
        #expect(await emulated.records.events.map { $0["event"] } == ["one", "two"])
        // A refused batch is reported; single refused events of a batch are not.
        await emulated.fail(.refused(status: 403), "/es/mobile/events")
        try await client.events.send("three")
        let report = await client.events.flush()
        #expect(report.waiting == 0 && report.failure?.status == 403)
        while let notice = await notices.next() {
            guard case .refused(let request, let error) = notice else { continue }
            #expect(request == .events && error.status == 403)
            break
        }
    }

    @Test(arguments: [
        RequestFault.Effect.serverError, .tooManyRequests(retryAfter: 1), .lostResponse, .refused(status: 408),
    ])
    func `A failure of the service or the network keeps everything`(effect: RequestFault.Effect) async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.fail(effect, "/es/mobile/events")
        try await client.events.send("one")
        try await client.commerce.setCart([])
        #expect(await client.events.flush().waiting > 0)
        #expect(await client.events.flush().waiting == 0)
        #expect(await events.contains("one"))
        #expect(await emulated.records.carts.count == 1)
    }

    @Test func `If the service accepts no events, other data is still sent`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.fail(.serverError, "/es/mobile/events")
        try await client.events.send("one")
        try await client.commerce.setCart([])
        #expect(await client.events.flush().waiting == 1)
        #expect(await emulated.records.carts.count == 1)
    }

    @Test func `Keys that the service refuses keep everything`() async throws {
        let client = try emulated.client { $0.accountKey = "wrong" }
        try await client.contact.set("ana")
        try await client.events.send("one")
        let report = await client.events.flush()
        #expect(report.waiting == 2 && report.failure?.code == .unauthorized)
    }

    @Test func `Nothing is sent before the contact`() async throws {
        let client = try emulated.client()
        try await client.events.send("one")
        #expect(await client.events.flush().waiting == 1)
        #expect(try await !client.contact.current().isLoggedIn)
        await emulated.fail(.serverError, "/es/mobile/contacts")
        try await client.contact.set("ana")
        #expect(await client.events.flush().waiting == 2)
        #expect(await events.isEmpty)
        #expect(await client.events.flush() == OutboxReport(sent: 2, waiting: 0))
        let current = try await client.contact.current()
        #expect(current.isLoggedIn && !current.isUpserting)
    }

    @Test func `A refused contact does not block other data`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.fail(.refused(status: 400), "/es/mobile/contacts")
        try await client.contact.update(["name": .text("Jon")])
        try await client.events.send("one")
        #expect(await client.events.flush().waiting == 0)
        #expect(await events == ["one"])
    }

    @Test func `Waiting data of a contact is sent when it is set again, and not for another one`() async throws {
        let client = try await emulated.joined(as: "ana")
        emulated.network.cut()
        try await client.events.send("ana's")
        try await client.contact.unset()
        emulated.network.repair()
        try await client.contact.set("ana")
        await client.events.flush()
        #expect(await emulated.records.events.map { $0["primaryKey"] } == ["ana"])
        // The logout was not sent, because the same contact was set again.
        #expect(await emulated.records.logouts.isEmpty)
        emulated.network.cut()
        try await client.events.send("ana's again")
        try await client.contact.unset()
        try await client.events.send("no one's")
        emulated.network.repair()
        try await client.contact.set("ben")
        await client.events.flush()
        #expect(await events == ["ana's", "no one's"])
        #expect(await emulated.records.events.last?["primaryKey"] == "ben")
    }

    @Test func `A contact that changes while the old one is sent is not logged in by it`() async throws {
        let client = try emulated.client()
        try await client.contact.set("ana")
        await emulated.fail(.lostResponse, "/es/mobile/contacts")
        await client.events.flush()
        try await client.contact.unset()
        await client.events.flush()
        #expect(try await !client.contact.current().isLoggedIn)
        // Only a contact that the service has accepted is logged out there.
        #expect(await emulated.records.logouts.isEmpty)
    }

    @Test func `A logout that cannot be sent waits`() async throws {
        let client = try await emulated.joined(as: "ana")
        emulated.network.cut()
        try await client.contact.logOut()
        #expect(await client.events.flush().waiting == 1)
        emulated.network.repair()
        #expect(await client.events.flush().waiting == 0)
        #expect(await emulated.records.logouts.map { $0["primaryKey"] } == ["ana"])
    }

    @Test func `A refused mark is dropped, and the others are sent at once`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change { service in
            service.deliver("m1", to: "ana", content: "", sentAt: Date(timeIntervalSince1970: 0))
        }
        try await client.inbox.mark(["gone", "m1"], isRead: true)
        try await client.inbox.mark(["gone too"], isRead: false)
        #expect(await client.events.flush().waiting == 0)
        #expect(await emulated.emulator.read { $0.isRead("m1", of: "ana") } == true)
    }

    @Test func `A guest has an inbox identified by its token`() async throws {
        let client = try await emulated.joined()
        let key = "shop:\(try await client.contact.current().pushToken)"
        await emulated.emulator.change { service in
            service.deliver("m1", to: key, content: "", sentAt: Date(timeIntervalSince1970: 0))
        }
        #expect(try await client.inbox.page().messages.map(\.id) == ["m1"])
        try await client.inbox.mark(["m1"], isRead: true)
        await client.events.flush()
        #expect(await emulated.records.marks.map { $0["primaryKey"] } == [.string(key)])
        try await client.contact.unset()
        await #expect(throws: CordialError.self) { try await client.inbox.page() }
    }

    @Test func `Another contact does not see the inbox of the one before`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change { service in
            service.deliver("m1", to: "ana", content: "secret", sentAt: Date(timeIntervalSince1970: 0))
        }
        _ = try await client.inbox.page()
        #expect(try await client.inbox.content(of: "m1") == "secret")
        try await client.contact.set("ben")
        #expect(try await client.inbox.kept().isEmpty)
        await client.events.flush()
        await #expect(throws: CordialError.self) { try await client.inbox.content(of: "m1") }
    }

    @Test func `Without a contact its inbox is closed, and open again when it comes back`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change { service in
            service.deliver("m1", to: "ana", content: "secret", sentAt: Date(timeIntervalSince1970: 0))
        }
        _ = try await client.inbox.page()
        _ = try await client.inbox.content(of: "m1")
        try await client.contact.unset()
        #expect(try await client.inbox.kept().isEmpty)
        for closed: @Sendable () async throws -> Void in [
            { _ = try await client.inbox.content(of: "m1") }, { try await client.inbox.mark(["m1"], isRead: true) },
            { try await client.inbox.delete("m1") }, { _ = try await client.inbox.message("m1") },
        ] {
            await #expect { try await closed() } throws: { ($0 as? CordialError)?.code == .notLoggedIn }
        }
        emulated.network.cut()
        try await client.contact.set("ana")
        #expect(try await client.inbox.kept().map(\.id) == ["m1"])
        #expect(try await client.inbox.content(of: "m1") == "secret")
    }

    @Test func `The contact is sent again after a day`() async throws {
        try await withDatabase { path in
            for day in [0.0, 3600, 86_400] {
                emulated.clock.advance(by: day)
                let client = try emulated.client(databasePath: path)
                try await client.open()
                try await client.close()
            }
            #expect(await emulated.records.contacts.count == 2)
        }
    }

    @Test func `Contents need a new address at most once for each status`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change { service in
            service.deliver("m1", to: "ana", content: "text", sentAt: Date(timeIntervalSince1970: 0))
        }
        for status in [400, 403] { await emulated.fail(.refused(status: status), "/content") }
        #expect(try await client.inbox.content(of: "m1") == "text")
        _ = try await client.inbox.delete("m1")
        await emulated.emulator.change { service in
            service.deliver("m2", to: "ana", content: "text", sentAt: Date(timeIntervalSince1970: 0))
        }
        // Permanently, because the client also loads the timestamps of in-app messages from such an address.
        await emulated.fail(.refused(status: 403), "/content", count: .max)
        await #expect(throws: CordialError.self) { try await client.inbox.content(of: "m2") }
    }
}
