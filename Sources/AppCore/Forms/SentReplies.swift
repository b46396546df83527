package import Cards

/// What the user entered for replies that the source does not have yet. A reply leaves its form at once, so that the next
/// one can be written and sent; where it is not stored, its values come back. Kept while the program runs: the store has
/// them as well, for a reply that is refused and given up.
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
        case stored
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

    /// Forgets a reply that the source has or does not want any more.
    mutating func end(_ response: CardResponse, of card: CardID) {
        if move(response, of: card, from: .leaving, to: .delivered) { return }
        _ = remove { $0.card == card && $0.response == response && $0.stage != .delivered }
    }

    /// A reply was not stored. Returns what it took along; nil where it is not known.
    mutating func fail(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        remove { $0.card == card && $0.response == response && $0.stage == .leaving }
    }

    /// What a reply that is on the way to the disk took along; empty where it is not known.
    func values(of response: CardResponse, _ card: CardID) -> [String: FieldValue] {
        replies.last { $0.card == card && $0.response == response && $0.stage == .leaving }?.values ?? [:]
    }

    /// A refused reply was given up. Returns what it took along; nil where it is of an earlier run of the program.
    mutating func discard(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        remove { $0.card == card && $0.response == response && $0.stage == .stored }
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
    /// Puts the values of a reply that was given up back into their fields. Text that was typed since stays, below it where
    /// the field has lines; another field that was changed since keeps its value.
    mutating func returnToForm(of card: CardID, _ values: [String: FieldValue]?) {
        guard let values, !values.isEmpty else { return }
        var form = form(of: card)
        for (name, value) in values {
            let view = view(with: name, of: card)
            switch (value, form.values[name]) {
            case (_, nil):
                // The user sends it again knowing the card as it is now.
                form.begin(name, in: view)
                form.values[name] = value
            case (.text(let returned), .text(let newer)?):
                let input = FocusTarget.inputs(in: view).first { $0.name == name }
                guard input?.takesLines == true, !returned.text.isEmpty else { continue }
                form.values[name] = .text(
                    TextField(newer.text.isEmpty ? returned.text : "\(returned.text)\n\(newer.text)"))
            default: continue
            }
        }
        forms[card] = form
        forms.changed.insert(card)
    }

    /// What the user entered for a reply, for the store.
    package func entered(for response: CardResponse, of card: CardID) -> JSONObject {
        FormState(values: forms.replies.values(of: response, card)).draft
    }

    /// Refused actions of a card were given up: what was entered for them comes back.
    mutating func takeBack(_ discarded: [DiscardedReply], of card: CardID) -> [Effect] {
        for reply in discarded {
            let known = forms.replies.discard(reply.response, of: card)
            returnToForm(of: card, known ?? reply.entered)
        }
        return []
    }
}

/// A refused action that was given up.
package struct DiscardedReply: Equatable, Sendable {
    package var response: CardResponse
    /// What the user had entered for it, by input name; empty for what is no reply.
    package var entered: [String: FieldValue]

    package init(response: CardResponse, entered: [String: FieldValue]) {
        self.response = response
        self.entered = entered
    }
}
