internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream ask cancel`: withdraws a question.
struct AskCancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Withdraw a question.",
        discussion: """
            Removes the cards of the question at once, and prints one line of JSON, as `cardstream schema ask` \
            describes. If the question is already settled, nothing changes, and the exit code is 1.

            EXAMPLES
              cardstream ask cancel "$id"
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Argument(help: ArgumentHelp("The id that `cardstream ask` printed, or the beginning of the id.", valueName: "id"))
    var id: String

    func run() throws {
        var isWithdrawn = false
        try AskExit.run(naming: id) {
            let caller = try PublisherAccess(options.load(publisher.flags)).caller()
            let id = id
            let ask = try runBlocking { try await caller.withdraw(AskReference.ask(id, of: caller)) }
            Console.json(FeedCoder.encode(ask))
            isWithdrawn = ask.settlement?.outcome == .cancel
            if !isWithdrawn, let settlement = ask.settlement {
                Console.error("not withdrawn: \(AskProgress.message(for: settlement, of: ask))")
            }
        }
        if !isWithdrawn { throw ExitStatus.failure }
    }
}
