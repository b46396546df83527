/// A reply of the user that the source has not received yet.
package struct UnsentReply: Hashable, Sendable {
    package var key: ActionKey
    /// The entered values, by the names of the inputs.
    package var values: JSONObject
    /// Why the source refused the reply; nil while the reply waits.
    package var refusedReason: String?

    package init(key: ActionKey, values: JSONObject, refusedReason: String? = nil) {
        self.key = key
        self.values = values
        self.refusedReason = refusedReason
    }
}

extension CardBody {
    /// The member of ``metadata`` with the keys of replies that the card already shows in its content, as a
    /// conversation shows its messages.
    package static let shownReplies = "replies"

    /// The replies that the card itself does not show.
    package func missing(_ replies: [UnsentReply]) -> [UnsentReply] {
        guard !replies.isEmpty, let shown = metadata[Self.shownReplies]?.array else { return replies }
        let keys = Set(shown.compactMap(\.string))
        return replies.filter { !keys.contains($0.key.rawValue) }
    }
}
