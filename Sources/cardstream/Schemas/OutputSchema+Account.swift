internal import AppCore
internal import Cards

/// Schemas of commands that contact a server as its user.
extension OutputSchema {
    /// The output of `cardstream metrics --json`.
    static var metrics: JSONValue {
        var members = counts
        members["streams"]?.describe("The numbers of each stream; left out with --stream.")
        return schema("How many cards wait, by the server's count", required: ["total", "unseen"], members)
    }

    /// The output of `cardstream login --json`.
    static var login: JSONValue {
        schema(
            "A login",
            required: [
                "server", "environment", "profile", "configuration", "settings", "total", "unseen", "analytics",
            ],
            [
                "server": text("Its address."), "environment": text("The id of its environment."),
                "user": text("Who is logged in; left out where the token does not say it."),
                "profile": text("Which profile is connected."),
                "configuration": text("The file with the settings."),
                "settings": list("The names of the settings that were written.", of: text("A name.")),
                "total": number("Active cards."), "unseen": number("Those that were not seen."),
                "analytics": flag("Whether the publisher is told what the user sees and does."),
                "tokenExpires": time("When the token ends; left out for one of a command."),
            ])
    }

    /// The output of `cardstream invite --json`, and a line of `invite --list --json`.
    static var invite: JSONValue {
        schema(
            "An invitation", required: ["id", "user", "created", "expires"],
            [
                "id": text("Names it for --revoke; no secret."), "user": text("Who is invited."),
                "created": time("When it was made."), "expires": time("When its code ends."),
                "invitation": text("What the user pastes, a secret; left out with --list."),
            ])
    }

    /// The output of `cardstream user` and `user set`.
    static var user: JSONValue { schema("A user's profile", required: [], profile) }

    /// The members of a profile; unset ones are omitted.
    static var profile: [String: JSONValue] {
        let timeframe = object(
            required: ["from", "to"],
            ["from": text("The first minute, as 08:00."), "to": text("The minute after the last, as 17:30.")])
        let custom: JSONValue = [
            "anyOf": [
                text("A text."), part("A date.", required: ["date"], ["date": time("It.")]),
            ]
        ]
        let days = NotificationDay.allCases.map { day in
            (day.rawValue, list("When they are welcome; never where it is empty.", of: .object(timeframe)))
        }
        return [
            "externalId": text("What another system knows the user by."), "name": text("The name."),
            "email": text("Where mail goes."), "phone": text("The telephone."), "city": text("The city."),
            "country": text("The country."), "region": text("The region."),
            "timezone": text("An IANA name such as Pacific/Auckland."),
            "custom": map("Fields of the publisher's own.", of: custom),
            "notificationsEnabled": flag("Whether notifications are welcome at all."),
            "notifications": part(
                "When notifications are welcome, by the day of the week; `default` is for all others.", required: [],
                Dictionary(uniqueKeysWithValues: days)),
        ]
    }

    /// A line of `cardstream events --json` and `watch --json`, and the input of a command of `watch --exec`.
    static var event: JSONValue {
        schema(
            "Something that happened to a card", required: ["event", "stream", "id", "seq"],
            [
                "event": choice(WatchState.Event.Kind.self, "What happened."),
                "stream": text("Where the card is."), "id": text("The card."),
                "seq": number("Of the change; grows within a stream."),
                "priority": number("Of a card that is there: 1 is the top, 10 the least."),
                "created": time("When it was published."), "updated": time("When it last changed."),
                "snoozedUntil": time("When a snoozed card returns."), "expires": time("When it ends by itself."),
                "card": anyObject(
                    "As its publisher wrote it: `cardstream schema card`. Left out, as the five before it, once the card is gone."
                ),
                "notification": part(
                    "The payload of a notification; of a new card, and of one back from snooze.",
                    required: ["cardstream"],
                    [
                        "cardstream": part(
                            "What a device is told.", required: ["id", "card", "stream", "title"],
                            [
                                "id": text("Names the notification, however often it is delivered."),
                                "card": text("The card."), "stream": text("Its stream."),
                                "title": text("What to show."),
                                "snoozed": flag("Whether the card is back from snooze."),
                                "user": text("Whom it is for, where that is known."),
                                "detail": anyObject("What the publisher gave along."),
                            ])
                    ]),
            ])
    }
}

extension JSONValue {
    fileprivate mutating func describe(_ about: String) {
        guard case .object(var object) = self else { return }
        object["description"] = .string(about)
        self = .object(object)
    }
}
