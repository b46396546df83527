package import Cards

/// The values that the user entered for replies that the source does not have yet. A reply's values leave the form when
/// it is sent, so that the user can write and send the next one. If the reply cannot be stored, the values return to
/// the form. Kept only while the program runs: the store also has them, for a reply that is refused and discarded.
struct SentReplies: Equatable, Sendable {
    private struct Reply: Equatable, Sendable {
        var card: CardID
        var response: CardResponse
        /// The values of the fields in the reply's view, by input name.
        var values: [String: FieldValue]
        var stage = Stage.leaving
    }

    private enum Stage: Equatable, Sendable {
        /// The reply is being stored.
        case leaving
        /// The source has the reply. This can be reported before the reply is reported as stored.
        case delivered
        case stored
    }

    /// Oldest first.
    private var replies: [Reply] = []

    mutating func begin(_ response: CardResponse, of card: CardID, values: [String: FieldValue]) {
        guard response.kind == .reply else { return }
        replies.append(Reply(card: card, response: response, values: values))
    }

    /// Whether a reply of a card is being stored.
    func areLeaving(_ card: CardID) -> Bool { replies.contains { $0.card == card && $0.stage == .leaving } }

    /// Handles a reply that was stored.
    mutating func store(_ response: CardResponse, of card: CardID) {
        if move(response, of: card, from: .leaving, to: .stored) { return }
        _ = remove { $0.card == card && $0.response == response && $0.stage == .delivered }
    }

    /// Forgets a reply that the source accepted or no longer accepts.
    mutating func end(_ response: CardResponse, of card: CardID) {
        if move(response, of: card, from: .leaving, to: .delivered) { return }
        _ = remove { $0.card == card && $0.response == response && $0.stage != .delivered }
    }

    /// Handles a reply that was not stored. Returns its values; nil if they are unknown.
    mutating func fail(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        remove { $0.card == card && $0.response == response && $0.stage == .leaving }
    }

    /// The values of a reply that is being stored; empty if they are unknown.
    func values(of response: CardResponse, _ card: CardID) -> [String: FieldValue] {
        replies.last { $0.card == card && $0.response == response && $0.stage == .leaving }?.values ?? [:]
    }

    /// Handles a refused reply that was discarded. Returns its values; nil if the reply is from an earlier run of the
    /// program.
    mutating func discard(_ response: CardResponse, of card: CardID) -> [String: FieldValue]? {
        remove { $0.card == card && $0.response == response && $0.stage == .stored }
    }

    /// Handles the undo of the newest reply with this content. Returns its values; nil if they are unknown.
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
    /// Puts the values of a reply that was not sent back into their fields. If a field has newer text, a multi-line
    /// field gets the returned text above the newer text; any other changed field keeps its newer value.
    mutating func returnToForm(of card: CardID, _ values: [String: FieldValue]?) {
        guard let values, !values.isEmpty else { return }
        var form = form(of: card)
        for (name, value) in values {
            let view = view(with: name, of: card)
            switch (value, form.values[name]) {
            case (_, nil):
                // Uses the current values of the buttons, because the user sends the reply again after seeing the
                // current card.
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

    /// The values that the user entered for a reply, in the format of the store.
    package func entered(for response: CardResponse, of card: CardID) -> JSONObject {
        FormState(values: forms.replies.values(of: response, card)).draft
    }

    /// Puts the values of discarded replies back into the form.
    mutating func takeBack(_ discarded: [DiscardedReply], of card: CardID) -> [Effect] {
        for reply in discarded {
            let known = forms.replies.discard(reply.response, of: card)
            returnToForm(of: card, known ?? reply.entered)
        }
        return []
    }
}

/// A refused action that was discarded.
package struct DiscardedReply: Equatable, Sendable {
    package var response: CardResponse
    /// The values that the user had entered for it, by input name; empty if the action is not a reply.
    package var entered: [String: FieldValue]

    package init(response: CardResponse, entered: [String: FieldValue]) {
        self.response = response
        self.entered = entered
    }
}
