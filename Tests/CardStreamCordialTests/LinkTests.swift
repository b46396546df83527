import Cards
import CordialEmulator
import CordialSupport
import Foundation
import Testing

@testable import CardStreamCordial

/// Link targets.
@Suite(.timeLimit(.minutes(1))) struct LinkTests {
    private let emulated = EmulatedAccount()
    private let start = "http://127.0.0.1/click/1"

    private func open(_ url: String, _ links: [String: EmulatedLink] = [:]) async throws -> (CordialLink, String?) {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change { $0.links = links }
        let link = try await client.links.open(url)
        return (link, try await client.attribution.current()?.messageID)
    }

    private func click(_ name: String) -> String { "http://127.0.0.1/click/\(name)" }

    @Test func `Links of other domains are not requested`() async throws {
        for url in ["https://shop.example/1", "shop://item/1", "not a link"] {
            let (link, _) = try await open(url)
            #expect(link.url == url && link.vanityURL == nil)
        }
        #expect(await !emulated.records.requests.contains { $0.hasPrefix("GET /click") })
    }

    @Test func `At most four redirects are followed`() async throws {
        var links: [String: EmulatedLink] = [:]
        for number in 1...9 { links["\(number)"] = EmulatedLink(click("\(number + 1)"), messageID: "m\(number)") }
        let (link, messageID) = try await open(start, links)
        #expect(link.url == click("5") && messageID == "m4")
        #expect(await emulated.records.requests.count { $0.hasPrefix("GET /click") } == 4)
    }

    @Test func `A response without a redirect is the target`() async throws {
        let (link, messageID) = try await open(start, ["1": EmulatedLink(nil, messageID: "m", status: 200)])
        #expect(link.url == start && link.vanityURL == nil && messageID == nil)
    }

    @Test(arguments: [
        EmulatedLink(nil), EmulatedLink("https://shop.example", status: 301), EmulatedLink(nil, status: 500),
    ])
    func `Any other response leaves the link unchanged`(answer: EmulatedLink) async throws {
        let (link, messageID) = try await open(start, ["1": answer])
        #expect(link.url == start && messageID == nil)
    }

    @Test func `Without a network, the link is opened unchanged`() async throws {
        let client = try await emulated.joined(as: "ana")
        emulated.network.cut()
        #expect(try await client.links.open(start).url == start)
        #expect(try await client.events.waitingCount() == 1)
    }

    @Test(arguments: [(nil, true), ("0", true), ("1", false), ("true", false)] as [(String?, Bool)])
    func `Links of test messages attribute nothing`(header: String?, counts: Bool) async throws {
        let (link, messageID) = try await open(
            start, ["1": EmulatedLink("https://shop.example", messageID: "m", test: header)])
        #expect(link.url == "https://shop.example" && (messageID != nil) == counts)
    }

    @Test func `A tapped push opens its link with its own tracked form`() async throws {
        let client = try await emulated.joined(as: "ana")
        let push = try #require(
            CordialPush(payload: [
                "mcID": "m1",
                "deepLink": [
                    "url": "shop://polo", "fallbackUrl": "https://shop.example", "vanityUrl": "https://click.example/1",
                ],
            ]))
        let link = try await client.pushes.handle(push, .tapped)
        #expect(link?.url == "shop://polo" && link?.fallback == "https://shop.example")
        #expect(link?.vanityURL == "https://click.example/1")
        await client.events.flush()
        #expect(
            await emulated.records.events.map { $0["event"] } == ["crdl_notification_tap", "crdl_deep_link_open"])
    }
}
