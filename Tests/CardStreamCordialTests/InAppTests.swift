import Cards
import CordialEmulator
import CordialSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamCordial

/// How in-app messages reach the program.
@Suite(.timeLimit(.minutes(1))) struct InAppTests {
    private let emulated = EmulatedAccount()

    private func announce(_ id: String, to contact: String = "ana", _ parameters: JSONObject = [:]) async {
        let now = emulated.clock.now
        await emulated.emulator.change { service in
            service.announce(id, to: contact, content: "<p>\(id)</p>", parameters, sentAt: now)
        }
    }

    private func client() async throws -> CordialClient {
        let client = try await emulated.joined(as: "ana")
        await client.inAppMessages.setDisplayDelay(.zero)
        // Waits for the refresh that follows the contact; no message has been announced yet.
        await client.inAppMessages.refresh()
        return client
    }

    private func shows(_ id: String?, _ client: CordialClient) async throws {
        try await emulated.wait { try await client.inAppMessages.current()?.id == id }
    }

    @Test func `Without new messages, only the small file is requested`() async throws {
        let client = try await client()
        await announce("m1")
        await client.inAppMessages.refresh()
        try await shows("m1", client)
        let before = await emulated.records.requests.count
        await client.inAppMessages.refresh()
        let requests = await emulated.records.requests.dropFirst(before)
        #expect(requests.count == 1 && requests.first?.hasPrefix("GET /content/") == true)
    }

    @Test func `With silent pushes, only the content is requested`() async throws {
        let client = try await emulated.joined(as: "ana") { $0.delivery = .silentPushes }
        await client.inAppMessages.setDisplayDelay(.zero)
        await announce("m1")
        await client.inAppMessages.refresh()
        #expect(try await client.inAppMessages.current() == nil)
        let before = await emulated.records.requests.count
        let push = try #require(CordialPush(payload: ["mcID": "m1", "system": ["iam": ["type": "banner_up"]]]))
        try await client.pushes.handle(push, .silent)
        try await shows("m1", client)
        #expect(try await client.inAppMessages.current()?.form == .bannerTop)
        #expect(await Array(emulated.records.requests.dropFirst(before)) == ["GET /hub/mobile/message/m1"])
    }

    @Test func `After a banner that has ended by itself the next message comes`() async throws {
        let client = try await client()
        await announce("m1")
        emulated.clock.advance(by: 1)
        await announce("m2", to: "ana", ["type": "banner_up"])
        await client.inAppMessages.refresh()
        try await shows("m2", client)
        await emulated.advance(by: 15)
        try await shows("m1", client)
        #expect(await client.inAppMessages.heldCount() == 0)
    }

    @Test func `A banner does not end while it is in use, and its time restarts`() async throws {
        let client = try await client()
        await announce("m1", to: "ana", ["type": "banner_up"])
        await client.inAppMessages.refresh()
        try await shows("m1", client)
        await client.inAppMessages.setInUse(true)
        emulated.clock.advance(by: 60)
        #expect(try await client.inAppMessages.current()?.id == "m1")
        await client.inAppMessages.setInUse(false)
        await emulated.advance(by: 15)
        try await emulated.wait { try await client.inAppMessages.current() == nil }
    }

    @Test func `Only one of two processes of an account shows messages`() async throws {
        try await withDatabase { path in
            let first = try await emulated.joined(as: "ana", databasePath: path)
            let second = try emulated.client(databasePath: path)
            for client in [first, second] {
                await client.inAppMessages.setDisplayDelay(.zero)
                await client.inAppMessages.refresh()
            }
            await announce("m1")
            await first.inAppMessages.refresh()
            try await shows("m1", first)
            await second.inAppMessages.refresh()
            try await second.open()
            #expect(try await second.inAppMessages.current() == nil)
            try await first.inAppMessages.dismiss("m1")
            try await first.close()
            // The second client shows messages that are announced after the first has closed.
            emulated.clock.advance(by: 1)
            await announce("m2")
            await second.inAppMessages.refresh()
            try await shows("m2", second)
            await second.events.flush()
            let shown = await emulated.records.events.filter { $0["event"] == "crdl_in_app_message_shown" }
            #expect(shown.map { $0["mcID"]?.string } == ["m1", "m2"])
        }
    }

    @Test func `An expired address of the times is requested again`() async throws {
        let client = try await client()
        await announce("m1")
        await emulated.fail(.refused(status: 400), "/content")
        await client.inAppMessages.refresh()
        try await shows("m1", client)
    }

    @Test func `A content whose address has expired is loaded from the service`() async throws {
        let client = try await client()
        await announce("m1")
        let push = try #require(CordialPush(payload: ["mcID": "m1", "system": ["iam": [:]]]))
        await emulated.fail(.refused(status: 403), "/content")
        try await client.pushes.handle(push, .silent)
        try await shows("m1", client)
        #expect(await emulated.records.count("GET /hub/mobile/message/m1") == 1)
    }

    @Test func `A content that cannot be loaded waits for the next time`() async throws {
        let client = try await client()
        await announce("m1")
        await emulated.fail(.serverError, "/hub/mobile/message/")
        await emulated.fail(.refused(status: 403), "/content")
        let push = try #require(CordialPush(payload: ["mcID": "m1", "system": ["iam": [:]]]))
        try await client.pushes.handle(push, .silent)
        #expect(try await client.inAppMessages.current() == nil)
        await client.inAppMessages.refresh()
        try await shows("m1", client)
    }

    @Test func `Messages are shown one after the other, newest first`() async throws {
        let client = try await client()
        await client.inAppMessages.setMode(.hold)
        for id in ["m1", "m2"] { await announce(id) }
        await client.inAppMessages.refresh()
        await client.inAppMessages.setMode(.show, resume: .now)
        try await shows("m2", client)
        try await client.inAppMessages.dismiss("m1")
        try await shows("m2", client)
        try await client.inAppMessages.dismiss("m2")
        try await shows("m1", client)
        await client.events.flush()
        #expect(
            await emulated.records.events.map { $0["event"]?.string } == [
                "crdl_in_app_message_shown", "crdl_in_app_message_manual_dismiss", "crdl_in_app_message_shown",
            ])
    }

    @Test func `Messages survive a restart, and those of another contact do not survive the change`() async throws {
        try await withDatabase { path in
            let first = try await emulated.joined(as: "ana", databasePath: path)
            await first.inAppMessages.setMode(.hold)
            await announce("m1")
            await first.inAppMessages.refresh()
            emulated.network.cut()
            let second = try emulated.client(databasePath: path)
            await second.inAppMessages.setDisplayDelay(.zero)
            try await second.open()
            try await shows("m1", second)
            try await second.contact.set("ben")
            #expect(try await second.inAppMessages.current() == nil)
        }
    }

    @Test func `A message of another contact cannot be acted on, one that has ended by itself can`() async throws {
        let client = try await client()
        await announce("m1", to: "ana", ["type": "banner_bottom"])
        await client.inAppMessages.refresh()
        try await shows("m1", client)
        await emulated.advance(by: 15)
        try await shows(nil, client)
        try await client.inAppMessages.act(link: nil, event: "late", of: "m1")
        #expect(try await client.attribution.current()?.messageID == "m1")
        await announce("m2")
        await client.inAppMessages.refresh()
        try await shows("m2", client)
        try await client.contact.unset()
        #expect(try await client.inAppMessages.current() == nil)
        try await client.contact.set("ben")
        await #expect(throws: CordialError.self) {
            try await client.inAppMessages.act(link: nil, event: "other", of: "m2")
        }
        #expect(try await client.attribution.current() == nil)
    }

    @Test func `A tapped push hides its message if it says so`() async throws {
        let client = try await client()
        await announce("m1", to: "ana", ["inactiveSessionDisplay": "hide-in-app"])
        let push = try #require(
            CordialPush(payload: ["mcID": "m1", "system": ["iam": ["inactiveSessionDisplay": "hide-in-app"]]]))
        try await client.pushes.handle(push, .tapped)
        await client.inAppMessages.refresh()
        #expect(await client.inAppMessages.heldCount() == 0)
        #expect(try await client.inAppMessages.current() == nil)
    }
}
