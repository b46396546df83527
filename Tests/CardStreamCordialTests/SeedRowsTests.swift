import Cards
import CordialEmulator
import CordialSupport
import EmulatorHTTP
import Foundation
import Support
import Testing

@testable import CardStreamCordial

/// One test against the emulator for each row of features in the vendor's guide, as far as the library covers it. The
/// other suites have more tests of each.
///
/// Not applicable: C-4 (React Native), C-9 (extensions of a phone; a push's picture is in C-10), C-14 (swizzling), C-18
/// (scenes of a phone), C-48 (release notes). The library does not include what commands and cards show for the other
/// rows.
@Suite(.timeLimit(.minutes(1))) struct SeedRowsTests {
    private let emulated = EmulatedAccount()

    @Test func `C-1 an account has keys and two addresses, and another one begins with nothing`() async throws {
        try await withDatabase { path in
            let first = try await emulated.joined(as: "ana", databasePath: path)
            emulated.network.cut()
            try await first.events.send("kept")
            let deviceID = try await first.contact.current().deviceID
            let again = try emulated.client(databasePath: path)
            #expect(try await again.contact.current().primaryKey == "ana")
            #expect(try await again.contact.current().deviceID == deviceID)
            #expect(try await again.events.waitingCount() == 1)
            let other = try emulated.client(databasePath: path) { $0.channelKey = "other" }
            #expect(try await other.contact.current().primaryKey == nil)
            #expect(try await other.events.waitingCount() == 0)
            #expect(try await other.contact.current().deviceID != deviceID)
        }
    }

    @Test func `C-2 the token is fetched once for all, and again when it is refused`() async throws {
        let client = try await emulated.joined(as: "ana")
        async let pages = [client.inbox.page(), client.inbox.page()]
        _ = try await pages
        let secret = emulated.account().tokenSecret
        #expect(await emulated.records.count("POST /es/mobile/auth/\(secret)") == 1)
        await emulated.emulator.change { $0.expireTokens() }
        async let first = client.inbox.page()
        async let second = client.inbox.page()
        _ = try await (first, second)
        #expect(await emulated.records.count("POST /es/mobile/auth/\(secret)") == 2)
    }

    @Test func `C-3 opening, closing and the first start are events`() async throws {
        try await withDatabase { path in
            for _ in 0..<2 {
                let client = try emulated.client(databasePath: path)
                try await client.open()
                try await client.close()
                #expect(try await client.events.waitingCount() == 0)
            }
            let names = await emulated.records.events.map { $0["event"]?.string }
            #expect(
                names == [
                    "crdl_app_install", "crdl_app_open", "crdl_app_close", "crdl_app_open", "crdl_app_close",
                ])
        }
    }

    @Test func `C-5 C-6 any number of handlers get what the level says`() async throws {
        let entries = CollectedLogEntries()
        let client = try emulated.client { account in
            account.log.handlers = [{ entries.add($0) }, { entries.add($0) }]
        }
        #expect(CordialLog().level == .error)
        try await client.contact.update(["not valid": .bool(true)])
        #expect(entries.all.map(\.level) == [.error, .error])
        let silent = try emulated.client { account in
            account.log.level = .none
            account.log.handlers = [{ entries.add($0) }]
        }
        try await silent.contact.update(["not valid": .bool(true)])
        #expect(entries.all.count == 2)
        let talkative = try emulated.client { account in
            account.log.level = .all
            account.log.handlers = [{ entries.add($0) }]
        }
        try await talkative.contact.set("ana")
        await talkative.events.flush()
        let messages = entries.all.dropFirst(2)
        #expect(
            messages.contains {
                $0.level == .all && $0.message.contains("POST http://127.0.0.1/es/mobile/contacts: 200")
            })
        #expect(!messages.contains { $0.message.contains(EmulatedAccount.accountKey) })
    }

    @Test func `C-7 C-24 the token and status of pushes go to the service`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.contact.setPushToken("0A1B")
        try await client.contact.setPermission(.authorized)
        try await client.contact.update(["name": .text("Jon")])
        await client.events.flush()
        let last = await emulated.records.contacts.last
        #expect(last?["token"] == "0a1b" && last?["status"] == "opt-in" && last?["primaryKey"] == "ana")
        let current = try await client.contact.current()
        #expect(current.pushToken == "0a1b" && current.pushStatus == "opt-in" && !current.deviceID.isEmpty)
        #expect(current.attributes == ["name": "Jon"])
        let event = await emulated.records.events.last
        #expect(event?["event"] == "crdl_device_notifications_manual_optin")
        #expect(event?["properties"]?["authorizationStatus"] == "authorized")
        #expect(event?["properties"]?["notificationStatus"] == "opt-in" && event?["properties"]?["pushToken"] == "0a1b")
        await #expect(throws: CordialError.self) { try await client.contact.setPushToken("xyz") }
    }

    @Test func `C-8 C-13 pushes of the service are told from others, and reported`() async throws {
        #expect(CordialPush(payload: ["aps": ["alert": "Hello"]]) == nil)
        let client = try await emulated.joined(as: "ana")
        let push = try #require(
            CordialPush(payload: ["mcID": "m1", "aps": ["alert": ["title": "T", "body": "Sale"]]]))
        #expect(push.title == "T" && push.text == "Sale")
        try await client.pushes.handle(push, .deliveredInForeground)
        #expect(try await client.attribution.current() == nil)
        try await client.pushes.handle(push, .tapped)
        #expect(try await client.attribution.current()?.messageID == "m1")
        await client.events.flush()
        let events = await emulated.records.events
        #expect(
            events.map { $0["event"] } == ["crdl_notification_delivered_in_foreground", "crdl_notification_tap"])
        #expect(events.allSatisfy { $0["mcID"] == "m1" })
        #expect(events.last?["properties"]?["authorizationStatus"] == "notDetermined")
    }

    @Test func `C-8 a push of others is left alone, a silent one announces a message, a tapped one leads to its link`()
        async throws
    {
        for payload: JSONObject in [["aps": ["alert": "Hello"]], ["mcID": ""], ["mcID": 7], [:]] {
            #expect(CordialPush(payload: payload) == nil, "\(payload)")
        }
        let client = try await emulated.joined(as: "ana")
        var notices = client.notices().makeAsyncIterator()
        let silent = try #require(CordialPush(payload: ["mcID": "m1", "system": ["inbox": [:]]]))
        #expect(silent.title == nil && silent.text == nil && silent.announcesInbox && !silent.announcesInApp)
        #expect(try await client.pushes.handle(silent, .silent) == nil)
        while let notice = await notices.next(), notice != .newInboxMessage("m1") {}
        let tapped = try #require(
            CordialPush(payload: [
                "mcID": "m2", "deepLink": ["url": "shop://sale", "fallbackUrl": "https://shop.example/sale"],
                "aps": ["alert": "Sale"],
            ]))
        #expect(tapped.text == "Sale" && tapped.title == nil)
        let link = try #require(try await client.pushes.handle(tapped, .tapped))
        #expect(link.url == "shop://sale" && link.fallback == "https://shop.example/sale")
        await client.events.flush()
        // A silent push does not cause an event.
        let names = await emulated.records.events.compactMap { $0["event"]?.string }
        #expect(names.filter { $0.contains("notification") } == ["crdl_notification_tap"], "\(names)")
    }

    @Test func `C-10 a carousel has pictures with links`() throws {
        let push = try #require(
            CordialPush(payload: [
                "mcID": "m1", "imageURL": "https://i.example/0.png",
                "carousel": [
                    ["imageURL": "https://i.example/1.png", "deepLink": "https://shop.example/1"],
                    ["imageURL": "https://i.example/2.png"], ["deepLink": "https://shop.example/3"],
                ],
            ]))
        #expect(push.imageURL == "https://i.example/0.png" && push.carousel.count == 2)
        #expect(push.carousel[0].link == "https://shop.example/1" && push.carousel[1].link == nil)
    }

    @Test func `C-11 C-12 categories are switched, and asked for`() async throws {
        let client = try await emulated.joined(as: "ana")
        var notices = client.notices().makeAsyncIterator()
        try await client.contact.offer([
            NotificationCategory(key: "discounts", name: "Discounts", isOn: true),
            NotificationCategory(key: "new", name: "New arrivals", isOn: false),
        ])
        try await client.contact.setCategory("new", isOn: true)
        await client.events.flush()
        let sent = await emulated.records.contacts.suffix(2).map { $0["attributes"]?["crdl_notification_categories"] }
        #expect(sent == [["discounts"], ["discounts", "new"]])
        #expect(try await client.contact.categories().map(\.isOn) == [true, true])
        await #expect(throws: CordialError.self) { try await client.contact.setCategory("old", isOn: true) }
        await #expect(throws: CordialError.self) { try await client.contact.offer([]) }
        #expect(await notices.next() == .contactAccepted)
        client.contact.requestCategories()
        #expect(await notices.next() == .categoriesRequested)
    }

    @Test func `C-15 only the newest cart is sent`() async throws {
        let client = try await emulated.joined(as: "ana")
        emulated.network.cut()
        var item = CartItem(productID: "p", name: "Polo", sku: "polo543", category: "Shirts", quantity: 1)
        item.itemPrice = JSONNumber(20)
        item.attributes = ["size": "M"]
        try await client.commerce.setCart([])
        try await client.commerce.setCart([item])
        emulated.network.repair()
        await client.events.flush()
        let carts = await emulated.records.carts
        #expect(carts.count == 1 && carts[0]["primaryKey"] == "ana")
        #expect(
            carts[0]["cartitems"] == [
                [
                    "productID": "p", "name": "Polo", "sku": "polo543", "category": "Shirts", "qty": 1, "itemPrice": 20,
                    "attr": ["size": "M"],
                ]
            ])
        #expect(carts[0]["cartitems"]?.array?.first?.object.flatMap { CartItem($0) } == item)
    }

    @Test func `C-16 all orders are sent, each id once, with the attribution`() async throws {
        let client = try await emulated.joined(as: "ana")
        emulated.network.cut()
        try await client.commerce.send(order("1", status: "new"))
        try await client.attribution.set("m1")
        try await client.commerce.send(order("2", status: "new"))
        try await client.commerce.send(order("1", status: "paid"))
        emulated.network.repair()
        await client.events.flush()
        let orders = await emulated.records.orders
        #expect(orders.map { $0["order"]?["orderID"] } == ["2", "1"])
        #expect(orders.map { $0["order"]?["status"] } == ["new", "paid"])
        #expect(orders[0]["mcID"] == "m1" && orders[0]["mcTapTime"] == .string(emulated.clock.now.rfc3339))
        #expect(orders[0]["order"]?["purchaseDate"] == .string(emulated.clock.now.rfc3339))
        #expect(orders[0]["order"]?["tax"] == "1.5" && orders[0]["order"]?["shippingAddress"]?["city"] == "Graz")
    }

    @Test func `C-17 a tracked link leads elsewhere, and attributes what follows`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change {
            $0.links["a"] = EmulatedLink("http://127.0.0.1/click/b", messageID: "m1")
            $0.links["b"] = EmulatedLink("https://shop.example/polo", messageID: "m2")
        }
        let link = try await client.links.open("http://127.0.0.1/click/a", fallback: "https://shop.example")
        #expect(link.url == "https://shop.example/polo" && link.fallback == "https://shop.example")
        #expect(link.vanityURL == "http://127.0.0.1/click/a?cookie-only=1")
        await client.events.flush()
        let event = await emulated.records.events.last
        #expect(event?["event"] == "crdl_deep_link_open" && event?["mcID"] == "m2")
        #expect(event?["properties"]?["deepLinkUrl"] == "https://shop.example/polo")
    }

    @Test func `C-19 a browser gets the original link with its mark, and the attribution goes back`() async throws {
        let client = try await emulated.joined(as: "ana")
        await emulated.emulator.change {
            $0.links["a"] = EmulatedLink("https://shop.example/polo", messageID: "m2")
        }
        try await client.attribution.set("m1")
        let link = try await client.links.open("http://127.0.0.1/click/a")
        #expect(try await client.attribution.current()?.messageID == "m2")
        #expect(try await client.links.openInBrowser(link) == "http://127.0.0.1/click/a?cookie-only=1")
        #expect(try await client.attribution.current()?.messageID == "m1")
    }

    @Test func `C-20 a guest becomes a contact, with what waits`() async throws {
        let client = try await emulated.joined()
        #expect(try await client.contact.current().isLoggedIn)
        #expect(await emulated.records.contacts.last?["primaryKey"] == nil)
        emulated.network.cut()
        try await client.events.send("browse")
        try await client.contact.set("email:ana@example.com")
        #expect(try await client.contact.current().isUpserting)
        emulated.network.repair()
        await client.events.flush()
        #expect(await emulated.records.contacts.last?["primaryKey"] == "email:ana@example.com")
        #expect(await emulated.records.events.map { $0["primaryKey"] } == ["email:ana@example.com"])
        // Events that wait for one contact never go to another.
        emulated.network.cut()
        try await client.events.send("secret of ana")
        try await client.contact.set("ben")
        emulated.network.repair()
        await client.events.flush()
        #expect(await emulated.records.contacts.last?["primaryKey"] == "ben")
        #expect(await emulated.records.events.count == 1)
    }

    @Test func `C-21 without a contact everything waits for the next one`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.contact.unset()
        await #expect(throws: CordialError.self) { try await client.contact.unset() }
        try await client.events.send("between")
        await client.events.flush()
        #expect(await emulated.records.events.isEmpty)
        #expect(await emulated.records.logouts.map { $0["primaryKey"] } == ["ana"])
        try await client.contact.set("ben")
        await client.events.flush()
        #expect(await emulated.records.events.map { $0["primaryKey"] } == ["ben"])
        try await client.events.send("lost")
        try await client.contact.logOut()
        try await client.contact.set("ben")
        await client.events.flush()
        #expect(await emulated.records.events.count == 1)
    }

    @Test func `C-21 what waits from before an unset is the old contact's, and can be asked for before it is lost`()
        async throws
    {
        let client = try await emulated.joined(as: "ana")
        emulated.network.cut()
        try await client.events.send("before")
        try await client.commerce.setCart([])
        try await client.contact.unset()
        try await client.events.send("between")
        #expect(try await client.contact.unsent(besides: "ana") == nil)
        let unsent = CordialContact.Unsent(primaryKey: "ana", count: 2)
        for key in ["ben", nil] { #expect(try await client.contact.unsent(besides: key) == unsent) }
        emulated.network.repair()
        await client.events.flush()
        #expect(await emulated.records.events.isEmpty)
        try await client.contact.set("ana")
        await client.events.flush()
        let records = await emulated.records
        #expect(records.events.map { $0["event"] } == ["before", "between"])
        #expect(records.events.allSatisfy { $0["primaryKey"] == "ana" } && records.carts.count == 1)
    }

    @Test func `C-22 attributes of all types go nested`() async throws {
        let client = try await emulated.joined(as: "ana")
        let invalid = try await client.contact.update([
            "name": .text("Jon Doe"), "employed": .bool(true), "age": .number(JSONNumber(32)),
            "children": .list(["Sofia", "Jack"]), "address.city": .text("Graz"), "address.zip": .text(nil),
            "born": .date(Date(timeIntervalSince1970: 0)), "home": .place(ContactPlace(city: "Graz")),
            "no good": .bool(true),
        ])
        #expect(invalid == ["no good"])
        await client.events.flush()
        let attributes = await emulated.records.contacts.last?["attributes"]
        #expect(attributes?["address"] == ["city": "Graz", "zip": .null] && attributes?["age"] == 32)
        #expect(attributes?["children"] == ["Sofia", "Jack"] && attributes?["home"]?["city"] == "Graz")
        #expect(attributes?["employed"] == true && attributes?["born"] == "1970-01-01T00:00:00.000Z")
    }

    @Test func `C-23 a list is joined and left by its name`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.contact.join("list1")
        try await client.contact.leave("list2")
        await client.events.flush()
        #expect(
            await emulated.records.contacts.suffix(2).map { $0["attributes"] } == [["list1": true], ["list2": false]])
    }

    @Test func `C-25 C-30 C-46 an event has properties, a place and the message of when it was made`() async throws {
        let client = try await emulated.joined(as: "ana") { account in
            account.location = { CordialLocation(latitude: 47.5, longitude: 15.25) }
        }
        try await client.attribution.set("m1")
        try await client.events.send("browse_product", properties: ["sku": "polo543"])
        try await client.attribution.set("m2")
        await client.events.flush()
        let event = await emulated.records.events.last
        #expect(event?["properties"] == ["sku": "polo543"] && event?["lat"] == 47.5 && event?["lon"] == 15.25)
        #expect(event?["mcID"] == "m1" && event?["timestamp"] == .string(emulated.clock.now.rfc3339))
        #expect(try await client.attribution.current()?.messageID == "m2")
        await #expect(throws: CordialError.self) { try await client.events.send("crdl_app_open") }
    }

    @Test func `C-26 events of the library have the program's properties`() async throws {
        let client = try await emulated.joined(as: "ana") { account in
            account.systemEventProperties = ["plan": "gold", "deviceId": "overridden"]
        }
        try await client.inbox.sendRead("m1")
        try await client.events.send("own")
        await client.events.flush()
        let (system, own) = (await emulated.records.events[0], await emulated.records.events[1])
        #expect(system["properties"]?["plan"] == "gold" && own["properties"] == nil)
        #expect(system["properties"]?["deviceId"] == system["deviceId"])
    }

    @Test func `C-27 the oldest events make room`() async throws {
        let client = try await emulated.joined(as: "ana") { $0.eventLimit = 3 }
        #expect(emulated.account().eventLimit == 1000)
        emulated.network.cut()
        for number in 0..<5 { try await client.events.send("e\(number)") }
        emulated.network.repair()
        await client.events.flush()
        #expect(await emulated.records.events.map { $0["event"] } == ["e2", "e3", "e4"])
    }

    @Test func `C-28 events go out in bulks, and after a while`() async throws {
        let client = try emulated.client()
        try await client.open()
        await emulated.advance(by: 1)
        // The interval starts again once everything is sent.
        await emulated.wait { emulated.clock.wakeTimes.contains(31) }
        #expect(await emulated.records.bulks == [2])
        for number in 0..<5 { try await client.events.send("e\(number)") }
        await emulated.advance(by: 1)
        await emulated.wait { emulated.clock.wakeTimes.contains(32) }
        #expect(await emulated.records.bulks == [2, 5])
        try await client.events.send("late")
        await emulated.advance(by: 30)
        await emulated.wait { await emulated.records.bulks == [2, 5, 1] }
        try await client.close()
        #expect(await emulated.records.bulks == [2, 5, 1, 1])
    }

    @Test func `C-29 what waits is sent on request`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.events.send("one")
        #expect(try await client.events.waitingCount() == 1)
        #expect(await client.events.flush() == OutboxReport(sent: 1, waiting: 0))
        emulated.network.cut()
        try await client.events.send("two")
        let report = await client.events.flush()
        #expect(report.sent == 0 && report.waiting == 1 && report.failure?.code == .connectionFailed)
    }

    // MARK: In-app messages

    @Test func `C-31 C-35 C-36 a message is shown after the delay, once, and dismissed`() async throws {
        let client = try await emulated.joined(as: "ana")
        await announce("m1", ["type": "banner_up", "left": 7])
        await client.inAppMessages.refresh()
        #expect(try await client.inAppMessages.current() == nil)
        await emulated.advance(by: 0.5)
        try await emulated.wait { try await client.inAppMessages.current() != nil }
        let message = try #require(try await client.inAppMessages.current())
        #expect(message.id == "m1" && message.form == .bannerTop && message.content == "<p>m1</p>")
        #expect(message.endsAfter == .seconds(15))
        await emulated.advance(by: 15)
        try await emulated.wait { try await client.inAppMessages.current() == nil }
        await client.inAppMessages.refresh()
        await client.events.flush()
        let events = await emulated.records.events
        #expect(events.map { $0["event"] } == ["crdl_in_app_message_shown", "crdl_in_app_message_auto_dismiss"])
        #expect(events.allSatisfy { $0["mcID"] == "m1" })
    }

    @Test func `C-32 a button of a message sends its event and opens its link`() async throws {
        let client = try await shown("m1")
        let link = try await client.inAppMessages.act(
            link: "https://shop.example/sale", event: "discount_applied", of: "m1")
        #expect(link?.url == "https://shop.example/sale")
        #expect(try await client.inAppMessages.current() == nil)
        await client.events.flush()
        let events = await emulated.records.events.dropFirst()
        #expect(events.map { $0["event"] } == ["discount_applied", "crdl_deep_link_open"])
        #expect(events.allSatisfy { $0["mcID"] == "m1" })
    }

    @Test func `C-33 fields of a message become an event, and are handed to the program`() async throws {
        let client = try await shown("m1")
        var notices = client.notices().makeAsyncIterator()
        let values: InAppInputs = ["size": .text("M"), "count": .number(2), "gift": .bool(true)]
        try await client.inAppMessages.capture(values, event: "survey", of: "m1")
        while let notice = await notices.next(), notice != .inputsCaptured(event: "survey", values: values) {}
        await client.events.flush()
        let event = await emulated.records.events.last
        #expect(event?["event"] == "survey" && event?["mcID"] == "m1")
        #expect(event?["properties"] == ["size": "M", "count": 2.0, "gift": true])
    }

    @Test func `C-34 messages are held back, everywhere or on some screens`() async throws {
        let client = try await emulated.joined(as: "ana")
        await client.inAppMessages.setMode(.hold)
        await announce("m1")
        await client.inAppMessages.refresh()
        #expect(await client.inAppMessages.heldCount() == 1)
        await client.inAppMessages.enterScreen("checkout")
        await client.inAppMessages.setMode(.notOn(["checkout"]))
        #expect(await client.inAppMessages.heldCount() == 1)
        await client.inAppMessages.enterScreen("home")
        await emulated.advance(by: 0.5)
        try await emulated.wait { try await client.inAppMessages.current()?.id == "m1" }
    }

    // MARK: Inbox

    @Test func `C-37 C-38 C-39 the inbox has pages, filters and metadata`() async throws {
        let client = try await emulated.joined(as: "ana")
        await deliver(3)
        let page = try await client.inbox.page(size: 2)
        #expect(page.messages.map(\.id) == ["m3", "m2"] && page.hasNext && page.total == 3)
        #expect(page.messages[0].metadata == ["title": "Title 3"])
        #expect(try await client.inbox.page(2, size: 2).messages.map(\.id) == ["m1"])
        #expect(try await client.inbox.page(filter: InboxFilter(isRead: true)).messages.isEmpty)
        // The bounds are exclusive.
        let day = { (days: Double) in emulated.clock.now.addingTimeInterval(days * 86_400) }
        let filter = InboxFilter(after: day(1), before: day(3))
        #expect(try await client.inbox.page(filter: filter).messages.map(\.id) == ["m2"])
    }

    @Test func `C-40 content is loaded once, and again at a new address`() async throws {
        let client = try await emulated.joined(as: "ana")
        await deliver(2)
        _ = try await client.inbox.page()
        await emulated.emulator.change { $0.expireAddresses() }
        #expect(try await client.inbox.content(of: "m1") == "<p>Content 1</p>")
        emulated.network.cut()
        #expect(try await client.inbox.content(of: "m1") == "<p>Content 1</p>")
        await #expect(throws: CordialError.self) { try await client.inbox.content(of: "m2") }
    }

    @Test func `C-41 reading is an event of the message`() async throws {
        let client = try await emulated.joined(as: "ana")
        try await client.inbox.sendRead("m1")
        await client.events.flush()
        let event = await emulated.records.events.last
        #expect(event?["event"] == "crdl_inbox_read" && event?["mcID"] == "m1")
    }

    @Test func `C-42 marks show at once, and go out together`() async throws {
        let client = try await emulated.joined(as: "ana")
        await deliver(2)
        emulated.network.cut()
        try await client.inbox.mark(["m1", "m2"], isRead: true)
        try await client.inbox.mark(["m2"], isRead: false)
        emulated.network.repair()
        // The service applies filters; waiting changes are visible in the messages.
        #expect(try await client.inbox.page().messages.map(\.isRead) == [false, true])
        await client.events.flush()
        let marks = await emulated.records.marks
        #expect(marks.count == 1 && marks[0]["primaryKey"] == "ana")
        #expect(marks[0]["markAsReadIds"] == ["m1"] && marks[0]["markAsUnReadIds"] == ["m2"])
        // A message that the service does not know is dropped, the others are not.
        try await client.inbox.mark(["m2", "gone"], isRead: true)
        await client.events.flush()
        #expect(await emulated.emulator.read { $0.isRead("m2", of: "ana") } == true)
    }

    @Test func `C-43 a deleted message is gone at once`() async throws {
        let client = try await emulated.joined(as: "ana")
        await deliver(2)
        _ = try await client.inbox.page()
        emulated.network.cut()
        try await client.inbox.delete("m1")
        #expect(try await client.inbox.kept().map(\.id) == ["m2"])
        emulated.network.repair()
        #expect(try await client.inbox.page().messages.map(\.id) == ["m2"])
        await client.events.flush()
        #expect(await emulated.emulator.read { $0.isRead("m1", of: "ana") } == nil)
    }

    @Test func `C-44 C-47 a new message is told to all listeners`() async throws {
        let client = try await emulated.joined(as: "ana")
        var (first, second) = (client.notices().makeAsyncIterator(), client.notices().makeAsyncIterator())
        let push = try #require(CordialPush(payload: ["mcID": "m9", "system": ["inbox": [:]]]))
        try await client.pushes.handle(push, .silent)
        #expect(await first.next() == .newInboxMessage("m9"))
        #expect(await second.next() == .newInboxMessage("m9"))
    }

    @Test func `C-45 the least recently used contents make room`() async throws {
        #expect(InboxCacheLimits().size == 10_485_760 && InboxCacheLimits().messageSize == 204_800)
        let client = try await emulated.joined(as: "ana") { account in
            account.inboxCache.size = 40
            account.inboxCache.messageSize = 17
        }
        await deliver(10)
        // Contents of 16 bytes, and one of 17 bytes, which is too large.
        for id in ["m1", "m2", "m1", "m3", "m4", "m10"] { _ = try await client.inbox.content(of: id) }
        emulated.network.cut()
        for (id, isKept) in [("m3", true), ("m4", true), ("m1", true), ("m2", false), ("m10", false)] {
            let content = try? await client.inbox.content(of: id)
            #expect((content != nil) == isKept, "\(id)")
        }
    }

    // MARK: Support

    private func deliver(_ count: Int) async {
        let now = emulated.clock.now
        await emulated.emulator.change { service in
            for number in 1...count {
                service.deliver(
                    "m\(number)", to: "ana", content: "<p>Content \(number)</p>",
                    metadata: ["title": .string("Title \(number)")],
                    sentAt: now.addingTimeInterval(Double(number) * 86_400))
            }
        }
    }

    private func announce(_ id: String, _ parameters: JSONObject = [:]) async {
        let now = emulated.clock.now
        await emulated.emulator.change { service in
            service.announce(id, to: "ana", content: "<p>\(id)</p>", parameters, sentAt: now)
        }
    }

    /// A client that shows an in-app message.
    private func shown(_ id: String) async throws -> CordialClient {
        let client = try await emulated.joined(as: "ana")
        await announce(id)
        await client.inAppMessages.setDisplayDelay(.zero)
        await client.inAppMessages.refresh()
        try await emulated.wait { try await client.inAppMessages.current() != nil }
        return client
    }

    private func order(_ id: String, status: String) -> CordialOrder {
        let address = CordialOrder.Address(
            name: "Ana", address: "Ring 1", city: "Graz", state: "", postalCode: "8010", country: "Austria")
        var order = CordialOrder(
            id: id, status: status, storeID: "s", customerID: "c", shippingAddress: address, billingAddress: address,
            items: [])
        order.tax = JSONNumber(1.5)
        return order
    }
}
