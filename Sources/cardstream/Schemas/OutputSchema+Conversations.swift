internal import CardStreamComapi
internal import Cards

/// Schemas of commands that contact the service of a source.
extension OutputSchema {
    /// A line of `cardstream conversations --json`, and the output of `cardstream conversation`.
    static var conversation: JSONValue {
        let participant = object(
            required: ["id", "role"],
            [
                "id": text("The id of the participant."),
                "role": choice(Participant.Role.self, "The role of the participant."),
            ])
        return schema(
            "A conversation", required: ["id", "name", "public"],
            [
                "id": text("The conversation's id."), "name": text("The name that people see."),
                "description": text("What the conversation is about."),
                "public": flag("Whether people who are not participants can find the conversation."),
                "people": number("The number of participants; only `conversations` prints it."),
                "latest": number("The event number of the latest message; only `conversations` prints it."),
                "etag": text("The entity tag, for --if-match."), "created": time("When the conversation was created."),
                "updated": time("When the name, description or visibility last changed."),
                "participants": list(
                    "The participants; only `conversation` prints them.", of: .object(participant)),
            ])
    }

    /// The output of `cardstream conversation delete` and `conversation remove`.
    static var removal: JSONValue {
        schema(
            "A deleted conversation, or participants that were removed from a conversation", required: ["id"],
            [
                "id": text("The conversation's id."),
                "deleted": flag("Whether the conversation was deleted; only `conversation delete` prints it."),
                "removed": list(
                    "The ids of the people who were removed; only `conversation remove` prints them.",
                    of: text("A user id.")),
            ])
    }

    /// A line of `cardstream messages --json`.
    static var message: JSONValue {
        let file = object(
            required: [],
            [
                "name": text("The file's name."), "type": text("The media type."),
                "url": text("The address of the file."),
                "size": number("The size in bytes."),
            ])
        return schema(
            "A message in a conversation", required: ["id", "conversation", "from", "text"],
            [
                "id": text("The message's id."), "conversation": text("The conversation's id."),
                "from": text("The sender's id."), "text": text("The text; empty if the message only has files."),
                "event": number("The event number of the message in the conversation, for --before."),
                "sent": time("When the message was sent."),
                "metadata": anyObject("Data that the sender's program attached to the message."),
                "files": list("The attached files.", of: .object(file)),
                "status": map(
                    "The status of the message for each reader, by the reader's id.",
                    of: choice(
                        MessageStatus.self,
                        "Whether this reader has received the message (delivered) or read it (read).")),
            ])
    }

    /// A line of `cardstream events --source NAME --json`.
    static var sourceEvent: JSONValue {
        let status = object(
            required: ["message", "profile", "status"],
            [
                "message": text("The message's id."), "profile": text("The reader's id."),
                "status": choice(
                    MessageStatus.self, "Whether this reader has received the message (delivered) or read it (read)."),
            ])
        let participant = object(
            required: ["id", "role"],
            [
                "id": text("The id of the participant."),
                "role": choice(Participant.Role.self, "The role of the participant."),
            ])
        return schema(
            "An event of a source", required: ["event"],
            [
                "event": text(
                    "The name of the event, as the service names it, such as conversationMessage.sent; for an inbox, "
                        + "one of message.received, message.read, message.unread, message.deleted or contact.changed."),
                "id": text("The event's id; for an inbox, the id of the message or the key of the contact."),
                "title": text("The title of the message; only for an inbox."),
                "conversation": text("The conversation's id."),
                "number": number(
                    "The number of the event in its conversation; events about typing and profiles have none."),
                "by": text("The id of the person who caused the event."),
                "etag": text("The entity tag of the conversation or profile after the event."),
                "published": time("When the service published the event."), "message": Self.message,
                "status": .object(status), "participant": .object(participant),
                "profile": text(
                    "The id of the person who started or stopped typing, was removed, or changed their profile."
                ),
                "name": text("The name of a conversation that was created, changed or restored."),
                "payload": anyObject("The event as the service sent it."),
            ])
    }

    /// The output of `cardstream profile`, and a line of `profiles --json`.
    static var serviceProfile: JSONValue {
        let known = schema(
            "A user's profile in a chat service; it can have further attributes", required: ["id"],
            [
                "id": text("The profile's id."), "firstName": text("The first name."),
                "lastName": text("The last name."), "email": text("The e-mail address."),
                "gender": text("The gender."), "phoneNumber": text("The telephone number."),
                "phoneNumberCountryCode": text("The country of the telephone number."),
                "profilePicture": text("The address of the profile's image."),
                "_etag": text("The entity tag, for --if-match; only `profile` prints it."),
            ])
        guard case .object(var open) = known else { return known }
        open["additionalProperties"] = true
        return .object(open)
    }
}
