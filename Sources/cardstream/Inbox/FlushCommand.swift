internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream flush`: sends what waits for a source of messages.
struct FlushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flush",
        abstract: "Send all waiting changes and events of a source of messages.",
        discussion: """
            Sends changes of the contact, events, carts, orders, and the messages that you marked or deleted, for a \
            source of kind cordial. --json prints an object, as `cardstream schema flush` describes. Exit code 1: the \
            service refused a change or an event, which is no longer stored. 7: changes or events are still waiting to \
            be sent.

            EXAMPLES
              cardstream flush
              cardstream flush --json | jq .waiting
            """)

    @OptionGroup var options: MessagingOptions

    func validate() throws {
        if options.sending.noWait { throw ValidationError("--no-wait sends nothing; leave it out.") }
    }

    func run() throws {
        let client = try options.client()
        let outcome = try options.sending.send(client)
        try options.sending.report(
            "sent \(outcome.sent), \(outcome.waiting) left", of: nil, outcome,
            ["sent": .number(JSONNumber(outcome.sent))])
    }
}
