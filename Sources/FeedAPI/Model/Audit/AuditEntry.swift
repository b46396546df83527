package import Cards

/// An entry of the audit log: an event of an ask.
package struct AuditEntry: Hashable, Sendable {
    /// The kind of event.
    package enum Event: String, Hashable, Sendable, CaseIterable {
        /// A publisher made the ask, or a step asked further users.
        case asked
        /// A program of the user received the card, or a notification about it was sent.
        case told
        /// The user saw the card.
        case seen
        /// The user answered.
        case answered
        /// The user dismissed the card without an answer.
        case dismissed
        /// Answers settled the ask.
        case settled
        /// The asker withdrew the ask.
        case withdrawn
        /// The deadline passed.
        case timedOut = "timed-out"
    }

    package var event: Event
    package var ask: AskID
    /// The user who acted or was told; nil if the asker or the server's clock caused the event.
    package var user: UserID?
    package var card: CardID?
    /// Further facts. Values that the user entered are not included; digests represent them.
    package var detail: JSONObject
    /// When it happened, in milliseconds since 1970.
    package var at: Int64

    /// - Parameter device: The device that the user's program names. It becomes a part of ``detail``, so that versions
    ///   that do not support it still store and hash it.
    package init(
        _ event: Event, ask: AskID, user: UserID? = nil, card: CardID? = nil, detail: JSONObject = [:],
        from device: ViewerDevice? = nil, at: Int64
    ) {
        self.event = event
        self.ask = ask
        self.user = user
        self.card = card
        self.detail = detail
        if let device { self.detail["device"] = device.json }
        self.at = at
    }
}
