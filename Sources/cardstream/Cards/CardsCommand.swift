internal import AppRuntime
internal import ArgumentParser
internal import CardSession
internal import Cards

import struct Foundation.Date

/// `cardstream cards`: lists cards, one per line.
struct CardsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards",
        abstract: "List the cards that wait for you, one line each.",
        discussion: """
            In the viewer's order: id, priority, age, title. With --json each line is an object with the whole card, as \
            `cardstream schema cards` describes. Of several streams of the configuration, one after the other; --stream lists one.

            It asks the server for what is new, and runs beside a viewer. --offline lists what was here last. Exit code 3 when \
            there is no such card.

            FILTERS
              rollback "on call"        texts that stand in the card
              is:unseen                 \(Self.names(CardSearch.State.self))
              has:input                 \(Self.names(CardSearch.Part.self))
              priority:<=2              also >=, <, > and just a number; 1 is the top
              template:NAME             its template
              var.NAME:TEXT             the default of a variable
              expires:<2h               in s, m, h, d or w; expires:never
              -is:voted                 with a minus the opposite; all must hold

            EXAMPLES
              cardstream cards
              cardstream cards --filter 'is:unseen priority:<=2'
              cardstream cards --json | jq -r 'select(.expires) | .id'
              cardstream cards --filter 'template:"on call"' --offline
            """)

    private static func names<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }

    @OptionGroup var options: CardsOptions
    @OptionGroup var filter: FilterOptions

    @Flag(help: "Only what is on this machine.")
    var offline = false

    @Flag(help: "One line of JSON for each card.")
    var json = false

    func run() throws {
        let filter = try filter.filter()
        let setup = try options.setup()
        let cards = try CardsSession(reading: setup)
        let (now, isJSON, isOffline, timeout) = (Date(), json, offline, options.timeout)
        let count = try runBlocking {
            do {
                if !isOffline { try await cards.synchronise(within: timeout) }
                await cards.disconnect()
                let output = BufferedLineWriter()
                for stream in cards.streams {
                    try await cards.session.forEachCard(in: stream, through: filter) { item in
                        guard case .card(let card) = item.content else {
                            Console.error("card \(item.id) cannot be read; update cardstream")
                            return true
                        }
                        if isJSON {
                            output.add(CardLine.json(card, item.delivery))
                        } else {
                            output.add(CardLine.text(card, values: setup.config.runtimeVariables, at: now))
                        }
                        return true
                    }
                }
                output.flush()
                await cards.close()
                return output.count
            } catch {
                await cards.close()
                throw error
            }
        }
        if count == 0 { throw ExitStatus.nothingMatched }
    }
}
