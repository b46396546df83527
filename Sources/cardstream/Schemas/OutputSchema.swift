internal import Cards

/// The JSON Schemas (draft 2020-12) of commands' output with `--json`. Members may be added; none is removed or changes
/// its meaning.
enum OutputSchema {
    /// A line of `cardstream cards --json`, and the output of `show --json`.
    static var listedCard: JSONValue {
        schema(
            "A card in a stream", required: ["id", "stream", "status", "created", "updated", "active", "card"],
            [
                "id": text("Names the card."), "stream": text("Where it is."),
                "status": choice(["active", "snoozed"], "Whether it waits, or is away."),
                "created": time("When it was published."), "updated": time("When it last changed."),
                "active": time("When it last became active: published, or back from snooze."),
                "snoozedUntil": time("When a snoozed card returns."), "expires": time("When it ends by itself."),
                "vote": choice(["up", "down"], "How the user voted."),
                "delivery": choice(
                    ["waiting", "refused"], "How the user's own action on it stands, while the server does not have it."
                ),
                "reason": text("Why it was refused."),
                "card": anyObject("As its publisher wrote it: `cardstream schema card`."),
            ])
    }

    /// A line of `cardstream count --json`.
    static var count: JSONValue {
        schema(
            "How many cards a stream has", required: ["stream", "visible", "total"],
            [
                "stream": text("Which stream."), "visible": number("Cards that the filter lets through."),
                "total": number("All active cards."),
            ])
    }

    /// The output of `cardstream status --json`.
    static var status: JSONValue {
        schema(
            "What waits", required: ["total", "unseen", "waiting", "refused", "streams"],
            counts.merging([
                "waiting": number("Actions that the server does not have yet."),
                "refused": number("Actions that the server refused."),
                "old": flag("Present and true if the feed did not answer: the numbers may have changed."),
                "synced": time("When the viewer's cards were last known to be all there are."),
            ]) { $1 })
    }

    /// The output of `cardstream act … --json`.
    static var act: JSONValue {
        schema(
            "What was done to a card", required: ["id", "stream", "action", "outcome"],
            [
                "id": text("The card."), "stream": text("Its stream."),
                "action": choice(
                    CardResponse.Kind.allCases.map(\.rawValue), "What was done."),
                "outcome": choice(
                    ["delivered", "queued"],
                    "Whether the server has it, or it waits on this machine; what failed prints nothing."),
                "until": time("When a snoozed card returns."),
            ])
    }
}
