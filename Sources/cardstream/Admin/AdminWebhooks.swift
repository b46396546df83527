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
            Deliveries are signed (standardwebhooks.com), retried with growing pauses, and count as failed after 12 attempts. \
            Events: card.published, card.completed, card.replied, card.dismissed, card.snoozed, card.unsnoozed, \
            card.expired, card.cancelled, card.notification, ask.settled. card.notification is for services that \
            notify devices: it lists the devices to notify now, and is sent only to webhooks that were added with \
            --event card.notification.

            EXAMPLES
              cardstream admin webhooks add https://example.com/hook \\
                  --event card.completed --for ops
              cardstream admin webhooks add https://push.example.com/ \\
                  --event card.notification
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
        let ids = ShortIDs(webhooks.map(\.id.rawValue))
        try admin.show(
            webhooks, empty: "no webhooks; add a webhook with `cardstream admin webhooks add URL`",
            titles: ["ID", "WAITING", "FAILED", "EVENTS", "STREAMS", "URL"],
            json: { Console.json(FeedCoder.encode($0)) }
        ) { webhook in
            [
                ids[webhook.id.rawValue], String(webhook.waiting), String(webhook.dead),
                webhook.events.isEmpty ? "all" : webhook.events.map(\.rawValue).joined(separator: ","),
                webhook.streams.isEmpty ? "all" : webhook.streams.map(\.rawValue).joined(separator: ","), webhook.url,
            ]
        }
    }
}

struct WebhooksAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a webhook and print its secret, which is printed only once.")

    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The address that receives the deliveries, https://….", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp(
            "Deliver this event; may be repeated. Default: all except card.notification.", valueName: "event"),
        completion: .list(WebhookEvent.allCases.map(\.rawValue)))
    var event: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Deliver events of this stream; may be repeated. Default: all streams.", valueName: "stream")
    )
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
        let caller = try PublisherAccess(admin.options.load(admin.publisher.flags)).caller()
        let webhook = try runBlocking { try await caller.makeWebhook(request) }
        if admin.json { return Console.json(FeedCoder.encode(webhook)) }
        Console.print("\(webhook.id)  \(webhook.secret ?? "")")
        Console.error("keep the secret to verify deliveries; it is not printed again")
    }
}

/// The argument that selects a webhook of a server.
struct WebhookChoice: ParsableArguments {
    @OptionGroup var admin: AdminOptions

    @Argument(help: ArgumentHelp("The id of the webhook, or the beginning of the id.", valueName: "id"))
    var id: String

    func resolve() throws -> (caller: FeedHTTPClient, id: WebhookID) {
        let caller = try admin.caller()
        let webhooks = try runBlocking { try await caller.webhooks() }
        return (caller, try Self.id(id, among: webhooks.map(\.id)))
    }

    /// The webhook that a text names, by its id or the beginning of its id.
    static func id(_ text: String, among known: [WebhookID]) throws(CommandFailure) -> WebhookID {
        if let id = try CardReference.id(text, among: known) { return id }
        if let failure = CardReference.tooShort(text, "webhook") { throw failure }
        throw CommandFailure(
            .nothingMatched,
            "no webhook \"\(text.escapingControls)\"; `cardstream admin webhooks` lists the webhooks")
    }
}

struct WebhooksRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a webhook and its pending deliveries.")

    @OptionGroup var webhook: WebhookChoice

    func run() throws {
        let (caller, id) = try webhook.resolve()
        try runBlocking { try await caller.removeWebhook(id) }
    }
}

struct WebhooksDead: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dead", abstract: "List the failed deliveries of a webhook.")

    @OptionGroup var webhook: WebhookChoice

    func run() throws {
        let (caller, id) = try webhook.resolve()
        let dead = try runBlocking { try await caller.deadDeliveries(of: id) }
        try webhook.admin.show(
            dead, empty: "no failed deliveries", titles: ["DELIVERY", "EVENT", "CARD", "AT", "ATTEMPTS", "REASON"],
            json: { delivery in
                // The coder can encode only lists of deliveries.
                for value in try JSONParser.parse(FeedCoder.encode([delivery]))["deliveries"]?.array ?? [] {
                    Console.json(value)
                }
            }
        ) { delivery in
            [
                delivery.id.rawValue, delivery.event.rawValue, delivery.cardID.rawValue,
                TextTable.time(FeedTime.text(delivery.at)), String(delivery.attempts), delivery.reason ?? "",
            ]
        }
    }
}

struct WebhooksReplay: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Resend failed deliveries.")

    @OptionGroup var webhook: WebhookChoice

    @Argument(help: ArgumentHelp("The ids of the failed deliveries to resend; default: all.", valueName: "delivery"))
    var deliveries: [String] = []

    func run() throws {
        let (caller, id) = try webhook.resolve()
        let deliveries = try deliveries.map { name throws(CommandFailure) in
            try DeliveryID(argument: name, "the delivery")
        }
        let count = try runBlocking { try await caller.replay(deliveries.isEmpty ? nil : deliveries, of: id) }
        guard count > 0 else {
            throw CommandFailure(
                .nothingMatched,
                deliveries.isEmpty
                    ? "no failed deliveries"
                    : "no failed delivery has this id; `cardstream admin webhooks dead` lists the failed deliveries")
        }
        Console.print("\(count)")
    }
}
