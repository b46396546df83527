internal import AppCore
internal import Cards

/// Schemas of commands that contact a server as its user.
extension OutputSchema {
    /// The output of `cardstream metrics --json`.
    static var metrics: JSONValue {
        var members = counts
        members["streams"]?.describe("The card counts of each stream; omitted with --stream.")
        members.merge(age) { $1 }
        return schema("The server's card counts", required: ["total", "unseen"], members)
    }

    /// The output of `cardstream login --json`.
    static var login: JSONValue {
        schema(
            "A login",
            required: [
                "server", "environment", "profile", "configuration", "settings", "total", "unseen", "analytics",
            ],
            [
                "server": text("The address of the server."),
                "environment": text("The id of the server's environment."),
                "user": text("The user who is logged in; omitted if the token does not name the user."),
                "profile": text("The name of the profile that is connected."),
                "configuration": text("The file with the settings."),
                "settings": list("The names of the settings that were written.", of: text("A name.")),
                "total": number("The number of active cards."),
                "unseen": number("The number of active cards that the user has not seen."),
                "analytics": flag("Whether the publisher sees what the user reads and does."),
                "tokenExpires": time("When the token expires; omitted if the token comes from token_command."),
            ])
    }

    /// The output of `cardstream invite --json`, and a line of `invite --list --json`.
    static var invite: JSONValue {
        schema(
            "An invitation", required: ["id", "user", "created", "expires"],
            [
                "id": text("The id of the invitation, for --revoke; the id is not secret."),
                "user": text("The user who is invited."),
                "created": time("When the invitation was made."),
                "expires": time("When the code of the invitation expires."),
                "invitation": text("The invitation for the user to paste. It is secret, and omitted with --list."),
            ])
    }

    /// The output of `cardstream user` and `user set`.
    static var user: JSONValue { schema("A user profile", required: [], profile) }

    /// The members of a profile; unset ones are omitted.
    static var profile: [String: JSONValue] {
        let timeframe = object(
            required: ["from", "to"],
            [
                "from": text("The start, such as 08:00."),
                "to": text("The end, such as 17:30; not part of the range."),
            ])
        let custom: JSONValue = [
            "anyOf": [
                text("A string."), part("A date.", required: ["date"], ["date": time("The date.")]),
            ]
        ]
        let days = NotificationDay.allCases.map { day in
            (
                day.rawValue,
                list(
                    "The times of day when notifications are allowed; an empty list means never.",
                    of: .object(timeframe))
            )
        }
        return [
            "externalId": text("The id of the user in another system."), "name": text("The name."),
            "email": text("The e-mail address."), "phone": text("The telephone number."), "city": text("The city."),
            "country": text("The country."), "region": text("The region."),
            "timezone": text("An IANA name such as Pacific/Auckland."),
            "custom": map("Custom fields.", of: custom),
            "notificationsEnabled": flag("Whether notifications are allowed."),
            "notifications": part(
                "When notifications are allowed, by day of the week; `default` is for all other days.", required: [],
                Dictionary(uniqueKeysWithValues: days)),
        ]
    }

    /// A line of `cardstream events --json` and `watch --json`, and the input of a command of `watch --exec`.
    static var event: JSONValue {
        schema(
            "An event of a card", required: ["event", "stream", "id", "seq"],
            [
                "event": choice(WatchState.Event.Kind.self, "What happened."),
                "stream": text("The card's stream."), "id": text("The card's id."),
                "seq": number("The sequence number of the change; it grows within a stream."),
                "priority": number("The card's priority: 1 is the highest, 10 the lowest."),
                "created": time("When the card was published."), "updated": time("When the card last changed."),
                "snoozedUntil": time("When a snoozed card returns."), "expires": time("When the card expires."),
                "card": anyObject(
                    "The card as its publisher wrote it (`cardstream schema card`). If the card is gone, this member is omitted, and so are priority, created, updated, snoozedUntil and expires."
                ),
                "notification": part(
                    "The notification's payload; only for a card that was published, updated or unsnoozed.",
                    required: ["cardstream"],
                    [
                        "cardstream": part(
                            "The members that cardstream adds to the payload, for the app on the device.",
                            required: ["id", "card", "stream", "title"],
                            [
                                "id": text("The id of the notification, the same in every delivery."),
                                "card": text("The card's id."), "stream": text("The card's stream."),
                                "title": text("The text to show."),
                                "snoozed": flag("True if the card has come back from a snooze."),
                                "user": text("The user to notify, if known."),
                                "detail": anyObject("Data that the publisher added."),
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
