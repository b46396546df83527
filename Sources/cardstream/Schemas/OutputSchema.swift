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
                "status": choice(
                    ["active", "snoozed"], "active: the card waits for the user. snoozed: the card returns later."),
                "created": time("When the card was published."), "updated": time("When the card last changed."),
                "active": time("When the card last became active: when it was published, or came back from a snooze."),
                "snoozedUntil": time("When a snoozed card returns."), "expires": time("When the card expires."),
                "vote": choice(["up", "down"], "How the user voted."),
                "delivery": choice(
                    ["waiting", "refused"],
                    "The state of the user's action; omitted when the server has received the action."
                ),
                "reason": text("Why the server refused the action."),
                "card": anyObject("The card as its publisher wrote it (`cardstream schema card`)."),
            ])
    }

    /// A line of `cardstream count --json`.
    static var count: JSONValue {
        schema(
            "The card counts of a stream", required: ["stream", "visible", "total"],
            [
                "stream": text("The stream."), "visible": number("The number of cards that match the filter."),
                "total": number("The number of all active cards."),
            ].merging(age) { $1 })
    }

    /// The output of `cardstream status --json`.
    static var status: JSONValue {
        schema(
            "The waiting cards and actions", required: ["total", "unseen", "waiting", "refused", "streams"],
            counts.merging(
                [
                    "waiting": number("The number of actions that the server has not received yet."),
                    "refused": number("The number of actions that the server refused."),
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
                    "delivered: the server has received the action. queued: the action waits on this machine."),
                "until": time("When a snoozed card returns."),
            ])
    }
}
