import Cards
package import FeedAPI

extension Problem {
    /// The same problem for another user's card and for a missing one.
    static let unknownCardOfUser = Problem(.unknownCard, detail: "The user's stream holds no such card.")

    /// The problem for publishers.
    package static let unknownCardOfEnvironment = Problem(
        .unknownCard, detail: "No card of this environment has this id.")

    package static let unknownWebhook = Problem(.notFound, detail: "This environment has no webhook of this id.")

    static func cardClosed(_ status: CardStatus) -> Problem {
        Problem(.cardClosed, detail: "The card is \(status.rawValue) already.")
    }
}
