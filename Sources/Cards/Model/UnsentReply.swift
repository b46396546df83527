/// A reply of the user that the source does not have yet.
package struct UnsentReply: Hashable, Sendable {
    package var key: ActionKey
    /// What was entered, by the names of the inputs.
    package var values: JSONObject
    /// Why it was refused; nil while it waits.
    package var refusedReason: String?

    package init(key: ActionKey, values: JSONObject, refusedReason: String? = nil) {
        self.key = key
        self.values = values
        self.refusedReason = refusedReason
    }
}

extension CardBody {
    /// The member of ``metadata`` with the keys of replies that the card shows among its contents, as a conversation shows
    /// its messages.
    package static let shownReplies = "replies"

    /// Those of the replies that the card itself does not show.
    package func missing(_ replies: [UnsentReply]) -> [UnsentReply] {
        guard !replies.isEmpty, let shown = metadata[Self.shownReplies]?.array else { return replies }
        let keys = Set(shown.compactMap(\.string))
        return replies.filter { !keys.contains($0.key.rawValue) }
    }
}
