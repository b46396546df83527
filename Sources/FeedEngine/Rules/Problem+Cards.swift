import Cards
package import FeedAPI

extension Problem {
    /// The same for a card of another user as for none.
    static let unknownCardOfUser = Problem(.unknownCard, detail: "The user's stream holds no such card.")

    /// For publishers.
    package static let unknownCardOfEnvironment = Problem(
        .unknownCard, detail: "No card of this environment has this id.")

    package static let unknownWebhook = Problem(.notFound, detail: "This environment has no webhook of this id.")

    static func cardClosed(_ status: CardStatus) -> Problem {
        Problem(.cardClosed, detail: "The card is \(status.rawValue) already.")
    }
}
