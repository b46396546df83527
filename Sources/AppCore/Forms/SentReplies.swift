import Cards

/// What the user entered for replies that the source does not have yet. A reply leaves its form at once, so that the next
/// one can be written and sent; where it is not stored, or is given up afterwards, its values come back. Kept while the
/// program runs.
struct SentReplies: Equatable, Sendable {
    private struct Reply: Equatable, Sendable {
        var card: CardID
        var response: CardResponse
        /// Of the fields of its view, by input name.
        var values: [String: FieldValue]
        var stage = Stage.leaving
    }

    private enum Stage: Equatable, Sendable {
        /// On the way to the disk.
        case leaving
        /// The source has it, which is told before it is told that the disk does.
        case delivered
        case stored, refused
    }

    /// Oldest first.
    private var replies: [Reply] = []

    mutating func begin(_ response: CardResponse, of card: CardID, values: [String: FieldValue]) {
        guard response.kind == .reply else { return }
        replies.append(Reply(card: card, response: response, values: values))
    }

    /// Whether a reply of a card is on the way to the disk.
    func areLeaving(_ card: CardID) -> Bool { replies.contains { $0.card == card && $0.stage == .leaving } }

    /// A reply is on the disk.
    mutating func store(_ response: CardResponse, of card: CardID) {
        if move(response, of: card, from: .leaving, to: .stored) { return }
        _ = remove { $0.card == card && $0.response == response && $0.stage == .delivered }
    }

    mutating func refuse(_ response: CardResponse, of card: CardID) {
        _ = move(response, of: card, from: .stored, to: .refused)
    }

    /// The refused reply of a card is sent again.
    mutating func retry(_ card: CardID) {
        for index in replies.indices where replies[index].card == card && replies[index].stage == .refused {
            replies[index].stage = .stored
        }
    }

    /// Forgets a reply that the source has or does not want any more.
    mutating func end(_ response: CardResponse, of card: CardID) {
        if move(response, of: card, from: .leaving, to: .delivered) { return }
        _ = remove { $0.card == card && $0.response == response && $0.stage != .delivered }
    }

    /// A reply was not stored. Returns what it took along; nil where it is not known.
    mutating func fail(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        remove { $0.card == card && $0.response == response && $0.stage == .leaving }
    }

    /// The refused reply of a card is given up. Returns what it took along; nil where there is none.
    mutating func discard(_ card: CardID) -> [String: FieldValue]? {
        remove { $0.card == card && $0.stage == .refused }
    }

    /// The newest reply of this kind is taken back. Returns what it took along; nil where it is not known.
    mutating func undo(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        let place = replies.lastIndex { $0.card == card && $0.response == response }
        return place.map { replies.remove(at: $0).values }
    }

    private mutating func remove(_ isMeant: (Reply) -> Bool) -> [String: FieldValue]? {
        replies.firstIndex(where: isMeant).map { replies.remove(at: $0).values }
    }

    private mutating func move(
        _ response: CardResponse, of card: CardID, from stage: Stage, to next: Stage
    ) -> Bool {
        let place = replies.firstIndex { $0.card == card && $0.response == response && $0.stage == stage }
        guard let place else { return false }
        replies[place].stage = next
        return true
    }
}

extension AppState {
    /// A reply with these inputs is on its way: what was entered into them leaves the form.
    mutating func moveFromForm(of card: CardID, _ response: CardResponse, _ inputs: [Input]) {
        let names = Set(inputs.map(\.name))
        let form = form(of: card)
        replies.begin(response, of: card, values: form.values.filter { names.contains($0.key) })
        var left = FormState(values: form.values.filter { !names.contains($0.key) })
        left.began = form.began.filter { !names.contains($0.key) }
        forms[card] = left.values.isEmpty ? nil : left
        changedForms.insert(card)
    }

    /// Puts the values of a reply that was given up back into the fields that are as they were.
    mutating func returnToForm(of card: CardID, _ values: [String: FieldValue]?) {
        guard let values, !values.isEmpty else { return }
        var form = form(of: card)
        for (name, value) in values where form.values[name] == nil {
            // The user sends it again knowing the card as it is now.
            form.begin(name, in: view(with: name, of: card))
            form.values[name] = value
        }
        forms[card] = form
        changedForms.insert(card)
    }

    /// Gives the refused action of a card up.
    mutating func giveUp(_ card: CardID, in stream: StreamID) -> [Effect] {
        returnToForm(of: card, replies.discard(card))
        return [.discardAction(card, stream)]
    }

    /// Sends the refused action of a card again.
    mutating func sendAgain(_ card: CardID, in stream: StreamID) -> [Effect] {
        replies.retry(card)
        return [.retryAction(card, stream)]
    }
}
