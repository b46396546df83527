internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardSession
internal import Cards

import struct Foundation.Date

/// `cardstream show`: prints a whole card.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a card as plain text, or as JSON.",
        discussion: """
            Prints the card's text as the viewer shows it, without markup, then the addresses of its links, then the \
            fields, buttons and other actions with the names that `cardstream act` uses, then the card's properties. With \
            --json the command prints the same line as `cardstream cards --json`. The card does not count as seen. Exit code 3: no open card has this id.

            --content prints, as plain text, what the viewer loads when you open the card, such as a message of an \
            inbox. This marks the message as read. A message that was opened before needs no network. With --json, \
            the output is an object, as `cardstream schema content` describes. Exit code 3: the card has no such \
            content, or no open card has this id.

            EXAMPLES
              cardstream show 7c1f0a2e-9b1d-4c55-8a44-0d2f6c1be07a
              cardstream show "$(cardstream cards | head -1 | cut -d' ' -f1)" | less
            """)

    @OptionGroup var options: CardsOptions

    @Argument(
        help: ArgumentHelp(
            "The card's id, as `cardstream cards` prints it, or the beginning of the id.", valueName: "id"),
        completion: CompletionValues.cards)
    var id: String

    @Flag(help: "Use only the cards stored on this machine.")
    var offline = false

    @Flag(help: "Print what the card loads when it is opened, such as a message.")
    var content = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let setup = try options.setup().ofKnownProfile()
        if content {
            return try CardContent(setup: setup, isOffline: offline, seconds: options.timeout).print(id, isJSON: json)
        }
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
