import Cards
import CordialEmulator
import CordialSupport
import Foundation
import Testing

@testable import CardStreamCordial

/// Changes that happen while a request is in progress.
@Suite(.timeLimit(.minutes(1))) struct RaceTests {
    private let emulated = EmulatedAccount()

    @Test func `A contact that is set during a request is not accepted with the previous one`() async throws {
        let client = try emulated.client()
        try await client.contact.set("ana")
        try await client.events.send("for ana")
        emulated.network.beforeResponse(to: "/mobile/contacts") {
            try await client.contact.set("ben")
            try await client.events.send("for ben")
        }
        #expect(await client.events.flush().waiting == 0)
        #expect(await emulated.records.contacts.map { $0["primaryKey"]?.string } == ["ana", "ben"])
        #expect(await emulated.records.events.map { $0["event"]?.string } == ["for ben"])
        #expect(await emulated.records.events.map { $0["primaryKey"]?.string } == ["ben"])
    }

    @Test func `A contact that is unset during a request is not logged in by the response`() async throws {
        let client = try emulated.client()
        try await client.contact.set("ana")
        emulated.network.beforeResponse(to: "/mobile/contacts") { try await client.contact.unset() }
        await client.events.flush()
        #expect(try await !client.contact.current().isLoggedIn)
        try await client.events.send("no one's")
        await client.events.flush()
        #expect(await emulated.records.events.isEmpty)
    }

    @Test func `Events that are added during a request do not count as sent`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.events.send("one")
        emulated.network.beforeResponse(to: "/mobile/events") { try await client.events.send("two") }
        #expect(await client.events.flush() == OutboxReport(sent: 2, waiting: 0))
        #expect(await emulated.records.bulks == [1, 1])
    }

    @Test func `Events being sent stay those of their contact`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.events.send("ana's")
        emulated.network.beforeResponse(to: "/mobile/events") {
            try await client.contact.set("ben")
            try await client.events.send("ben's")
        }
        #expect(await client.events.flush().waiting == 0)
        #expect(await emulated.records.events.map { $0["primaryKey"]?.string } == ["ana", "ben"])
    }

    @Test(arguments: ["/inbox/messages", "/inbox/message/", "/content"])
    func `What was loaded for one contact is not kept for another`(path: String) async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change { service in
            service.deliver("m1", to: "ana", content: "secret", sentAt: Date(timeIntervalSince1970: 0))
        }
        emulated.network.beforeResponse(to: path) { try await client.contact.set("ben") }
        await #expect(throws: CordialError.self) {
            _ = try await client.inbox.page()
            _ = try await client.inbox.content(of: "m1")
            // An address from the earlier page was enough; the address of a single message is requested separately.
            _ = try await client.inbox.message("m1")
        }
        #expect(try await client.inbox.kept().isEmpty)
        #expect(try await client.contact.current().primaryKey == "ben")
    }

    @Test func `In-app messages of one contact are not listed for another`() async throws {
        let client = try await emulated.joined(as: "ana")
        await client.inAppMessages.refresh()
        await emulated.emulator.change { service in
            service.announce("m1", to: "ana", content: "secret", sentAt: Date(timeIntervalSince1970: 0))
        }
        emulated.network.beforeResponse(to: "/mobile/messages") { try await client.contact.set("ben") }
        await client.inAppMessages.refresh()
        #expect(await client.inAppMessages.heldCount() == 0)
        #expect(try await client.inAppMessages.current() == nil)
    }

    @Test func `Two clients of a file do not send the same`() async throws {
        try await withDatabase { path in
            let first = try await emulated.joined(as: "ana", databasePath: path)
            let second = try emulated.client(databasePath: path)
            for number in 0..<5 { try await first.events.send("e\(number)") }
            emulated.network.beforeResponse(to: "/mobile/events") {
                // The other client is sending, so this one gives up after five seconds.
                async let report = second.events.flush()
                for _ in 0..<20 { await emulated.advance(by: 0.25) }
                #expect(await report == OutboxReport(sent: 0, waiting: 5))
            }
            #expect(await first.events.flush() == OutboxReport(sent: 5, waiting: 0))
            #expect(await emulated.records.events.count == 5)
        }
    }

    @Test func `Two calls to send run one after the other`() async throws {
        let client = try await emulated.joined(as: "ana")
        for number in 0..<20 { try await client.events.send("e\(number)") }
        async let first = client.events.flush()
        async let second = client.events.flush()
        _ = await (first, second)
        #expect(await emulated.records.events.count == 20)
    }
}
