import Basics
import CordialEmulator
import Foundation
import Testing

/// The results of every inbox command: its exit code, its JSON, checked against its schema, and its errors.
@Suite struct InboxOutcomeTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let item = #"{"productID":"1","name":"Lamp","sku":"l-1","category":"home","qty":2,"itemPrice":49}"#
    private static let place =
        #"{"name":"Ana","address":"1 St","city":"Porto","state":"","postalCode":"1","country":"PT"}"#
    private static let order = """
        {"orderID":"o1","status":"paid","storeID":"s","customerID":"c","shippingAddress":\(place),\
        "billingAddress":\(place),"items":[\(item)]}
        """
    private static let push = #"{"mcID":"m:3","aps":{"alert":{"title":"New","body":"Boots"}}}"#

    /// A command that prints JSON.
    struct Printed: Sendable, CustomTestStringConvertible {
        var words: [String]
        var subject: String
        var input: String?
        /// The exit code while the service is unreachable: 7 if something waits to be sent.
        var away: Int32

        init(_ words: String, _ subject: String, input: String? = nil, away: Int32 = 7) {
            self.words = words.split(separator: " ").map(String.init)
            self.subject = subject
            self.input = input
            self.away = away
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let printed = [
        Printed("contact", "contact", away: 0), Printed("contact set ben", "contact"),
        Printed("contact set --guest", "contact"), Printed("contact attr age:=41", "contact"),
        Printed("contact unset", "contact"), Printed("flush", "flush", away: 0),
        Printed("cart set -", "cart", input: "[\(item)]"), Printed("cart clear", "cart"),
        Printed("order -", "order", input: order), Printed("attribution set m:1", "attribution", away: 0),
        Printed("categories", "categories", away: 0), Printed("categories on new", "categories"),
        Printed("categories off sale", "categories"), Printed("push - --foreground", "push", input: push),
        Printed("open https://shop.example/boots --print", "open"),
        Printed("send-event browse --source shop", "send-event"),
    ]

    @Test(arguments: printed) func `with and without the service the JSON has its form, and the exit code its meaning`(
        command: Printed
    ) async throws {
        for isAway in [false, true] {
            let folder = directory.url.appending(path: isAway ? "away" : "there")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try await MessageService.run(in: folder) { service in
                #expect(try await service.run("contact", "set", MessageService.contact).status == 0)
                service.setAway(isAway)
                let result = try await service.run(arguments: command.words + ["--json"], input: command.input)
                let place = "away: \(isAway), \(result)"
                #expect(result.status == (isAway ? command.away : 0), "\(place)")
                let output = result.output
                let problems = try await Blocking.run {
                    Result { try JSONSchema(of: command.subject).problems(of: output) }
                }.get()
                #expect(problems == [], "\(place)")
            }
        }
    }

    /// A command line that fails.
    struct Failing: Sendable, CustomTestStringConvertible {
        var words: [String]
        var status: Int32
        var error: String
        var input: String?

        init(_ words: String, _ status: Int32, _ error: String, input: String? = nil) {
            self.words = words.split(separator: " ").map(String.init)
            (self.status, self.error, self.input) = (status, error, input)
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let failing = [
        // Usage errors.
        Failing("contact set", 2, "key"), Failing("contact attr", 2, "attribute"),
        Failing("contact attr age:=old", 2, "age"), Failing("contact --source other", 2, "other"),
        Failing("cart set", 2, "file"), Failing("order", 2, "file"), Failing("open", 2, "<url>"),
        Failing("categories on", 2, "key"), Failing("push -", 2, "--tapped", input: push),
        Failing("attribution set", 2, "message"), Failing("flush now", 2, "now"),
        // What does not exist.
        Failing("categories on none", 3, "none"), Failing("attribution", 3, ""),
        Failing("push - --silent", 3, "another service", input: "{}"),
        // Invalid input.
        Failing("cart set -", 1, "standard input", input: "{}"), Failing("order -", 1, "standard input", input: "[]"),
        Failing("push - --tapped", 1, "standard input", input: "no JSON"), Failing("open file:///nothing", 1, "file:"),
    ]

    @Test(arguments: failing) func `a command that fails says why, and nothing on standard output`(
        command: Failing
    ) async throws {
        try await MessageService.run(in: directory.url) { service in
            let result = try await service.run(arguments: command.words, input: command.input)
            #expect(result.status == command.status, "\(result)")
            #expect(result.output == "", "\(result)")
            // If the error is empty, nothing must be printed.
            #expect(command.error.isEmpty ? result.error == "" : result.error.contains(command.error), "\(result)")
            let records = await service.records
            #expect(records.carts.isEmpty && records.orders.isEmpty)
        }
    }

    @Test func `without a contact nothing ends it again, and what is done waits`() async throws {
        try await MessageService.run(in: directory.url) { service in
            #expect(try await service.run("contact", "unset").status == 0)
            #expect(try await service.run("contact", "unset").status == 4)
            for words in [["cart", "clear"], ["categories", "on", "new"], ["push", "-", "--foreground"]] {
                let result = try await service.run(arguments: words, input: words[0] == "push" ? Self.push : nil)
                #expect(result.status == 7 && result.output.contains("no contact is set"), "\(words): \(result)")
            }
            #expect(await service.records.carts.isEmpty)
        }
    }

    /// Every inbox command must be in one of the tables.
    @Test func `the tables have every command`() throws {
        let help = try Command.run(Command.cardstream, ["help", "commands"], environment: Server.bare)
        let tried = Set(Self.printed.map { $0.words[0] } + Self.failing.map { $0.words[0] })
        for name in ["contact", "flush", "cart", "order", "attribution", "categories", "push", "open"] {
            #expect(help.contains("cardstream \(name)") || help.contains("`\(name)"), "\(name) is a command")
            #expect(tried.contains(name), "\(name)")
        }
    }
}
