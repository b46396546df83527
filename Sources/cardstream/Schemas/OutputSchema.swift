internal import Cards

/// The JSON Schemas (draft 2020-12) of commands' output with `--json`. Members may be added; none is removed or changes
/// its meaning.
enum OutputSchema {
    /// A line of `cardstream cards --json`, and the output of `show --json`.
    static var listedCard: JSONValue {
        schema(
            "A card in a stream", required: ["id", "stream", "status", "created", "updated", "active", "card"],
            [
                "id": text("The card's id."), "stream": text("The card's stream."),
                "status": choice(["active", "snoozed"], "active: the card waits. snoozed: it returns later."),
                "created": time("When it was published."), "updated": time("When it last changed."),
                "active": time("When it last became active: published, or back from snooze."),
                "snoozedUntil": time("When a snoozed card returns."), "expires": time("When it expires."),
                "vote": choice(["up", "down"], "How the user voted."),
                "delivery": choice(
                    ["waiting", "refused"], "The state of the user's action, until the server has it."
                ),
                "reason": text("The reason for the refusal."),
                "card": anyObject("The card as its publisher wrote it (`cardstream schema card`)."),
            ])
    }

    /// A line of `cardstream count --json`.
    static var count: JSONValue {
        schema(
            "The card counts of a stream", required: ["stream", "visible", "total"],
            [
                "stream": text("The stream."), "visible": number("Cards that match the filter."),
                "total": number("All active cards."),
            ].merging(age) { $1 })
    }

    /// The output of `cardstream status --json`.
    static var status: JSONValue {
        schema(
            "The waiting cards and actions", required: ["total", "unseen", "waiting", "refused", "streams"],
            counts.merging(
                [
                    "waiting": number("Actions that the server does not have yet."),
                    "refused": number("Actions that the server refused."),
                ]
                .merging(age) { $1 }
            ) { $1 })
    }

    /// The output of `cardstream act … --json`.
    static var act: JSONValue {
        schema(
            "An action on a card", required: ["id", "stream", "action", "outcome"],
            [
                "id": text("The card's id."), "stream": text("The card's stream."),
                "action": choice(
                    CardResponse.Kind.allCases.map(\.rawValue), "The action."),
                "outcome": choice(
                    ["delivered", "queued"],
                    "delivered: the server has it. queued: it waits on this machine. A failed action prints nothing."),
                "until": time("When a snoozed card returns."),
            ])
    }
}
