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
            describes. If the question is already settled, also because it was withdrawn before, nothing changes, and \
            the exit code is 3.

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
        try AskExit.run(naming: id, orCardOf: "cancel") {
            let caller = try PublisherAccess(options.load(publisher.flags).ofKnownProfile()).caller()
            let id = id
            let (ask, isWithdrawn) = try runBlocking {
                let ask = try await AskReference.ask(id, of: caller)
                // A server withdraws a question again without a word.
                if case .current(let before, tag: _) = try await caller.ask(ask, wait: 0, tag: nil),
                    before.settlement != nil
                {
                    return (before, false)
                }
                let after = try await caller.withdraw(ask)
                return (after, after.settlement?.reason == .withdrawn)
            }
            Console.json(FeedCoder.encode(ask))
            guard isWithdrawn else {
                let end = ask.settlement.map { " (\(AskProgress.message(for: $0, of: ask)))" } ?? ""
                throw CommandFailure(.nothingMatched, "nothing changed: the question is already settled\(end)")
            }
        }
    }
}
