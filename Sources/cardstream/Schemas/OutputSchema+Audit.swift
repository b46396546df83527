internal import Cards
internal import FeedAPI

extension OutputSchema {
    /// A line of `cardstream admin audit --json`.
    static var adminAudit: JSONValue {
        schema(
            "A row of the audit record: what happened to a question",
            required: ["number", "at", "event", "ask", "previous", "hash"],
            [
                "number": number("The number of the row: from 1, without gaps."),
                "at": time("When the event happened."),
                "event": choice(AuditEntry.Event.self, "What happened."), "ask": text("The id of the question."),
                "user": text("The user who acted, or who received the card."),
                "card": text("The id of the user's card."),
                "detail": anyObject(
                    "More about the event, with digests in place of entered values and signatures. If a user "
                        + "received the card or acted on it, device has the id and the name that the user's viewer stated."
                ),
                "previous": text("The hash of the previous row; 64 zeros in the first row."),
                "hash": text("The SHA-256 of the canonical JSON of the other members, in hexadecimal."),
            ])
    }
}
