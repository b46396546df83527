internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

import struct Foundation.Date

/// `cardstream show`: prints a whole card.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a card as plain text, or as JSON.",
        discussion: """
            What it says, then its fields, its buttons and what else can be answered, by the names that `cardstream act` takes, \
            then what is known of it. With --json one line as `cardstream cards --json` prints. It does not count as seen. Exit code 3 when no open card has \
            the id.

            EXAMPLES
              cardstream show 7c1f0a2e-9b1d-4c55-8a44-0d2f6c1be07a
              cardstream show "$(cardstream cards | head -1 | cut -d' ' -f1)" | less
            """)

    @OptionGroup var options: CardsOptions

    @Argument(
        help: ArgumentHelp("As `cardstream cards` prints it, or its beginning.", valueName: "id"),
        completion: CompletionValues.cards)
    var id: String

    @Flag(help: "Only what is on this machine.")
    var offline = false

    @Flag(help: "As JSON.")
    var json = false

    func run() throws {
        let setup = try options.setup()
        let cards = try CardsSession(reading: setup)
        let (id, isOffline, timeout) = (id, offline, options.timeout)
        let isText = !json
        let (card, delivery) = try runBlocking {
            do {
                if !isOffline { try await cards.synchronise(within: timeout) }
                var found = try await cards.requireCard(id)
                if isText, let source = setup.runtimeVariables(Mailbox<LoopMessage>()) {
                    found.card = await source.resolve([found.card]).first ?? found.card
                } else if isText {
                    found.card.body = found.card.body.resolvingVariables()
                }
                await cards.close()
                return found
            } catch {
                await cards.close()
                throw error
            }
        }
        if json { return Console.json(CardLine.json(card, delivery)) }
        let now = Date()
        Console.print(CardText(card: card, delivery: delivery, now: now, zone: .system(around: now)).text)
    }
}
