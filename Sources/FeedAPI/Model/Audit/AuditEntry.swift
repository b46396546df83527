package import Cards

/// Something that happened to an ask, for its record.
package struct AuditEntry: Hashable, Sendable {
    /// What happened.
    package enum Event: String, Hashable, Sendable, CaseIterable {
        /// A publisher asked, or a step asked further users.
        case asked
        /// A program of the user has the card, or a notification about it went out.
        case told
        /// The user has seen the card.
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
    /// Who did it, or was told; nil for the asker and for the server's clock.
    package var user: UserID?
    package var card: CardID?
    /// Further facts, without what was entered: digests stand for it.
    package var detail: JSONObject
    /// When, in milliseconds since 1970.
    package var at: Int64

    /// - Parameter device: The device that the user's program states; part of ``detail``, so that versions that do not know it
    ///   keep it and hash it.
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
