internal import Cards
internal import FeedAPI

/// Schemas of commands that contact a server as its publisher.
extension OutputSchema {
    /// A line of `cardstream publish`.
    static var publish: JSONValue {
        schema(
            "A published card", required: ["id", "user", "stream", "status"],
            [
                "id": text("The card's id."), "user": text("The recipient."), "stream": text("The card's stream."),
                "status": choice(CardStatus.self, "The card's current status."),
            ])
    }

    /// The output of `cardstream outcome`.
    static var outcome: JSONValue {
        schema("The outcome of a card", required: requiredOfOutcome, outcomeMembers)
    }

    /// A line of `cardstream outcomes --json`.
    static var outcomes: JSONValue {
        var members = outcomeMembers
        members["cursor"] = text("The position of this line, for --since: only later lines are printed.")
        members["title"] = text("The card's title, if it has one.")
        return schema("The outcome of a closed card", required: ["cursor"] + requiredOfOutcome, members)
    }

    private static let requiredOfOutcome = ["id", "user", "stream", "status", "created", "updated", "responses"]

    private static var outcomeMembers: [String: JSONValue] {
        let response = object(
            required: ["action", "at", "receivedAt"],
            [
                "action": choice(
                    CardResponse.Kind.allCases.map(\.rawValue), "What the user did."),
                "button": text("For a submit or reply: the button's name."),
                "values": anyObject("For a submit or reply: the values, by field name."),
                "until": time("For a snooze: when the card returns."),
                "reason": choice(CardResponse.VoteReason.self, "For a down vote: the reason."),
                "message": text("For a vote: the user's message."),
                "at": time("When the user acted, by the user's clock."),
                "receivedAt": time("When the server received the action, by the server's clock."),
            ])
        return [
            "id": text("The card's id."), "user": text("The recipient."), "stream": text("The card's stream."),
            "status": choice(CardStatus.self, "The card's current status."),
            "created": time("When the card was published."),
            "updated": time("When the card last changed."),
            "outcome": choice(
                ["positive", "negative"],
                "Whether the answer that closed the card means yes (positive) or no (negative)."),
            "responses": list("The user's answers, in order.", of: .object(response)),
        ]
    }

    // MARK: Output of `admin`

    /// A line of `cardstream admin streams --json`.
    static var adminStream: JSONValue {
        schema(
            "A stream", required: ["stream", "users", "active", "unseen"],
            [
                "stream": text("The stream's name."),
                "users": number("The number of users who have had cards in the stream."),
                "active": number("The number of active cards."),
                "unseen": number("The number of active cards that their users have not seen."),
            ])
    }

    /// A line of `cardstream admin users --json`.
    static var adminUser: JSONValue {
        let device = object(
            required: ["environments", "updated"],
            [
                "environments": list(
                    "The environments in which the device is registered.",
                    of: choice(PushEnvironment.self, "An environment of the push service.")),
                "updated": time("When the device was last registered."),
                "streams": list(
                    "The streams for which the device receives notifications; omitted if they were never set.",
                    of: text("A stream.")),
            ])
        return schema(
            "A user", required: ["user", "active", "unseen", "streams", "devices", "profile"],
            [
                "user": text("The user's id, as in tokens."), "active": number("The number of active cards."),
                "unseen": number("The number of active cards that the user has not seen."),
                "streams": list("The streams in which the user has had cards.", of: text("A stream.")),
                "devices": list("The devices registered for notifications.", of: .object(device)),
                "profile": part("The user profile, as `cardstream user` prints it.", required: [], profile),
                "new": flag(
                    "True if the user has never connected and has no invitation, settings or device; otherwise omitted."
                ),
            ])
    }

    /// A line of `cardstream admin cards --json`.
    static var adminCard: JSONValue {
        schema(
            "A card on the server",
            required: ["row", "id", "user", "stream", "status", "priority", "created", "updated"],
            [
                "row": number("The card's position in the list, for --after."), "id": text("The card's id."),
                "user": text("The recipient."), "stream": text("The card's stream."),
                "status": choice(CardStatus.self, "The card's current status."),
                "priority": number("The priority: 1 is the highest, 10 the lowest."),
                "created": time("When the card was published."), "updated": time("When the card last changed."),
                "seen": time("When the user saw the card; omitted until then."),
                "vote": choice(["up", "down"], "How the user voted."), "title": text("The card's first headline."),
            ])
    }

    /// The members that the server adds to each record.
    private static let collected = [
        "seq": number("The record's sequence number, for --since."), "endUserId": text("The user's id."),
        "receivedAt": time("When the server received the record, by the server's clock."),
    ]

    /// A line of `cardstream admin analytics --json`.
    static var adminAnalytics: JSONValue {
        schema(
            "A record of what a user saw or did",
            required: ["seq", "endUserId", "receivedAt", "id", "eventName", "timestamp"],
            collected.merging([
                "id": text("The record's id."), "eventName": text("The event, such as card-displayed."),
                "timestamp": time("When the event happened, by the user's clock."),
                "eventContext": part(
                    "More about the time of the event.", required: [],
                    ["userLocalTimestamp": time("The time of `timestamp`, in the user's time zone.")]),
                "sdkContext": part(
                    "The program that reported the event.", required: [],
                    [
                        "containerId": text("The stream."), "clientAppVersion": text("The program's version."),
                        "containerIds": list("The streams, if the record is about several.", of: text("A stream.")),
                    ]),
                "streamContext": part(
                    "The stream as the user saw it.", required: ["streamLength", "streamLengthVisible"],
                    [
                        "streamLength": number("The number of cards in the stream."),
                        "streamLengthVisible": number("The number of cards that match the filter."),
                        "cardPositionInStream": number("The position of the card in the stream, counted from 0."),
                        "displayMode": choice(AnalyticsRecord.DisplayMode.self, "The layout of the cards."),
                    ]),
                "cardContext": part(
                    "The card, and how it was shown.", required: ["cardInstanceId"],
                    [
                        "cardInstanceId": text("The card's id."),
                        "cardInstanceStatus": choice(CardStatus.self, "The card's status at that time."),
                        "cardViewState": choice(
                            AnalyticsRecord.ViewState.self, "What was open: the card itself or a subview."),
                        "cardPresentation": choice(
                            AnalyticsRecord.Presentation.self,
                            "Whether the card was shown by itself, or in place of a group of cards."),
                    ]),
                "properties": anyObject("More about the event; the members depend on its kind."),
                "hostContext": anyObject("Data that the reporting program adds to all its records."),
            ]) { $1 })
    }

    /// A line of `cardstream admin analytics --custom --json`.
    static var adminCustom: JSONValue {
        schema(
            "A custom event", required: ["seq", "endUserId", "receivedAt", "id", "name", "timestamp"],
            collected.merging([
                "id": text("The event's id."), "name": text("The event's name."),
                "timestamp": time("When the event happened, by the user's clock."),
                "properties": anyObject("The event's properties."),
            ]) { $1 })
    }

    /// A line of `cardstream admin webhooks --json`, and the output of `webhooks add --json`.
    static var adminWebhook: JSONValue {
        schema(
            "A webhook", required: ["id", "url", "events", "streams", "created", "waiting", "dead"],
            [
                "id": text("The webhook's id."), "url": text("The address that receives deliveries."),
                "events": list(
                    "The events that the webhook delivers; an empty list means all except card.notification.",
                    of: choice(WebhookEvent.self, "An event.")),
                "streams": list(
                    "The streams whose events the webhook delivers; an empty list means all.", of: text("A stream.")),
                "created": time("When the webhook was added."),
                "secret": text("The secret that signs deliveries; only `add` prints it."),
                "waiting": number("The number of pending deliveries."),
                "dead": number("The number of failed deliveries."),
            ])
    }

    /// A line of `cardstream admin groups --json`, and the output of `groups set --json`.
    static var adminGroup: JSONValue {
        schema(
            "A group of users", required: ["name", "users", "updated"],
            [
                "name": text("The group's name; for `cardstream ask`, put an @ before the name."),
                "users": list("The users of the group, in the order in which they were named.", of: text("A user.")),
                "updated": time("When the group's users were last set."),
            ])
    }

    /// A line of `cardstream admin themes list --json`.
    static var adminTheme: JSONValue {
        schema(
            "The theme of a stream", required: ["stream", "bytes"],
            [
                "stream": text("The stream's name."),
                "inherits": text("The built-in theme that the theme inherits from; absent if there is none."),
                "bytes": number("The size of the theme; `cardstream admin themes show` prints the theme."),
            ])
    }

    /// A line of `cardstream admin webhooks dead --json`.
    static var adminDead: JSONValue {
        schema(
            "A failed delivery", required: ["id", "type", "card", "timestamp", "attempts"],
            [
                "id": text("The delivery's id, for `replay`."),
                "type": choice(WebhookEvent.self, "The event that the delivery reports."),
                "card": text("The card's id."), "timestamp": time("When the event happened."),
                "attempts": number("The number of attempts."), "lastAttempt": time("The time of the last attempt."),
                "reason": text("The reason for the failure."),
            ])
    }
}

extension OutputSchema {
    /// A line of `cardstream ask … --json`.
    static var ask: JSONValue {
        let vote: [String: JSONValue] = [
            "user": text("Who answered."), "card": text("The id of the user's card."),
            "button": text("The name of the button."),
            "outcome": choice(["accept", "decline"], "What the button means: accept (yes) or decline (no)."),
            "values": anyObject("The values of the form, by field name."),
            "at": time("When the user answered, by the user's clock."),
            "receivedAt": time("When the server received the answer, by the server's clock."),
            "digest": text("The digest of the card that was shown; omitted if the user's client sent none."),
            "signature": text("The user's signature of the answer, in the format of ssh-keygen."),
        ]
        let card: [String: JSONValue] = [
            "id": text("The card's id."), "user": text("The recipient."),
            "status": choice(CardStatus.self, "The card's current status."),
            "told": flag("True if a program of the user, such as a viewer, has received the card; omitted until then."),
            "seen": time("When the user first saw the card."),
        ]
        return schema(
            "A question and its answer", required: ["id", "stream", "created", "deadline", "votes", "cards"],
            [
                "id": text("The id of the question."), "stream": text("The stream of the question's cards."),
                "title": text("The question."), "created": time("When the question was asked."),
                "deadline": time("The time until which users can answer."),
                "digest": text("The digest of the card: the SHA-256 of its canonical JSON (RFC 8785)."),
                "signed": flag("Whether an answer counts only if the user has signed it with a key of their own."),
                "outcome": choice(AskOutcome.self, "How the question was settled; omitted while it is open."),
                "button": text("The name of the button that decided the question."),
                "values": anyObject(
                    "The values of the answer that decided the question, by field name, as the user sent them: a text "
                        + "field that was left empty is \"\", and a set of checkboxes with none checked is []."),
                "by": text("The user whose answer decided the question."),
                "at": time("When the user answered, by the user's clock."),
                "receivedAt": time("When the server received the answer, by the server's clock."),
                "settled": time("When the question was settled."),
                "byTimeout": flag("True if the question was decided because its deadline passed, not by an answer."),
                "reason": choice(Ask.Reason.self, "For cancel: why the question was closed without an answer."),
                "signature": text("The server's signature on the outcome of the question, for `cardstream verify`."),
                "unattended": flag("True while no program waits for the answer; users can still answer."),
                "votes": list(
                    "All answers, in order.",
                    of: .object(object(required: ["user", "card", "button", "outcome", "at", "receivedAt"], vote))),
                "cards": list(
                    "The cards of the users who have been asked so far.",
                    of: .object(object(required: ["id", "user", "status"], card))),
            ])
    }
}
