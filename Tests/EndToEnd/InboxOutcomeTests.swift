import Basics
import CordialEmulator
import Foundation
import Support
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
    struct JSONCommand: Sendable, CustomTestStringConvertible {
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

    private static let jsonCommands = [
        JSONCommand("contact", "contact", away: 0), JSONCommand("contact set ben", "contact"),
        JSONCommand("contact set --guest", "contact"), JSONCommand("contact attr age:=41", "contact"),
        JSONCommand("contact unset", "contact"), JSONCommand("flush", "flush", away: 0),
        JSONCommand("cart set -", "cart", input: "[\(item)]"), JSONCommand("cart clear", "cart"),
        JSONCommand("order -", "order", input: order), JSONCommand("attribution set m:1", "attribution", away: 0),
        JSONCommand("categories", "categories", away: 0), JSONCommand("categories on new", "categories"),
        JSONCommand("categories off sale", "categories"), JSONCommand("push - --foreground", "push", input: push),
        JSONCommand("open https://shop.example/boots --print", "open"),
        JSONCommand("send-event browse --source shop", "send-event"),
    ]

    @Test(arguments: jsonCommands)
    func `with and without the service, JSON output matches its schema, and exit codes are as documented`(
        command: JSONCommand
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
    struct FailingCommand: Sendable, CustomTestStringConvertible {
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

    private static let failingCommands = [
        // Usage errors.
        FailingCommand("contact set", 2, "key"), FailingCommand("contact attr", 2, "attribute"),
        FailingCommand("contact attr age:=old", 2, "age"), FailingCommand("contact --source other", 2, "other"),
        FailingCommand("cart set", 2, "file"), FailingCommand("order", 2, "file"), FailingCommand("open", 2, "<url>"),
        FailingCommand("categories on", 2, "key"), FailingCommand("push -", 2, "--tapped", input: push),
        FailingCommand("attribution set", 2, "message"), FailingCommand("flush now", 2, "now"),
        // What does not exist.
        FailingCommand("categories on none", 3, "none"), FailingCommand("attribution", 3, ""),
        FailingCommand("push - --silent", 3, "another service", input: "{}"),
        // Invalid input.
        FailingCommand("cart set -", 1, "standard input", input: "{}"),
        FailingCommand("order -", 1, "standard input", input: "[]"),
        FailingCommand("push - --tapped", 1, "standard input", input: "no JSON"),
        FailingCommand("open file:///nothing", 1, "file:"),
    ]

    @Test(arguments: failingCommands) func `a command that fails says why, and nothing on standard output`(
        command: FailingCommand
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

    @Test func `without a contact, ending it again has no effect, and data waits`() async throws {
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
    @Test func `the tables contain every command`() throws {
        let help = try Command.run(Command.cardstream, ["help", "commands"], environment: Server.bare)
        let tried = Set(Self.jsonCommands.map { $0.words[0] } + Self.failingCommands.map { $0.words[0] })
        for name in ["contact", "flush", "cart", "order", "attribution", "categories", "push", "open"] {
            #expect(help.contains("cardstream \(name)") || help.contains("`\(name)"), "\(name) is a command")
            #expect(tried.contains(name), "\(name)")
        }
    }
}
