internal import Cards
internal import FeedAPI

/// Schemas of commands that contact a server as its publisher.
extension OutputSchema {
    /// A line of `cardstream publish`.
    static var publish: JSONValue {
        schema(
            "A card that was made", required: ["id", "user", "stream", "status"],
            [
                "id": text("Names the card."), "user": text("Whom it is for."), "stream": text("Where it is."),
                "status": choice(CardStatus.self, "What it is now."),
            ])
    }

    /// The output of `cardstream outcome`.
    static var outcome: JSONValue {
        schema("What became of a card", required: requiredOfOutcome, outcomeMembers)
    }

    /// A line of `cardstream outcomes --json`.
    static var outcomes: JSONValue {
        var members = outcomeMembers
        members["cursor"] = text("The place of the line: what --since takes to go on after it.")
        members["title"] = text("The card's title, if it has one.")
        return schema("What became of a card that has ended", required: ["cursor"] + requiredOfOutcome, members)
    }

    private static let requiredOfOutcome = ["id", "user", "stream", "status", "created", "updated", "responses"]

    private static var outcomeMembers: [String: JSONValue] {
        let response = object(
            required: ["action", "at", "receivedAt"],
            [
                "action": choice(
                    CardResponse.Kind.allCases.map(\.rawValue), "What the user did."),
                "button": text("Of a submit or reply: the button's name."),
                "values": anyObject("Of a submit or reply: what was entered, by the fields' names."),
                "until": time("Of a snooze: when the card returns."),
                "reason": choice(CardResponse.VoteReason.self, "Of a vote down."),
                "message": text("Of a vote: the user's own words."),
                "at": time("When the user did it, by the user's clock."),
                "receivedAt": time("When the server took it."),
            ])
        return [
            "id": text("The card."), "user": text("Whom it is for."), "stream": text("Where it is."),
            "status": choice(CardStatus.self, "What it is now."), "created": time("When it was published."),
            "updated": time("When it last changed."),
            "responses": list("All that the user answered, in order.", of: .object(response)),
        ]
    }

    // MARK: Of `admin`

    /// A line of `cardstream admin streams --json`.
    static var adminStream: JSONValue {
        schema(
            "A stream", required: ["stream", "users", "active", "unseen"],
            [
                "stream": text("Its name."), "users": number("Users that have had cards in it."),
                "active": number("Active cards."), "unseen": number("Those that were not seen."),
            ])
    }

    /// A line of `cardstream admin users --json`.
    static var adminUser: JSONValue {
        let device = object(
            required: ["environments", "updated"],
            [
                "environments": list("Where it is registered.", of: choice(PushEnvironment.self, "One of them.")),
                "updated": time("When it was registered last."),
                "streams": list(
                    "Of which it wants notifications; left out where that was never said.", of: text("One.")),
            ])
        return schema(
            "A user", required: ["user", "active", "unseen", "streams", "devices", "profile"],
            [
                "user": text("The name that tokens have."), "active": number("Active cards."),
                "unseen": number("Those that were not seen."),
                "streams": list("In which the user has had cards.", of: text("One of them.")),
                "devices": list("Registered for notifications.", of: .object(device)),
                "profile": part("As `cardstream user` prints it.", required: [], profile),
            ])
    }

    /// A line of `cardstream admin cards --json`.
    static var adminCard: JSONValue {
        schema(
            "A card on the server",
            required: ["row", "id", "user", "stream", "status", "priority", "created", "updated"],
            [
                "row": number("Its place in the list, for --after."), "id": text("The card."),
                "user": text("Whom it is for."), "stream": text("Where it is."),
                "status": choice(CardStatus.self, "What it is now."), "priority": number("1 is the top, 10 the least."),
                "created": time("When it was published."), "updated": time("When it last changed."),
                "seen": time("When the user saw it; left out before."),
                "vote": choice(["up", "down"], "How the user voted."), "title": text("Its first headline."),
            ])
    }

    /// The server's members of each record.
    private static let collected = [
        "seq": number("Its place, for --since."), "endUserId": text("Whose it is."),
        "receivedAt": time("When the server took it."),
    ]

    /// A line of `cardstream admin analytics --json`.
    static var adminAnalytics: JSONValue {
        schema(
            "What a user saw or did",
            required: ["seq", "endUserId", "receivedAt", "id", "eventName", "timestamp"],
            collected.merging([
                "id": text("Names the record."), "eventName": text("What happened, as card-displayed."),
                "timestamp": time("When, by the user's clock."),
                "eventContext": part(
                    "Where the user was.", required: [],
                    ["userLocalTimestamp": time("The same moment, with the user's distance from UTC.")]),
                "sdkContext": part(
                    "Which program told it.", required: [],
                    [
                        "containerId": text("The stream."), "clientAppVersion": text("The program's version."),
                        "containerIds": list("The streams, where it is about several.", of: text("One of them.")),
                    ]),
                "streamContext": part(
                    "How the cards stood.", required: ["streamLength", "streamLengthVisible"],
                    [
                        "streamLength": number("Cards of the stream."),
                        "streamLengthVisible": number("Those that a filter let through."),
                        "cardPositionInStream": number("The card's place, from 0."),
                        "displayMode": choice(AnalyticsRecord.DisplayMode.self, "How they were laid out."),
                    ]),
                "cardContext": part(
                    "The card.", required: ["cardInstanceId"],
                    [
                        "cardInstanceId": text("Its id."),
                        "cardInstanceStatus": choice(CardStatus.self, "What it was then."),
                        "cardViewState": choice(AnalyticsRecord.ViewState.self, "Which page of it was open."),
                        "cardPresentation": choice(AnalyticsRecord.Presentation.self, "Whether it stood for several."),
                    ]),
                "properties": anyObject("What belongs to this event only."),
                "hostContext": anyObject("What the program said of itself at its login."),
            ]) { $1 })
    }

    /// A line of `cardstream admin analytics --custom --json`.
    static var adminCustom: JSONValue {
        schema(
            "An event of a program's own", required: ["seq", "endUserId", "receivedAt", "id", "name", "timestamp"],
            collected.merging([
                "id": text("Names the event."), "name": text("What happened."),
                "timestamp": time("When, by the user's clock."), "properties": anyObject("What was told with it."),
            ]) { $1 })
    }

    /// A line of `cardstream admin webhooks --json`, and the output of `webhooks add --json`.
    static var adminWebhook: JSONValue {
        schema(
            "A webhook", required: ["id", "url", "events", "streams", "created", "waiting", "dead"],
            [
                "id": text("Names the webhook."), "url": text("Where it posts to."),
                "events": list(
                    "Of what it tells; everything but notifications where it is empty.",
                    of: choice(WebhookEvent.self, "One of them.")),
                "streams": list("Of which streams; all where it is empty.", of: text("One of them.")),
                "created": time("When it was made."), "secret": text("Signs deliveries; told by `add` only."),
                "waiting": number("Deliveries on their way."), "dead": number("Those that were given up."),
            ])
    }

    /// A line of `cardstream admin webhooks dead --json`.
    static var adminDead: JSONValue {
        schema(
            "A delivery that was given up", required: ["id", "type", "card", "timestamp", "attempts"],
            [
                "id": text("Names the delivery, for `replay`."), "type": choice(WebhookEvent.self, "What it told."),
                "card": text("Of which card."), "timestamp": time("When that happened."),
                "attempts": number("How often it was tried."), "lastAttempt": time("When it was tried last."),
                "reason": text("Why it did not arrive."),
            ])
    }
}
