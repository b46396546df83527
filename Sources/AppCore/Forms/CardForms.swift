package import Cards

/// The values that the user entered into cards, and the replies that were sent with some of them.
package struct CardForms: Equatable, Sendable {
    /// By card. The entries of a closed card are dropped with the response.
    package private(set) var entries: [CardID: FormState] = [:]
    /// The cards whose forms changed during the current update.
    var changed: Set<CardID> = []
    /// The streams in which cards had their last change, for cards that have left their window.
    var streams: [CardID: StreamID] = [:]
    /// Replies that the source does not have yet, with the values that were removed from their forms.
    var replies = SentReplies()

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(card: CardID) -> FormState? {
        get { entries[card] }
        _modify { yield &entries[card] }
    }

    /// The validation messages of all forms.
    var problems: Set<String> { Set(entries.values.flatMap(\.problems.values)) }

    /// Adds drafts from an earlier run. Values that were entered since then take precedence.
    package mutating func restore(_ drafts: [CardID: FormState]) { entries.merge(drafts) { entered, _ in entered } }

    /// Records that the user tried to submit the form. From then on, it is validated while the user fills it in.
    mutating func recordSubmit(of card: CardID) { entries[card, default: FormState()].hasTriedSubmit = true }

    /// Drops the form of a card that was answered.
    mutating func drop(_ card: CardID) {
        if entries.removeValue(forKey: card) != nil { changed.insert(card) }
    }

    /// Moves the values entered into a card to its newer version, unless that version already has values.
    mutating func carry(from card: CardID, to next: CardID) {
        guard var form = entries.removeValue(forKey: card) else { return }
        // The store has these values for the other card only.
        form.stored = [:]
        changed.formUnion([card, next])
        streams[next] = streams[card]
        if entries[next] == nil { entries[next] = form }
    }

    /// Records that a reply with these inputs is being sent, and removes their values from the form.
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
