package import Cards

/// Answers of the user that are being stored, and then sent to the source.
package struct PendingAnswers: Equatable, Sendable {
    /// Cards whose answer is being stored, with the version that was answered. Prevents a second key press from
    /// answering the same card twice.
    package private(set) var versions: [CardID: Int64] = [:]
    /// The containers that the cards were in when they were answered.
    private(set) var origins: [CardID: ContainerID] = [:]
    /// What to do after the server accepts a submitted form.
    package private(set) var afterSubmit: [CardID: Card.ButtonAction.Submission] = [:]
    /// Submitted forms that the server has not confirmed yet.
    package var sending = Sending()

    package init() {}

    /// - Parameter container: The card's container; nil for an answer to several cards.
    mutating func begin(_ item: CardWindow.Item, in container: ContainerID? = nil) {
        versions[item.id] = item.version
        if let container { origins[item.id] = container }
    }

    mutating func begin(_ submission: Card.ButtonAction.Submission, of card: CardID) { afterSubmit[card] = submission }

    /// Whether an answer to this version of the card is being stored.
    func include(_ item: CardWindow.Item) -> Bool { versions[item.id] == item.version }

    /// Whether an answer to the card is being stored or sent.
    func areUnderWay(_ card: CardID) -> Bool {
        versions[card] != nil || sending.submits.contains { $0.card == card }
    }

    /// Allows the card to be answered again.
    mutating func reopen(_ card: CardID) { versions[card] = nil }

    /// Forgets the card's container when it is no longer needed.
    mutating func forgetOrigin(of card: CardID) { origins[card] = nil }

    /// Handles an answer that could not be stored.
    mutating func fail(_ response: CardResponse, of card: CardID) {
        reopen(card)
        forgetOrigin(of: card)
        guard case .submit = response else { return }
        afterSubmit[card] = nil
        sending.end(card)
    }

    /// Handles a form or reply that the server accepted. Returns what to do next, or nil if another button was pressed
    /// in the meantime.
    mutating func deliver(button: String, of card: CardID) -> Card.ButtonAction.Submission? {
        afterSubmit[card]?.buttonName == button ? afterSubmit.removeValue(forKey: card) : nil
    }

    /// Ends an answer that was undone or discarded.
    mutating func end(_ card: CardID) {
        reopen(card)
        forgetOrigin(of: card)
        afterSubmit[card] = nil
        sending.end(card)
    }

    /// Forgets answers whose card is gone or has changed, because they are stored by then.
    mutating func forgetStored(unless isShown: (_ card: CardID, _ version: Int64) -> Bool) {
        guard !versions.isEmpty else { return }
        versions = versions.filter { isShown($0.key, $0.value) }
    }
}
