internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream flush`: sends the waiting changes and events of a source of messages.
struct FlushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flush",
        abstract: "Send all waiting changes and events of an inbox.",
        discussion: """
            For a source of kind cordial: sends events, carts, orders and changes of the contact to the service, with \
            the messages that you marked as read or unread, or deleted. --json prints an object, as `cardstream schema \
            flush` describes. Exit code 1: the service refused a change or an event, which is no longer stored. 7: \
            changes or events are still waiting to be sent.

            EXAMPLES
              cardstream flush
              cardstream flush --json | jq .waiting
            """)

    @OptionGroup var options: MessagingOptions

    func validate() throws {
        if options.sending.noWait { throw ValidationError("--no-wait sends nothing; leave it out.") }
    }

    func run() throws {
        let setup = try options.profile.load()
        let source = try options.name.config(in: setup, kind: .cordial, of: "messages")
        let client = try CordialClient(source, setup.environment(of: source))
        let stored = StoredActions(of: source, setup)
        if stored.count > 0 {
            // Actions that cannot be sent are counted below. If the service has refused one, the reason is also
            // reported below.
            try? stored.send(until: .now + .seconds(options.sending.timeout))
        }
        var outcome = try options.sending.send(client)
        outcome.waiting += stored.count
        if let refusal = outcome.refused.values.first {
            throw CommandFailure(
                .failure,
                refusal.description.escapingControls.continued("sent \(outcome.sent), \(outcome.waiting) left"))
        }
        try options.sending.report(
            "sent \(outcome.sent), \(outcome.waiting) left", of: nil, outcome,
            ["sent": .number(JSONNumber(outcome.sent))])
    }
}
