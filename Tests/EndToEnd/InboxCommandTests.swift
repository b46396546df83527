import Basics
import Cards
import CordialEmulator
import CordialEmulatorServer
import EmulatorHTTP
import Foundation
import Support
import Testing

/// Commands for an inbox, with a service that becomes unreachable.
@Suite struct InboxCommandTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ test: (MessageService) async throws -> Void) async throws {
        try await MessageService.run(in: directory.url, test)
    }

    /// The JSON that a command printed with --json, checked against its schema.
    private func json(
        _ result: Command.Result, _ subject: String, status: Int32 = 0, location: SourceLocation = #_sourceLocation
    ) async throws -> [String: Any] {
        #expect(result.status == status, "\(result)", sourceLocation: location)
        let output = result.output
        let problems = try await Blocking.run { Result { try JSONSchema(of: subject).problems(of: output) } }.get()
        #expect(problems == [], "\(output)", sourceLocation: location)
        return try #require(
            JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], sourceLocation: location)
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let url = directory.url.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test func `C-1 without an account the commands say how to add one, and doctor checks it`() async throws {
        try await run { service in
            let checked = try await service.run("doctor")
            #expect(checked.output.contains("cordial, stream messages: a guest, device "), "\(checked)")
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            #expect(try await service.run("doctor").output.contains("contact ana@example.com, device "))
            try Data().write(to: directory.url.appending(path: "config.toml"))
            let nothing = try await service.run("contact")
            #expect(nothing.status == 2 && nothing.error.contains("kind = \"cordial\""), "\(nothing)")
        }
    }

    @Test func `C-20 C-22 C-23 C-24 a contact is set, changed and shown, without a network as well`() async throws {
        try await run { service in
            let first = try await service.run("contact", "set", MessageService.contact)
            #expect(first.status == 0 && first.output == "set the contact ana@example.com\n", "\(first)")
            service.setAway(true)
            let kept = try await service.run(
                "contact", "attr", "name=Ana", "age:=41", "address.city=Porto", "news:=true", "sizes:=[\"M\"]", "--json"
            )
            let object = try await json(kept, "contact", status: 7)
            #expect(object["outcome"] as? String == "queued" && object["key"] as? String == MessageService.contact)
            service.setAway(false)
            #expect(try await service.run("flush").status == 0)
            let sent = try #require(await service.records.contacts.last)
            #expect(sent["primaryKey"] == "ana@example.com")
            #expect(
                sent["attributes"] == [
                    "address": ["city": "Porto"], "age": 41, "name": "Ana", "news": true, "sizes": ["M"],
                ])
            let shown = try await json(try await service.run("contact", "--json"), "contact")
            #expect(shown["state"] as? String == "accepted" && shown["waiting"] as? Int == 0)
            let wrong = try await service.run("contact", "attr", "two words=1")
            #expect(wrong.status == 2 && wrong.error.contains("is not the name of an attribute"), "\(wrong)")
            #expect(try await service.run("contact", "set").status == 2)
        }
    }

    @Test func `C-21 what is done without a contact waits for the next one`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "unset").status == 0)
            let kept = try await service.run("send-event", "--source", "shop", "browse", "sku=polo543")
            #expect(kept.status == 7, "\(kept)")
            #expect(kept.output == "recorded the event browse; stored and waiting to be sent: no contact is set\n")
            #expect(try await service.run("contact", "unset").status == 4)
            #expect(try await service.run("contact", "set", "ben").status == 0)
            let event = try #require(await service.records.events.last)
            #expect(event["event"] == "browse" && event["primaryKey"] == "ben")
            #expect(event["properties"] == ["sku": "polo543"])
        }
    }

    @Test func `C-21 what the old contact has not sent keeps another one from being set, before and after an unset`()
        async throws
    {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            service.setAway(true)
            #expect(try await service.run("cart", "clear").status == 7)
            #expect(try await service.run("send-event", "--source", "shop", "browse").status == 7)
            let direct = try await service.run("contact", "set", "ben")
            #expect(direct.status == 1 && direct.error.contains("`cardstream flush`"), "\(direct)")
            #expect(try await service.run("contact", "unset").status == 7)
            let later = try await service.run("contact", "set", "ben")
            let words =
                "2 changes and events of ana@example.com have not been sent yet: send them with `cardstream contact set"
            #expect(later.status == 1 && later.error.contains(words) && later.error.contains("--discard"), "\(later)")
            service.setAway(false)
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            let records = await service.records
            #expect(records.carts.count == 1 && records.events.map { $0["event"] } == ["browse"])
            service.setAway(true)
            #expect(try await service.run("cart", "clear").status == 7)
            #expect(try await service.run("contact", "unset").status == 7)
            #expect(try await service.run("contact", "set", "ben", "--discard").status == 7)
            service.setAway(false)
            #expect(try await service.run("flush").status == 0)
            #expect(await service.records.carts.count == 1)
        }
    }

    @Test func `C-21 what a viewer still holds for the old contact keeps another one from being set`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            for id in ["first", "second"] { await service.deliver(id, title: id) }
            // This command stores the messages.
            #expect(try await service.run("act", "read", "second").status == 0)
            // Stores an action without sending it, like a viewer during the undo window.
            #expect(try await service.run("act", "dismiss", "first", "--no-wait").status == 0)
            let refused = try await service.run("contact", "set", "ben")
            #expect(refused.status == 1 && refused.error.contains("1 change or event of ana@example.com"), "\(refused)")
            #expect(try await json(try await service.run("contact", "--json"), "contact")["waiting"] as? Int == 1)
            // Actions that were sent do not prevent the change of the contact.
            #expect(try await service.run("flush").status == 0)
            #expect(await service.records.requests.contains { $0.hasPrefix("DELETE ") })
            #expect(try await service.run("act", "dismiss", "second", "--no-wait").status == 0)
            #expect(try await service.run("contact", "set", "ben", "--discard").status == 0)
            let others = try await service.run("cards")
            #expect(others.status == 3 || others.output == "", "\(others)")
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            #expect(try await service.run("cards").output.contains("second"))
        }
    }

    @Test func `C-42 several messages are marked at once, and what the service does not have is said to wait`()
        async throws
    {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            for id in ["first", "second"] { await service.deliver(id, title: id) }
            let marked = try await service.run("act", "read", "first", "second")
            #expect(marked.status == 0 && marked.output == "sent read: first\nsent read: second\n", "\(marked)")
            for id in ["first", "second"] {
                #expect(await service.server.emulator.isRead(id, of: MessageService.contact), "the service has it")
            }
            let some = try await service.run("act", "unread", "none", "first", "--json")
            #expect(some.status == 3 && some.output.contains(#""outcome":"delivered""#), "\(some)")
            await service.server.emulator.change {
                $0.faults.append(RequestFault(.serverError, method: "POST", pathPrefix: "/hub/inbox/read", count: 9))
            }
            let kept = try await service.run("act", "unread", "second")
            #expect(kept.status == 7 && kept.output.contains("; stored and waiting to be sent: "), "\(kept)")
            #expect(kept.output.hasPrefix("unread: second"), "\(kept)")
            let again = try await service.run("act", "read", "first", "--json")
            #expect(try await json(again, "act", status: 7)["outcome"] as? String == "queued")
        }
    }

    @Test func `C-42 C-43 without a network an action on a message that is here is stored`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            for id in ["first", "second"] { await service.deliver(id, title: id) }
            #expect(try await service.run("cards").status == 0)
            service.setAway(true)
            let read = try await service.run("act", "read", "first")
            #expect(read.status == 7 && read.output.contains("stored and waiting to be sent"), "\(read)")
            #expect(read.output.hasPrefix("read: first"), "\(read)")
            #expect(try await service.run("act", "dismiss", "second").status == 7)
            let unknown = try await service.run("act", "read", "third")
            #expect(unknown.status == 5 || unknown.status == 3, "\(unknown)")
            #expect(unknown.error.components(separatedBy: "nothing was done").count < 3, "\(unknown)")
            #expect(try await service.run("flush").status == 7)
            service.setAway(false)
            #expect(try await service.run("flush").status == 0)
            #expect(await service.server.emulator.isRead("first", of: MessageService.contact))
            #expect(await service.records.requests.count { $0.hasPrefix("DELETE ") } == 1)
        }
    }

    @Test func `C-29 a refusal names what was refused, and says what was sent`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            await service.server.emulator.change { $0.configuration.refusedEvents = ["bad"] }
            for name in ["good", "bad"] {
                #expect(try await service.run("send-event", "--source", "shop", name, "--no-wait").status == 0)
            }
            let flushed = try await service.run("flush")
            #expect(flushed.status == 1 && flushed.error.contains("1 of 2 items: bad"), "\(flushed)")
            #expect(flushed.error.contains("sent 1, 0 left"), "\(flushed)")
        }
    }

    @Test func `C-25 C-29 events wait while the service is away, and are sent once`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            service.setAway(true)
            for name in ["one", "two"] {
                let kept = try await service.run("send-event", "--source", "shop", name, "--json")
                #expect(try await json(kept, "send-event", status: 7)["event"] as? String == name)
            }
            let quiet = try await service.run("send-event", "--source", "shop", "three", "--no-wait")
            #expect(quiet.status == 0 && quiet.output.contains("waiting to be sent"), "\(quiet)")
            let away = try await json(try await service.run("flush", "--json"), "flush", status: 7)
            #expect(away["waiting"] as? Int == 3 && away["reason"] != nil)
            service.setAway(false)
            #expect(try await json(try await service.run("flush", "--json"), "flush")["sent"] as? Int == 3)
            #expect(try await json(try await service.run("flush", "--json"), "flush")["sent"] as? Int == 0)
            #expect(await service.events == ["one", "two", "three"])
            let own = try await service.run("send-event", "--source", "shop", "crdl_mine")
            #expect(own.status == 1 && own.error.contains("crdl_"), "\(own)")
        }
    }

    @Test func `C-21 a logout sends what waits, tells the service, and removes nothing that could not be sent`()
        async throws
    {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            service.setAway(true)
            #expect(try await service.run("send-event", "--source", "shop", "viewed").status == 7)
            #expect(try await service.run("contact", "attr", "name=Ana").status == 7)
            let refused = try await service.run("logout", "--timeout", "3")
            #expect(
                refused.status == 5 && refused.error.contains("changes and events of shop were not sent: ")
                    && refused.error.contains("nothing was removed"), "\(refused)")
            service.setAway(false)
            let done = try await service.run("logout")
            #expect(done.status == 0, "\(done)")
            #expect(await service.events == ["viewed"])
            let logouts = await service.records.logouts
            #expect(logouts.map { $0["primaryKey"] } == [.string(MessageService.contact)], "\(logouts)")
            #expect(try await service.run("contact").output.contains("key: none"))
        }
    }

    @Test func `C-21 a logout waits for the service that has not answered yet`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            await service.deliver("first", title: "First")
            let read = try await service.run("act", "read", "first")
            #expect(read.status == 0, "\(read)")
            #expect(try await service.run("send-event", "--source", "shop", "viewed", "--no-wait").status == 0)
            let unread = try await service.run("act", "unread", "first", "--no-wait")
            #expect(unread.status == 0, "\(unread)")
            let done = try await service.run("logout")
            #expect(done.status == 0, "\(done)")
            #expect(await service.events.contains("viewed"))
            #expect(await service.server.emulator.read { $0.isRead("first", of: MessageService.contact) } == false)
        }
    }

    @Test func `C-21 a logout says what the service has refused, and why nothing can be sent without a contact`()
        async throws
    {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            #expect(try await service.run("send-event", "--source", "shop", "bad", "--no-wait").status == 0)
            await service.server.emulator.change {
                $0.faults.append(
                    RequestFault(.refused(status: 400), method: "POST", pathPrefix: "/es/mobile/events", count: 1))
            }
            let done = try await service.run("logout")
            #expect(done.status == 1 && done.error.contains("shop: the service refused the request"), "\(done)")

            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            service.setAway(true)
            #expect(try await service.run("send-event", "--source", "shop", "viewed").status == 7)
            #expect(try await service.run("contact", "unset").status == 7)
            service.setAway(false)
            let refused = try await service.run("logout")
            #expect(
                refused.status == 1 && refused.error.contains("no contact is set for shop")
                    && refused.error.contains("contact set KEY"), "\(refused)")
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            #expect(try await service.run("logout").status == 0)
            #expect(await service.events.contains("viewed"))
        }
    }

    @Test func `C-21 a logout that discards says what was lost`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            service.setAway(true)
            #expect(try await service.run("send-event", "--source", "shop", "viewed").status == 7)
            let done = try await service.run("logout", "--discard", "--timeout", "3")
            #expect(done.status == 5 && done.error.contains("of shop was not sent"), "\(done)")
            #expect(done.error.contains("the service of shop was not notified"), "\(done)")
        }
    }

    @Test func `C-15 C-16 C-46 a cart and an order are sent, with the message they are attributed to`() async throws {
        try await run { service in
            let item = #"{"productID":"1","name":"Lamp","sku":"l-1","category":"home","qty":2,"itemPrice":49}"#
            let cart = try await service.run("cart", "set", try file("cart.json", "[\(item)]"), "--json")
            #expect(try await json(cart, "cart")["items"] as? Int == 1)
            #expect(try await service.run("cart", "clear").output == "emptied the cart\n")
            #expect(await service.records.carts.map { $0["cartitems"]?.array?.count } == [1, 0])

            #expect(try await service.run("attribution").status == 3)
            let set = try await service.run("attribution", "set", "m:1", "--json")
            #expect(try await json(set, "attribution")["message"] as? String == "m:1")
            let place = #"{"name":"Ana","address":"1 St","city":"Porto","state":"","postalCode":"1","country":"PT"}"#
            let order = """
                {"orderID":"o1","status":"paid","storeID":"s","customerID":"c","shippingAddress":\(place),
                "billingAddress":\(place),"items":[\(item)],"tax":2.5}
                """
            let sent = try await service.run("order", "-", "--json", input: order)
            #expect(try await json(sent, "order")["order"] as? String == "o1")
            let record = try #require(await service.records.orders.last)
            #expect(record["mcID"] == "m:1" && record["order"]?["orderID"] == "o1")
        }
    }

    @Test(arguments: [
        ("cart", #"[{"productID":"1"}]"#, "standard input: /0/name: expected a string that is not empty"),
        (
            "cart", #"{"cartitems":[{"productID":"1","name":"n","sku":"s","category":"c","qty":"2"}]}"#,
            "standard input: /cartitems/0/qty: expected the quantity, a whole number of at least 0"
        ),
        ("cart", "{}", "standard input: expected a list of items, or an object with the member cartitems"),
        ("cart", "[", "standard input: not JSON: "),
        ("order", #"{"orderID":""}"#, "standard input: /orderID: expected a string that is not empty"),
        (
            "order", #"{"orderID":"1","status":"s","storeID":"s","customerID":"c"}"#,
            "standard input: /shippingAddress: expected an address, as a JSON object"
        ),
    ])
    func `a wrong file is refused with the position of the mistake`(
        command: String, text: String, words: String
    ) async throws {
        try await run { service in
            let result =
                command == "cart"
                ? try await service.run("cart", "set", "-", input: text)
                : try await service.run("order", "-", input: text)
            #expect(result.status == 1 && result.error.contains(words), "\(result)")
            #expect(await service.records.carts.isEmpty)
        }
    }

    @Test func `C-37 C-38 C-40 C-41 C-42 C-43 messages are listed, read, marked and deleted`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            await service.deliver("first", title: "Your order")
            await service.deliver("second", title: "Sale")
            let listed = try await service.run("cards", "--filter", "is:unread")
            #expect(
                listed.status == 0 && listed.output.contains("Your order") && listed.output.contains("Sale"),
                "\(listed)")
            let content = try await service.run("show", "first", "--content")
            #expect(content.status == 0 && content.output == "Hello\n\nThe whole text.\n", "\(content)")
            let object = try await json(try await service.run("show", "first", "--content", "--json"), "content")
            #expect((object["text"] as? String)?.contains("Hello") == true)
            #expect(try await service.run("flush").status == 0)
            #expect(await service.server.emulator.isRead("first", of: MessageService.contact))
            let marked = try await service.run("act", "read", "second")
            #expect(marked.status == 0, "\(marked)")
            let again = try await service.run("act", "unread", "first")
            #expect(again.status == 0, "\(again)")
            let gone = try await service.run("act", "dismiss", "second")
            #expect(gone.status == 0, "\(gone)")
            #expect(try await service.run("flush").status == 0)
            #expect(await !service.server.emulator.isRead("first", of: MessageService.contact))
            let rest = try await service.run("cards")
            #expect(rest.output.contains("Your order") && !rest.output.contains("Sale"), "\(rest)")
            // A message that was opened before needs no network.
            service.setAway(true)
            let offline = try await service.run("show", "first", "--content", "--offline")
            #expect(offline.status == 0 && offline.output.contains("The whole text."), "\(offline)")
        }
    }

    @Test func `no card is not told for no connection to a source`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            #expect(try await service.run("cards").status == 3)
            service.setAway(true)
            let away = try await service.run("cards")
            #expect(away.status == 5 && away.error.contains("not every source could be reached"), "\(away)")
            #expect(try await service.run("cards", "--offline").status == 3)
        }
    }

    @Test func `C-11 categories are switched, and stay so`() async throws {
        try await run { service in
            let listed = try await service.run("categories")
            #expect(listed.output == "on   sale  Sales\noff  new   New things\n", "\(listed)")
            let switched = try await service.run("categories", "on", "new", "--json")
            #expect((try await json(switched, "categories")["categories"] as? [[String: Any]])?.count == 2)
            #expect(try await service.run("categories").output == "on  sale  Sales\non  new   New things\n")
            let sent = try #require(await service.records.contacts.last?["attributes"])
            #expect(sent["crdl_notification_categories"] == ["sale", "new"])
            #expect(try await service.run("categories", "off", "none").status == 3)
        }
    }

    @Test func `C-44 C-47 events of an inbox are printed once, and followed`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            await service.deliver("old", title: "Old")
            let first = try await service.run("events", "--source", "shop")
            #expect(first.status == 3 && first.error.contains("this run sets the starting point"), "\(first)")
            await service.deliver("new", title: "New")
            let news = try await service.run("events", "--source", "shop", "--json")
            #expect(news.status == 0 && news.output.contains(#""event":"message.received""#), "\(news)")
            #expect(news.output.contains(#""title":"New""#) && !news.output.contains("Old"))
            let schema = try JSONSchema(of: "source-event")
            for line in news.output.split(separator: "\n") {
                #expect(try schema.problems(of: String(line)) == [], "\(line)")
            }
            #expect(try await service.run("act", "read", "new", "--stream", "messages").status == 0)
            let marked = try await service.run("events", "--source", "shop")
            #expect(marked.output.contains("message.read  new  New"), "\(marked)")
            #expect(try await service.run("events", "--source", "shop").status == 3)
        }
    }

    @Test func `commands on the stream of a source do not wait for the feed`() async throws {
        try await run { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            await service.deliver("order", title: "Your order")
            for words in [["cards"], ["show", "order"], ["act", "read", "order"]] {
                let start = ContinuousClock.now
                let result = try await service.run(arguments: words + ["--stream", "messages", "--timeout", "60"])
                #expect(result.status == 0 && start.duration(to: .now) < .seconds(45), "\(words): \(result)")
            }
        }
    }

    @Test func `C-17 C-19 a link of a vanity domain leads elsewhere, and what follows is attributed to it`()
        async throws
    {
        try await run { service in
            await service.server.emulator.change {
                $0.links["sale"] = EmulatedLink("https://shop.example/sale", messageID: "m:2")
            }
            let link = "\(service.server.baseURL)/click/sale"
            let opened = try await service.run("open", link, "--print", "--json")
            #expect(try await json(opened, "open")["url"] as? String == "https://shop.example/sale")
            #expect(try await service.run("attribution").output == "m:2\n")
            #expect(await service.events == ["crdl_deep_link_open"])
            let browser = try await service.run("open", link, "--browser", "--print")
            #expect(browser.output == "\(link)?cookie-only=1\n", "\(browser)")
            let wrong = try await service.run("open", "file:///nothing")
            #expect(wrong.status == 1, "\(wrong)")
        }
    }

    @Test func `C-13 C-10 a push is handed on, and those of others are left alone`() async throws {
        try await run { service in
            let payload = #"""
                {"mcID":"m:3","aps":{"alert":{"title":"New","body":"Boots"}},
                "deepLink":{"url":"https://shop.example/boots","fallbackUrl":"https://shop.example"},
                "carousel":[{"imageURL":"https://shop.example/a.png","deepLink":"https://shop.example/a"}]}
                """#
            let tapped = try await service.run("push", "-", "--tapped", "--json", input: payload)
            let object = try await json(tapped, "push")
            #expect(object["url"] as? String == "https://shop.example/boots" && object["title"] as? String == "New")
            #expect(await service.events == ["crdl_notification_tap", "crdl_deep_link_open"])
            #expect(try await service.run("attribution").output == "m:3\n")
            let there = try await service.run("push", "-", "--foreground", input: payload)
            #expect(there.status == 0 && there.output == "recorded the push m:3\n", "\(there)")
            let other = try await service.run("push", "-", "--silent", input: "{}")
            #expect(other.status == 3, "\(other)")
            #expect(try await service.run("push", "-", input: payload).status == 2)
        }
    }
}

extension CordialEmulator {
    fileprivate func isRead(_ id: String, of contact: String) async -> Bool {
        read { $0.isRead(id, of: contact) ?? false }
    }
}
