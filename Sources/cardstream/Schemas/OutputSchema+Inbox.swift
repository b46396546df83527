internal import Cards

/// Schemas of commands for a message account.
extension OutputSchema {
    /// The output of a command that first stores data and then sends it.
    private static func stored(
        _ title: String, required: [String] = [], _ members: [String: JSONValue]
    ) -> JSONValue {
        schema(
            title, required: ["outcome", "waiting"] + required,
            members.merging([
                "outcome": choice(
                    ["delivered", "queued"],
                    "delivered: all changes are sent. queued: changes wait on this machine; the exit code is 7, or 0 with --no-wait."
                ),
                "waiting": number("The number of changes of all kinds that wait on this machine to be sent."),
                "reason": text("Why the changes wait, if known."),
            ]) { $1 })
    }

    /// The output of `cardstream contact --json`, also after a change.
    static var contact: JSONValue {
        stored(
            "The contact that an inbox belongs to",
            required: ["state", "device", "pushToken", "notifications", "attributes"],
            [
                "key": text(
                    "The contact's primary key, or a secondary key as NAME:KEY; omitted for a guest, and if no contact is set."
                ),
                "state": choice(
                    ["accepted", "waiting", "unset"],
                    "accepted: the service has accepted the contact. waiting: not yet. unset: no contact is set."
                ),
                "device": text("The id of this device at the service."),
                "pushToken": text("The device's token for a push service."),
                "notifications": choice(["opt-in", "opt-out"], "Whether the contact allows notifications."),
                "attributes": anyObject("The attributes that were set on this machine, with dotted names."),
            ])
    }

    /// The output of `cardstream show ID --content --json`.
    static var content: JSONValue {
        schema(
            "What a card loads when it is opened", required: ["id", "stream", "text", "content"],
            [
                "id": text("The card's id."), "stream": text("The card's stream."),
                "text": text("The content as plain text."),
                "content": list("The content as components (`cardstream schema card`).", of: ["type": "object"]),
            ])
    }

    /// The output of `cardstream cart … --json`.
    static var cart: JSONValue {
        stored("A change to the cart", required: ["items"], ["items": number("The number of items in the cart.")])
    }

    /// The output of `cardstream order --json`.
    static var order: JSONValue {
        stored("A recorded order", required: ["order"], ["order": text("The order's id.")])
    }

    /// The output of `cardstream flush --json`.
    static var flush: JSONValue {
        stored(
            "The changes that were sent", required: ["sent"],
            ["sent": number("The number of changes that the service accepted in this run.")])
    }

    /// The output of `cardstream send-event --source NAME --json`.
    static var sentEvent: JSONValue {
        stored("A recorded event", required: ["event"], ["event": text("The event's name.")])
    }

    /// The output of `cardstream categories --json`, also after a change.
    static var categories: JSONValue {
        let category = object(
            required: ["key", "name", "on"],
            [
                "key": text("The key of the category."), "name": text("The name that people see."),
                "on": flag("Whether the contact receives notifications of this category."),
            ])
        return stored(
            "The notification categories", required: ["categories"],
            ["categories": list("All categories, in the order of the setting `categories`.", of: .object(category))])
    }

    /// The output of `cardstream open --json`.
    static var openedLink: JSONValue {
        stored(
            "An opened link", required: ["url", "link"],
            [
                "url": text("The address to open."), "link": text("The link, as given to the command."),
                "opened": flag("Whether a program was started to open the address; omitted with --print."),
            ])
    }

    /// The output of `cardstream attribution --json`.
    static var attribution: JSONValue {
        schema(
            "The message to which events and orders are attributed", required: ["message", "since"],
            [
                "message": text("The message's id."),
                "since": time("When the user followed the message's link, or ran `attribution set`."),
            ])
    }

    /// The output of `cardstream push --json`.
    static var push: JSONValue {
        let picture = object(
            required: ["image"],
            ["image": text("The address of the image."), "url": text("The address that the image opens.")])
        return stored(
            "A push notification", required: ["message"],
            [
                "message": text("The message's id."), "url": text("The address that a tap on the notification opens."),
                "fallback": text("The address to open if `url` cannot be opened."), "title": text("The title."),
                "text": text("The text."), "carousel": list("The images of a carousel.", of: .object(picture)),
                "announces": list(
                    "The kinds of messages that the notification announces: inbox or in-app.", of: ["type": "string"]),
            ])
    }
}
