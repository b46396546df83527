internal import Cards
internal import FeedAPI

extension OutputSchema {
    /// A line of `cardstream admin audit --json`.
    static var adminAudit: JSONValue {
        schema(
            "A row of the record of questions", required: ["number", "at", "event", "ask", "previous", "hash"],
            [
                "number": number("The number of the row: from 1, without gaps."), "at": time("When it happened."),
                "event": choice(AuditEntry.Event.self, "What happened."), "ask": text("The id of the question."),
                "user": text("The user who did it, or who got the card."), "card": text("The id of the user's card."),
                "detail": anyObject("More about what happened; entered values and signatures are replaced by digests."),
                "previous": text("The hash of the row before; 64 zeros for the first."),
                "hash": text("The SHA-256 of the canonical JSON of the other members, in hexadecimal."),
            ])
    }
}
