internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport
internal import Glibc

/// `cardstream cancel`: cancels a published card.
struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel a published card.",
        discussion: """
            Removes the card from the user's stream at once. If the card is already closed, also because it was \
            cancelled before, it stays as it is, and the exit code is 3. In all cases one line of JSON is printed, as \
            `cardstream outcome` prints it.

            EXAMPLES
              cardstream cancel 7c1f0a2e-9b1d-4c55-8a44-0d2f6c1be07a
            """)

    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Argument(
        help: ArgumentHelp("The id that `cardstream publish` printed, or the beginning of the id.", valueName: "id"),
        completion: CompletionValues.cards)
    var id: String

    func run() throws {
        let access = PublisherAccess(try options.load(publisher.flags).ofKnownProfile())
        let caller = try access.caller()
        let id = id
        let (outcome, isCancelled) = try access.performing(naming: id, orQuestionOf: "ask cancel") {
            try runBlocking {
                let card = try await CardReference.card(id, of: caller)
                // A server says nothing about a card that is already cancelled.
                let before = try await caller.outcome(of: card)
                guard before.status.isOpen else { return (before, false) }
                do {
                    try await caller.cancel(card)
                } catch FeedError.server(let problem, _) where problem.type == .cardClosed {
                    // The outcome shows the actual status.
                }
                let after = try await caller.outcome(of: card)
                return (after, after.status == .cancelled)
            }
        }
        Outcome.show(outcome)
        guard isCancelled else {
            throw CommandFailure(.nothingMatched, "nothing changed: the card is already \(outcome.status.rawValue)")
        }
    }
}
