internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream admin webhooks`: manages the webhooks of an environment.
struct AdminWebhooks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "List and add webhooks, and resend failed deliveries.",
        discussion: """
            Deliveries are signed (standardwebhooks.com), retried with growing pauses, and given up after 12 attempts. \
            Events: card.published, card.completed, card.replied, card.dismissed, card.snoozed, card.unsnoozed, \
            card.expired, card.cancelled, card.notification, ask.settled. card.notification is for services that notify devices: it lists the \
            devices to notify now, and is sent only to webhooks added with --event notification.

            EXAMPLES
              cardstream admin webhooks add https://example.com/hook \\
                  --event card.completed --for ops
              cardstream admin webhooks add https://push.example.com/ --event notification
              cardstream admin webhooks
              cardstream admin webhooks dead 5c0e7b1e
              cardstream admin webhooks replay 5c0e7b1e
            """,
        subcommands: [
            WebhooksList.self, WebhooksAdd.self, WebhooksRemove.self, WebhooksDead.self, WebhooksReplay.self,
        ],
        defaultSubcommand: WebhooksList.self)
}

struct WebhooksList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the webhooks.")

    @OptionGroup var admin: AdminOptions

    func run() throws {
        let caller = try admin.caller()
        let webhooks = try runBlocking { try await caller.webhooks() }
        if webhooks.isEmpty {
            if !admin.json { Console.error("no webhooks; add one with cardstream admin webhooks add URL") }
            throw ExitStatus.nothingMatched
        }
        if admin.json {
            for webhook in webhooks { Console.json(FeedCoder.encode(webhook)) }
            return
        }
        var table = TextTable(["ID", "WAITING", "GIVEN UP", "EVENTS", "STREAMS", "URL"])
        for webhook in webhooks {
            table.add([
                webhook.id.rawValue, String(webhook.waiting), String(webhook.dead),
                webhook.events.isEmpty ? "all" : webhook.events.map(\.rawValue).joined(separator: ","),
                webhook.streams.isEmpty ? "all" : webhook.streams.map(\.rawValue).joined(separator: ","), webhook.url,
            ])
        }
        Console.print(table.lines.joined(separator: "\n"))
    }
}

struct WebhooksAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a webhook and print its secret; it is printed only once.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The address that receives the deliveries, https://….", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp(
            "Deliver this event; repeat for more. Default: all except card.notification.", valueName: "event"),
        completion: .list(WebhookEvent.allCases.map(\.rawValue)))
    var event: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Deliver events of this stream; repeat for more. Default: all.", valueName: "stream"))
    var streams: [String] = []

    func run() throws {
        let events = try event.map { name throws(CommandFailure) in
            guard let event = WebhookEvent(rawValue: name) ?? WebhookEvent(rawValue: "card.\(name)") else {
                let known = WebhookEvent.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(.usage, "--event is \"\(name.escapingControls)\"; expected one of \(known)")
            }
            return event
        }
        let request = WebhookRequest(
            url: url, events: events,
            streams: try streams.map { name throws(CommandFailure) in try StreamID(argument: name, "--for") })
        let caller = try admin.caller()
        let webhook = try runBlocking { try await caller.makeWebhook(request) }
        if admin.json { return Console.json(FeedCoder.encode(webhook)) }
        Console.print("\(webhook.id)  \(webhook.secret ?? "")")
        Console.error("keep the secret to verify deliveries; it is not printed again")
    }
}

struct WebhooksRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a webhook and its pending deliveries.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The id of the webhook.", valueName: "id"))
    var id: String

    func run() throws {
        let caller = try admin.caller()
        let id = try WebhookID(argument: id, "the id")
        try runBlocking { try await caller.removeWebhook(id) }
    }
}

struct WebhooksDead: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead", abstract: "List the failed deliveries of a webhook.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The id of the webhook.", valueName: "id"))
    var id: String

    func run() throws {
        let caller = try admin.caller()
        let id = try WebhookID(argument: id, "the id")
        let dead = try runBlocking { try await caller.deadDeliveries(of: id) }
        if dead.isEmpty {
            if !admin.json { Console.error("no failed deliveries") }
            throw ExitStatus.nothingMatched
        }
        if admin.json {
            for value in try JSONParser.parse(FeedCoder.encode(dead))["deliveries"]?.array ?? [] {
                Console.json(value)
            }
            return
        }
        var table = TextTable(["DELIVERY", "EVENT", "CARD", "AT", "ATTEMPTS", "REASON"])
        for delivery in dead {
            table.add([
                delivery.id.rawValue, delivery.event.rawValue, delivery.cardID.rawValue,
                TextTable.time(FeedTime.text(delivery.at)), String(delivery.attempts),
                delivery.reason ?? "",
            ])
        }
        Console.print(table.lines.joined(separator: "\n"))
    }
}

struct WebhooksReplay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Resend failed deliveries.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The id of the webhook.", valueName: "id"))
    var id: String

    @Argument(help: ArgumentHelp("The deliveries; default: all failed ones.", valueName: "delivery"))
    var deliveries: [String] = []

    func run() throws {
        let caller = try admin.caller()
        let id = try WebhookID(argument: id, "the id")
        let deliveries = try deliveries.map { name throws(CommandFailure) in
            try DeliveryID(argument: name, "the delivery")
        }
        let count = try runBlocking { try await caller.replay(deliveries.isEmpty ? nil : deliveries, of: id) }
        if count == 0 { throw CommandFailure(.nothingMatched, "no failed delivery has this id") }
        Console.print("\(count)")
    }
}
