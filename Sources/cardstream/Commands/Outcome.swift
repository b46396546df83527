internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import Glibc

/// `cardstream outcome`: what became of a published card.
struct Outcome: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell what became of a published card.",
        discussion: """
            Prints one line of JSON: the card's status and everything the user answered, with values and times.

            EXAMPLES
              cardstream outcome 7c1f0a2e
              cardstream outcome "$id" | jq .status
            """)

    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Argument(help: ArgumentHelp("The id that publish printed.", valueName: "id"))
    var id: String

    func run() throws {
        let caller = try PublisherAccess(options.load(publisher.flags)).caller()
        let card = CardID(id)
        let outcome = try runBlocking { try await caller.outcome(of: card) }
        Console.write(String(decoding: FeedCoder.encode(outcome), as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }
}
