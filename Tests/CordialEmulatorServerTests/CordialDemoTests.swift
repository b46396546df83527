import Basics
import CardStreamCordial
import Cards
import CordialEmulator
import Foundation
import Support
import Testing

@testable import CordialEmulatorServer

/// The demo's shop as its user experiences it: over the network, with the client.
@Suite(.timeLimit(.minutes(1))) struct CordialDemoTests {
    private let clock = TestClock()

    private func run(_ test: (CordialDemo, CordialClient) async throws -> Void) async throws {
        let syncClock = SyncClock(
            now: { [clock] in clock.now }, uptime: { [clock] in clock.uptime },
            sleep: { [clock] in await clock.sleep(until: $0) })
        let demo = try await CordialDemo.start(clock: syncClock)
        var account = CordialAccount(
            accountKey: demo.configuration.accountKey, channelKey: demo.configuration.channelKey,
            eventsURL: demo.eventsURL, messageHubURL: demo.messageHubURL)
        account.vanityDomains = [demo.vanityDomain]
        let result: Result<Void, any Error>
        do {
            let client = try CordialClient(account)
            try await client.contact.set(demo.contact)
            #expect(await client.events.flush().waiting == 0)
            result = .success(try await test(demo, client))
        } catch { result = .failure(error) }
        await demo.close()
        try result.get()
    }

    private func wait(until condition: () async throws -> Bool) async rethrows {
        while !Task.isCancelled, try await !condition() { await Task.yield() }
    }

    @Test func `the demo's messages have previews, contents and links to the shop`() async throws {
        try await run { _, client in
            let messages = try await client.inbox.page(size: 50).messages
            #expect(messages.map(\.id) == ["order-10482", "presents", "sale", "lamp", "care"])
            for message in messages {
                #expect(message.metadata["title"]?.string?.isEmpty == false)
                if let slides = message.metadata["carousel"]?.array {
                    #expect(slides.count == 5)
                    for slide in slides {
                        let address = try #require(slide["deepLink"]?.string)
                        #expect(try await client.links.open(address).url.hasPrefix("https://shop.example/products/"))
                    }
                    continue
                }
                let content = try await client.inbox.content(of: message.id)
                let address = try #require(message.metadata["deepLink"]?.string)
                #expect(content.contains(address) && !content.contains("LINK"))
                #expect(try await client.links.open(address).url.hasPrefix("https://shop.example/"))
            }
        }
    }

    @Test func `the demo responds to the form with one message`() async throws {
        try await run { _, client in
            await client.inAppMessages.setDisplayDelay(.zero)
            await client.inAppMessages.refresh()
            try await wait { try await client.inAppMessages.current()?.id == "banner" }
            try await client.inAppMessages.dismiss("banner")
            try await wait { try await client.inAppMessages.current()?.id == "form" }
            try await client.inAppMessages.capture(
                ["size": .text("<L>"), "letters": .bool(true)], event: ShopMessages.formEvent, of: "form")
            for _ in 0..<2 {
                _ = await client.events.flush()
                let thanks = try await client.inbox.page().messages.filter { $0.id == "thanks" }
                #expect(thanks.count == 1)
                try await client.events.send("other")
            }
            #expect(try await client.inbox.content(of: "thanks").contains("<b>&lt;L></b>"))
        }
    }

    @Test func `after a while another message comes`() async throws {
        try await run { _, client in
            #expect(try await client.inbox.page().total == 5)
            await wait { clock.wakeTimes.contains(CordialDemo.pause) }
            clock.advance(by: CordialDemo.pause)
            try await wait { try await client.inbox.page().messages.first?.id == "boots" }
        }
    }
}
