package import Cards

/// What the user entered for replies that the source does not have yet. A reply leaves its form as soon as it is on the
/// disk; where it is given up afterwards, its values come back. Kept while the program runs.
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

    /// What leaves the form of a card now; nil where no reply is on the way to the disk.
    func leaving(_ card: CardID) -> [String: FieldValue]? {
        replies.last { $0.card == card && $0.stage == .leaving }?.values
    }

    /// A reply is on the disk. Returns what it took along.
    mutating func store(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        if let values = move(response, of: card, from: .leaving, to: .stored) { return values }
        return remove { $0.card == card && $0.response == response && $0.stage == .delivered }
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
        if move(response, of: card, from: .leaving, to: .delivered) != nil { return }
        _ = remove { $0.card == card && $0.response == response && $0.stage != .delivered }
    }

    /// Forgets a reply that was not stored.
    mutating func fail(_ response: CardResponse, of card: CardID) {
        _ = remove { $0.card == card && $0.response == response && $0.stage == .leaving }
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
    ) -> [String: FieldValue]? {
        let place = replies.firstIndex { $0.card == card && $0.response == response && $0.stage == stage }
        guard let place else { return nil }
        replies[place].stage = next
        return replies[place].values
    }
}

extension AppState {
    /// What stays in the form of a card whose reply is on its way to the disk; nil for nothing.
    package func formLeft(byReplyTo card: CardID) -> FormState? {
        forms[card]?.left(after: replies.leaving(card) ?? [:])
    }

    /// A reply is on the disk: what it took along leaves the form, and what was typed meanwhile stays.
    mutating func takeFromForm(of card: CardID, _ response: CardResponse) {
        guard let sent = replies.store(response, of: card), let form = forms[card] else { return }
        forms[card] = form.left(after: sent)
        changedForms.insert(card)
    }

    /// Puts the values of a reply that was given up back into the fields that are as they were.
    mutating func returnToForm(of card: CardID, _ values: [String: FieldValue]?) {
        guard let values, !values.isEmpty else { return }
        var form = form(of: card)
        for (name, value) in values where form.values[name] == nil {
            // Whoever sends it again knows the card as it is now.
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

extension FormState {
    /// What is still to be sent after values of it were; nil for nothing.
    fileprivate func left(after sent: [String: FieldValue]) -> FormState? {
        var left = FormState()
        for (name, value) in values {
            guard let sent = sent[name] else {
                (left.values[name], left.began[name]) = (value, began[name])
                continue
            }
            left.values[name] = value.left(after: sent)
        }
        return left.values.isEmpty ? nil : left
    }
}

extension FieldValue {
    /// What was entered behind a text that was sent, or in place of another value; nil for nothing.
    fileprivate func left(after sent: FieldValue) -> FieldValue? {
        guard case .text(let field) = self, case .text(let sent) = sent else { return self == sent ? nil : self }
        guard field.text.hasPrefix(sent.text) else { return self }
        let rest = field.text.dropFirst(sent.text.count)
        return rest.isEmpty ? nil : .text(TextField(String(rest)))
    }
}
