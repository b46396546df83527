package import Cards

/// What the user entered into cards, and the replies that took something of it along.
package struct CardForms: Equatable, Sendable {
    /// By card. Entries of cards that closed are dropped with the response.
    package private(set) var entries: [CardID: FormState] = [:]
    /// Those that changed in the update under way.
    var changed: Set<CardID> = []
    /// Replies that the source does not have yet, with what they took from their forms.
    var replies = SentReplies()

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(card: CardID) -> FormState? {
        get { entries[card] }
        _modify { yield &entries[card] }
    }

    /// What is shown to be wrong in any of them.
    var problems: Set<String> { Set(entries.values.flatMap(\.problems.values)) }

    /// What was entered in an earlier run; what was entered since then counts.
    package mutating func restore(_ drafts: [CardID: FormState]) { entries.merge(drafts) { entered, _ in entered } }

    /// The user tried to submit the form: from now on it is checked while it is filled in.
    mutating func recordSubmit(of card: CardID) { entries[card, default: FormState()].hasTriedSubmit = true }

    /// The card has its answer.
    mutating func drop(_ card: CardID) {
        if entries.removeValue(forKey: card) != nil { changed.insert(card) }
    }

    /// What was entered into a card goes to its next edition, unless something was entered there.
    mutating func carry(from card: CardID, to next: CardID) {
        guard var form = entries.removeValue(forKey: card) else { return }
        // The store has it of the other card.
        form.stored = [:]
        changed.formUnion([card, next])
        if entries[next] == nil { entries[next] = form }
    }

    /// A reply with these inputs is on its way: what was entered into them leaves the form.
    mutating func send(_ response: CardResponse, of card: CardID, _ inputs: [Card.Input]) {
        let names = Set(inputs.map(\.name))
        let form = entries[card] ?? FormState()
        replies.begin(response, of: card, values: form.values.filter { names.contains($0.key) })
        var left = FormState(values: form.values.filter { !names.contains($0.key) })
        left.began = form.began.filter { !names.contains($0.key) }
        entries[card] = left.values.isEmpty ? nil : left
        changed.insert(card)
    }
}
