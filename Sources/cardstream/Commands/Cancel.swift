internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import Glibc

/// `cardstream cancel`: takes a published card back.
struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Take a published card back.",
        discussion: """
            The card leaves its user's stream at once. A card that was answered meanwhile stays answered; the line of
            JSON that is printed tells which of the two it is.

            EXAMPLES
              cardstream cancel 7c1f0a2e
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
        let outcome = try runBlocking {
            try await caller.cancel(card)
            return try await caller.outcome(of: card)
        }
        Console.write(String(decoding: FeedCoder.encode(outcome), as: UTF8.self) + "\n", to: STDOUT_FILENO)
    }
}
