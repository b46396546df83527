import Cards
package import FeedAPI

extension Problem {
    /// The problem for a card that does not exist or belongs to another user, which a user must not be able to
    /// distinguish.
    static let unknownCardOfUser = Problem(.unknownCard, detail: "The user's stream has no card with this id.")

    /// The problem that a publisher gets for a card that does not exist.
    package static let unknownCardOfEnvironment = Problem(
        .unknownCard, detail: "This environment has no card with this id.")

    package static let unknownAsk = Problem(.unknownAsk, detail: "This environment has no question with this id.")

    package static let unknownWebhook = Problem(.notFound, detail: "This environment has no webhook with this id.")

    static func cardClosed(_ status: CardStatus) -> Problem {
        Problem(.cardClosed, detail: "The card is already \(status.rawValue).")
    }
}
