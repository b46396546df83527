import CardStreamCordial
import Cards
import CordialEmulator
import CordialSupport
import CurlTransport
import EmulatorHTTP
import EmulatorSockets
import Foundation
import Support
import Testing

@testable import CordialEmulatorServer

/// The client with libcurl against the emulator on a port: checks, refusals, expiry and failures.
@Suite(.timeLimit(.minutes(1))) struct CordialServerTests {
    private func item(_ id: String) -> CartItem {
        CartItem(productID: id, name: "Jumper", sku: "sku-\(id)", category: "Knitwear", quantity: 1)
    }

    @Test func `an address in use is refused, and a closed server frees its port`() async throws {
        let configuration = CordialConfiguration(accountKey: "a", channelKey: "c")
        let first = try await CordialServer.start(configuration, clock: { .fixed })
        let port = try #require(UInt16(first.baseURL.split(separator: ":")[2]))
        await #expect(throws: EmulatorServerError.portInUse(port)) {
            try await CordialServer.start(configuration, port: port, clock: { .fixed })
        }
        await first.close()
        let second = try await CordialServer.start(configuration, port: port, clock: { .fixed })
        #expect(second.baseURL == first.baseURL)
        await second.close()
    }

    @Test func `without keys and token everything but contents is refused`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let driver = CurlDriver(CurlConfiguration())
            let rows = [
                ("POST", "/es/mobile/auth/x", 401), ("POST", "/es/mobile/events", 401),
                ("GET", "/hub/inbox/messages/ana/d", 401), ("GET", "/content/x", 404), ("GET", "/click/x", 404),
                ("GET", "/", 404), ("PUT", "/es/mobile/events", 405),
            ]
            for (method, path, status) in rows {
                let body: [UInt8]? = method == "GET" ? nil : []
                let response = try await driver.send(HTTPRequest(method, url: emulated.baseURL + path, body: body))
                #expect(response.status == status, "\(method) \(path)")
            }
        }
    }

    @Test func `contact, events, cart and orders arrive, and refused events alone are dropped`() async throws {
        try await EmulatedAccount.runOverNetwork({ $0.refusedEvents = ["bad"] }) { emulated in
            let client = try await emulated.joined(as: "ana")
            try await client.contact.update(["address.city": .text("Porto")])
            for name in ["one", "bad", "two"] { try await client.events.send(name) }
            try await client.commerce.setCart([item("1"), item("2")])
            let address = CordialOrder.Address(
                name: "Ana", address: "Rua 1", city: "Porto", state: "", postalCode: "4000", country: "PT")
            try await client.commerce.send(
                CordialOrder(
                    id: "10482", status: "paid", storeID: "s", customerID: "c", shippingAddress: address,
                    billingAddress: address, items: [item("1")]))
            let report = await client.events.flush()
            #expect(report.waiting == 0 && report.sent == 5, "\(report)")
            let records = await emulated.records
            #expect(records.events.map { $0["event"] } == ["one", "two"])
            #expect(records.events.allSatisfy { $0["primaryKey"] == "ana" })
            #expect(records.contacts.last?["attributes"]?["address"]?["city"] == "Porto")
            #expect(records.carts.count == 1 && records.orders.count == 1)
        }
    }

    @Test func `an expired token is replaced once`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana")
            await emulated.emulator.change { $0.expireTokens() }
            try await client.events.send("one")
            #expect(await client.events.flush().waiting == 0)
            #expect(await emulated.records.requests.count { $0.hasPrefix("POST /es/mobile/auth") } == 2)
        }
    }

    @Test func `pages and filters of the inbox are strict, marks and deletions arrive`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana/1 @x")
            let now = emulated.clock.now
            await emulated.emulator.change { service in
                for number in 1...5 {
                    service.deliver(
                        "m\(number)", to: "ana/1 @x", content: "<p>\(number)</p>",
                        sentAt: now.addingTimeInterval(Double(number)))
                }
            }
            let page = try await client.inbox.page(2, size: 2)
            #expect(page.messages.map(\.id) == ["m3", "m2"] && page.total == 5 && page.hasNext)
            let filter = InboxFilter(after: now.addingTimeInterval(2), before: now.addingTimeInterval(4))
            #expect(try await client.inbox.page(filter: filter).messages.map(\.id) == ["m3"])
            try await client.inbox.mark(["m1", "m9"], isRead: true)
            try await client.inbox.delete("m2")
            let report = await client.events.flush()
            #expect(report.waiting == 0, "\(report)")
            #expect(try await client.inbox.page(filter: InboxFilter(isRead: true)).messages.map(\.id) == ["m1"])
            #expect(try await client.inbox.page().total == 4)
        }
    }

    @Test func `an expired content address returns 403 and is replaced`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana")
            let now = emulated.clock.now
            await emulated.emulator.change { $0.deliver("m1", to: "ana", content: "<p>é</p>", sentAt: now) }
            _ = try await client.inbox.page()
            await emulated.emulator.change { $0.expireAddresses() }
            #expect(try await client.inbox.content(of: "m1") == "<p>é</p>")
            let device = try await client.contact.current().deviceID
            #expect(await emulated.records.count("GET /hub/inbox/message/ana/\(device)/m1") == 1)
        }
    }

    @Test func `in-app messages are listed, loaded and ended`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana")
            await client.inAppMessages.setDisplayDelay(.zero)
            let now = emulated.clock.now
            await emulated.emulator.change {
                $0.announce("hello", to: "ana", content: "<p>Hello</p>", ["type": "modal"], sentAt: now)
            }
            await client.inAppMessages.refresh()
            try await emulated.wait { try await client.inAppMessages.current()?.content == "<p>Hello</p>" }
            try await client.inAppMessages.dismiss("hello")
            _ = await client.events.flush()
            #expect(
                await emulated.records.events.map { $0["event"] } == [
                    "crdl_in_app_message_shown", "crdl_in_app_message_manual_dismiss",
                ])
        }
    }

    @Test func `links of the vanity domain redirect and are counted`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana")
            let base = emulated.baseURL
            await emulated.emulator.change {
                $0.links["first"] = EmulatedLink("\(base)/click/second")
                $0.links["second"] = EmulatedLink("https://shop.example/sale", messageID: "m7")
            }
            let link = try await client.links.open("\(base)/click/first")
            #expect(link.url == "https://shop.example/sale")
            #expect(try await client.attribution.current()?.messageID == "m7")
            #expect(await emulated.records.count("GET /click/second") == 1)
        }
    }

    @Test func `pushes announce new messages`() async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana")
            let now = emulated.clock.now
            await emulated.emulator.change {
                $0.deliver(
                    "m1", to: "ana", content: "x", metadata: ["title": "News", "deepLink": "https://shop.example"],
                    sentAt: now)
                $0.announce("a1", to: "ana", content: "y", ["type": "banner_up"], sentAt: now)
            }
            func push(_ id: String) async throws -> CordialPush {
                let payload = await emulated.emulator.read {
                    $0.push(id, to: "ana", carousel: [["imageURL": "https://shop.example/1.png"]])
                }
                let json = try #require(payload)
                return try #require(CordialPush(payload: json))
            }
            let news = try await push("m1")
            #expect(news.title == "News" && news.announcesInbox && !news.announcesInApp && news.carousel.count == 1)
            let banner = try await push("a1")
            #expect(banner.announcesInApp && !banner.announcesInbox)
            #expect(try await client.pushes.handle(news, .tapped)?.url == "https://shop.example")
            #expect(await emulated.emulator.read { $0.push("m2", to: "ana") } == nil)
        }
    }

    @Test(arguments: [RequestFault.Effect.serverError, .tooManyRequests(retryAfter: 1), .lostResponse, .cutResponse])
    func `data whose request fails stays queued`(effect: RequestFault.Effect) async throws {
        try await EmulatedAccount.runOverNetwork { emulated in
            let client = try await emulated.joined(as: "ana")
            try await client.events.send("one")
            await emulated.fail(effect, "/es/mobile/events")
            let report = await client.events.flush()
            #expect(report.waiting == 1 && report.failure != nil, "\(report)")
            #expect(await client.events.flush().waiting == 0)
        }
    }
}
