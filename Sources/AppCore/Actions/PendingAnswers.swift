package import Cards

/// Answers of the user on their way: first into the store, then to the source.
package struct PendingAnswers: Equatable, Sendable {
    /// Cards whose answer is on its way into the store, with the version that was answered: a second key must not
    /// answer the same card twice.
    package private(set) var versions: [CardID: Int64] = [:]
    /// Where the cards stood whose answers are on their way.
    private(set) var origins: [CardID: ContainerID] = [:]
    /// What follows a submit once the server has it.
    package private(set) var afterSubmit: [CardID: Card.ButtonAction.Submission] = [:]
    /// Submits whose answer is not there yet.
    package var sending = Sending()

    package init() {}

    /// - Parameter container: Where the card stands; nil for an answer to many cards.
    mutating func begin(_ item: CardWindow.Item, in container: ContainerID? = nil) {
        versions[item.id] = item.version
        if let container { origins[item.id] = container }
    }

    mutating func begin(_ submission: Card.ButtonAction.Submission, of card: CardID) { afterSubmit[card] = submission }

    /// Whether the card as it is has an answer that is on its way into the store.
    func include(_ item: CardWindow.Item) -> Bool { versions[item.id] == item.version }

    /// Whether an answer to the card is on its way, into the store or to the server.
    func areUnderWay(_ card: CardID) -> Bool {
        versions[card] != nil || sending.submits.contains { $0.card == card }
    }

    /// The card can be answered again.
    mutating func reopen(_ card: CardID) { versions[card] = nil }

    /// Where the card stood does not matter any more.
    mutating func forgetOrigin(of card: CardID) { origins[card] = nil }

    /// An answer could not be stored.
    mutating func fail(_ response: CardResponse, of card: CardID) {
        reopen(card)
        forgetOrigin(of: card)
        guard case .submit = response else { return }
        afterSubmit[card] = nil
        sending.end(card)
    }

    /// The server has a submit or a reply. Returns what follows it, unless another button was pressed meanwhile.
    mutating func deliver(button: String, of card: CardID) -> Card.ButtonAction.Submission? {
        afterSubmit[card]?.buttonName == button ? afterSubmit.removeValue(forKey: card) : nil
    }

    /// An answer was undone, or is given up.
    mutating func end(_ card: CardID) {
        reopen(card)
        forgetOrigin(of: card)
        afterSubmit[card] = nil
        sending.end(card)
    }

    /// Once a card is gone or has changed, its answer has arrived in the store.
    mutating func forgetStored(unless isShown: (_ card: CardID, _ version: Int64) -> Bool) {
        guard !versions.isEmpty else { return }
        versions = versions.filter { isShown($0.key, $0.value) }
    }
}
