import Basics
import Cards
import CordialEmulator
import CordialEmulatorServer
import Foundation
import Support
import Testing

/// The inbox and in-app messages in a viewer, in a separate terminal.
@Suite(.serialized) struct InboxViewerTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(settings: String = "", _ test: (MessageService) async throws -> Void) async throws {
        try await MessageService.run(in: directory.url, settings: settings) { service in
            #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
            try await test(service)
        }
    }

    /// Runs a closure on a separate thread, because the service needs the threads of this process.
    private func work(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await Blocking.run { Result { try body() } }.get()
    }

    private func announce(_ id: String, _ content: String, form: String, _ service: MessageService) async {
        await service.server.emulator.change {
            $0.announce(id, to: MessageService.contact, content: content, ["type": .string(form)], sentAt: Date())
        }
    }

    private func viewer(_ service: MessageService) throws -> Tmux {
        let tmux = try Tmux(directory: directory.url, environment: service.environment)
        try tmux.run("\(Command.cardstream) view --screen shop")
        return tmux
    }

    @Test func `C-3 C-31 C-36 a banner comes up, and ends by itself`() async throws {
        try await run { service in
            await announce("hello", "<p>Free delivery</p>", form: "banner_up", service)
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the banner") { $0.contains("Free delivery") }
                try tmux.wait("its end", seconds: 25) { !$0.contains("Free delivery") }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            #expect(try await service.run("flush").status == 0)
            let names = await service.records.events.compactMap { $0["event"]?.string }
            for name in ["open", "close"] { #expect(names.contains("crdl_app_\(name)"), "\(names)") }
            for name in ["shown", "auto_dismiss"] {
                #expect(names.count { $0 == "crdl_in_app_message_\(name)" } == 1, "\(names)")
            }
        }
    }

    @Test func `C-34 on a named screen a message waits, is told quietly, and comes by a key`() async throws {
        try await run(settings: #"in_app_not_on = "shop""#) { service in
            await announce("hello", "<p>Free delivery</p>", form: "modal", service)
            try await work {
                let tmux = try viewer(service)
                let held = try tmux.wait("that it waits") { $0.contains("1 card held back, W to show") }
                #expect(!held.contains("Free delivery"))
                try tmux.press("W")
                try tmux.wait("the message") { $0.contains("Free delivery") && !$0.contains("waits") }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            let wrong = try String(contentsOf: directory.url.appending(path: "config.toml"), encoding: .utf8)
                .replacing(#"in_app_not_on = "shop""#, with: #"in_app_not_on = "shap""#)
            try wrong.write(to: directory.url.appending(path: "config.toml"), atomically: true, encoding: .utf8)
            let refused = try await service.run("doctor")
            #expect(
                (refused.output + refused.error).contains(#"which is not a screen; did you mean "shop"?"#), "\(refused)"
            )
        }
    }

    @Test func `C-34 line by line the message that waits is said, and comes by a command`() async throws {
        try await run(settings: #"in_app = "hold""#) { service in
            await announce("hello", "<p>Free delivery</p>", form: "modal", service)
            try await work {
                let tmux = try Tmux(directory: directory.url, environment: service.environment)
                try tmux.run("\(Command.cardstream) view --linear --screen shop")
                try tmux.wait("that it waits") { $0.contains("1 card held back") }
                try tmux.run("show-held")
                try tmux.wait("the message") { $0.contains("Free delivery") }
            }
        }
    }

    @Test func `C-11 C-12 notifications are switched in a sheet, and the service is told`() async throws {
        try await run { service in
            await service.deliver("order", title: "Your order")
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the message") { $0.contains("Your order") }
                try tmux.press("E")
                try tmux.wait("the sheet") {
                    $0.contains("Notifications of shop") && $0.contains("[x] Sales") && $0.contains("[ ] New things")
                }
                try tmux.press("2")
                try tmux.wait("the switch") { $0.contains("[x] New things") }
                try tmux.press("Escape")
                try tmux.wait("the end of the sheet") { !$0.contains("Notifications of shop") }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            #expect(try await service.run("flush").status == 0)
            #expect(try await service.run("categories").output == "on  sale  Sales\non  new   New things\n")
            let sent = try #require(await service.records.contacts.last?["attributes"])
            #expect(sent["crdl_notification_categories"] == ["sale", "new"])
        }
    }

    @Test func `C-20 a contact that a command sets is seen at once in an open viewer`() async throws {
        try await run { service in
            await service.deliver("order", title: "Your order")
            await service.server.emulator.change {
                $0.deliver("b", to: "ben", content: "<p>x</p>", metadata: ["title": "For Ben"], sentAt: Date())
            }
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the message") { $0.contains("Your order") }
                let set = try Command.finish(
                    Command.cardstream, ["contact", "set", "ben"], environment: service.environment)
                #expect(set.status == 0, "\(set)")
                try tmux.wait("the other inbox", seconds: 15) {
                    $0.contains("For Ben") && !$0.contains("Your order")
                }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
        }
    }

    @Test func `C-20 C-21 after a contact was unset, the next one is seen at once in an open viewer`() async throws {
        try await run { service in
            await service.deliver("order", title: "Your order")
            await service.server.emulator.change {
                $0.deliver("b", to: "ben", content: "<p>x</p>", metadata: ["title": "For Ben"], sentAt: Date())
            }
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the message") { $0.contains("Your order") }
                func run(_ words: String...) throws {
                    let result = try Command.finish(
                        Command.cardstream, ["contact"] + words, environment: service.environment)
                    #expect(result.status == 0, "\(result)")
                }
                func unset() throws {
                    // First sends the events that the viewer has recorded for the messages on the screen.
                    try tmux.wait("all to be sent") { _ in
                        try Command.finish(Command.cardstream, ["flush"], environment: service.environment).status == 0
                    }
                    try run("unset")
                }
                try unset()
                try tmux.wait("that there is no contact") { $0.contains("No contact is set") }
                try run("set", "ben")
                // Less than a minute, which is the interval at which the service itself is polled.
                try tmux.wait("the other inbox", seconds: 15) {
                    $0.contains("For Ben") && !$0.contains("Your order") && $0.contains("live")
                }
                // The same once more, back to the first contact.
                try unset()
                try tmux.wait("that there is no contact") { $0.contains("No contact is set") }
                try run("set", MessageService.contact)
                try tmux.wait("the first inbox", seconds: 15) {
                    $0.contains("Your order") && !$0.contains("For Ben") && $0.contains("live")
                }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
        }
    }

    /// Unsent changes of the old contact prevent the next one from being set. Once they are sent, the viewer follows.
    @Test func `C-20 C-21 after an outage the next contact is seen in an open viewer, which sends for it`() async throws
    {
        try await run { service in
            for id in ["order", "offer", "bill"] { await service.deliver(id, title: "Your \(id)") }
            await service.server.emulator.change {
                $0.deliver("b", to: "ben", content: "<p>x</p>", metadata: ["title": "For Ben"], sentAt: Date())
            }
            var environment = service.environment
            environment["CARDSTREAM_UNDO_WINDOW"] = "2"
            let settings = environment
            @Sendable func run(_ words: String...) throws -> Command.Result {
                try Command.finish(Command.cardstream, words, environment: settings)
            }
            try await work {
                let tmux = try Tmux(directory: directory.url, environment: settings)
                try tmux.run("\(Command.cardstream) view --screen shop")
                try tmux.wait("the messages") { $0.contains("Your bill") && $0.contains("live") }
                service.setAway(true)
                let read = try run("act", "read", "offer")
                #expect(read.status == 7, "\(read)")
                service.setAway(false)
                try tmux.press("r", "d")
                try tmux.wait("the dismissal") { !$0.contains("Your bill") }
                let refused = try run("contact", "set", "ben")
                #expect(refused.status == 1, "\(refused)")
                let end = ContinuousClock.now + .seconds(30)
                var set = refused
                while set.status != 0, .now < end { set = try run("contact", "set", "ben") }
                #expect(set.status == 0, "\(set)")
                try tmux.wait("the other inbox", seconds: 15) { $0.contains("For Ben") && !$0.contains("Your order") }
                try tmux.press("d")
                try tmux.wait("the dismissal") { !$0.contains("For Ben") }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            #expect(try await service.run("flush").status == 0)
            let requests = await service.records.requests
            let deleted = requests.filter { $0.hasPrefix("DELETE") }
            #expect(deleted.count == 2 && deleted.last?.contains("/ben/") == true, "\(deleted)")
            #expect(await service.server.emulator.read { $0.isRead("offer", of: MessageService.contact) } == true)
        }
    }

    @Test func `C-42 beside a viewer that has not noticed an outage a command keeps its action`() async throws {
        try await run { service in
            await service.deliver("order", title: "Your order")
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the message") { $0.contains("Your order") && $0.contains("live") }
                service.setAway(true)
                let read = try Command.finish(
                    Command.cardstream, ["act", "read", "order"], environment: service.environment)
                #expect(read.status == 7 && read.output.contains("stored and waiting to be sent"), "\(read)")
                service.setAway(false)
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            #expect(try await service.run("flush").status == 0)
            #expect(await service.server.emulator.read { $0.isRead("order", of: MessageService.contact) } == true)
        }
    }

    @Test func `C-33 the form of an in-app message is answered with its fields`() async throws {
        try await run { service in
            let form = """
                <p>Which size is yours?</p><label for="size">Size</label>
                <select id="size"><option value="S">S</option><option value="M" selected>M</option></select>
                <button onclick="crdlCaptureAllInputs('survey')">Send it</button>
                """
            await announce("form", form, form: "modal", service)
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the form") { $0.contains("Which size is yours?") && $0.contains("Send it") }
                // A key right after the card has arrived is ignored, so it is pressed again after a while.
                var pressed = ContinuousClock.now
                try tmux.wait("its end") { screen in
                    guard screen.contains("Which size is yours?") else { return true }
                    if pressed.duration(to: .now) > .seconds(1) {
                        pressed = .now
                        try tmux.press("1")
                    }
                    return false
                }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            #expect(try await service.run("flush").status == 0)
            let answer = try #require(await service.records.events.first { $0["event"] == "survey" })
            #expect(answer["properties"]?["size"] == "M" && answer["mcID"] == "form")
        }
    }

    @Test func `C-40 C-42 C-45 a message that was opened is read without a network, and its marks are sent later`()
        async throws
    {
        try await run { service in
            await service.deliver("order", title: "Your order")
            try await work {
                let tmux = try viewer(service)
                try tmux.wait("the message") { $0.contains("Your order") && $0.contains("unread") }
                try tmux.press("1")
                try tmux.wait("its text") { $0.contains("The whole text.") }
                try tmux.press("Escape")
                try tmux.wait("the card") { $0.contains("Mark as unread") }
                service.setAway(true)
                try tmux.press("1")
                try tmux.wait("its text, without a network") { $0.contains("The whole text.") }
                try tmux.press("Escape")
                try tmux.wait("the card") { $0.contains("Mark as unread") }
                try tmux.press("2")
                try tmux.wait("the mark") { !$0.contains("2 Mark as unread") && $0.contains("unread") }
                try tmux.press("q")
                try tmux.wait("the end") { $0.contains("READY$") }
            }
            service.setAway(false)
            #expect(try await service.run("flush").status == 0)
            #expect(await service.server.emulator.read { $0.isRead("order", of: MessageService.contact) } == false)
            #expect(await service.records.events.count { $0["event"] == "crdl_inbox_read" } == 1)
        }
    }

    @Test func `C-20 another contact sees its own messages alone`() async throws {
        try await run { service in
            await service.deliver("order", title: "Your order")
            #expect(try await service.run("cards").output.contains("Your order"))
            #expect(try await service.run("contact", "set", "ben").status == 0)
            await service.server.emulator.change {
                $0.deliver("b", to: "ben", content: "<p>x</p>", metadata: ["title": "For Ben"], sentAt: Date())
            }
            let listed = try await service.run("cards")
            #expect(listed.output.contains("For Ben") && !listed.output.contains("Your order"), "\(listed)")
        }
    }
}
