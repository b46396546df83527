internal import Basics
internal import CardStreamComapi
internal import Cards

/// Formats conversations, messages and profiles for output.
extension Conversation {
    /// The conversation as `cardstream schema conversation` describes it.
    func printed(_ participants: [Participant]? = nil) -> JSONValue {
        var json: JSONObject = ["id": .string(id), "name": .string(name), "public": .bool(isPublic)]
        if let details { json["description"] = .string(details) }
        if let participantCount { json["people"] = .number(JSONNumber(participantCount)) }
        if let latestSentEventID { json["latest"] = .number(JSONNumber(latestSentEventID)) }
        if let etag { json["etag"] = .string(etag) }
        if let createdOn { json["created"] = .string(createdOn.rfc3339) }
        if let updatedOn { json["updated"] = .string(updatedOn.rfc3339) }
        if let participants {
            json["participants"] = .array(
                participants.map { ["id": .string($0.profileID), "role": .string($0.role.rawValue)] })
        }
        return .object(json)
    }
}

extension ConversationMessage {
    /// The message as `cardstream schema message` describes it.
    func printed() -> JSONValue {
        var json: JSONObject = [
            "id": .string(id), "conversation": .string(conversationID), "from": .string(senderID),
            "text": .string(text),
        ]
        if let sentEventID { json["event"] = .number(JSONNumber(sentEventID)) }
        if let sentOn { json["sent"] = .string(sentOn.rfc3339) }
        if !metadata.isEmpty { json["metadata"] = .object(metadata) }
        let files = parts.filter { $0.text == nil }
        if !files.isEmpty {
            json["files"] = .array(
                files.map { part in
                    var file = JSONObject()
                    if let name = part.name { file["name"] = .string(name) }
                    if let type = part.type { file["type"] = .string(type) }
                    if let url = part.url { file["url"] = .string(url) }
                    if let size = part.size { file["size"] = .number(JSONNumber(size)) }
                    return .object(file)
                })
        }
        var readers = JSONObject()
        for (reader, update) in statusUpdates.sorted(by: { $0.key < $1.key }) {
            readers[reader] = .string(update.status.rawValue)
        }
        if !readers.isEmpty { json["status"] = .object(readers) }
        return .object(json)
    }

    /// `22 Nov 14:02  ben: On my way [plan.pdf https://…]`. The other lines of the text are indented, so that they do
    /// not look like separate messages.
    func line(in zone: LocalZone) -> String {
        let time = sentOn.map { MessageTime.text($0, in: zone) } ?? ""
        let files = parts.filter { $0.text == nil }.map { "[\($0.name ?? "file")\($0.url.map { " \($0)" } ?? "")]" }
        let words = ([text].filter { !$0.isEmpty } + files).joined(separator: " ")
        return "\(time)  \(senderName ?? senderID): \(words)"
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: "\n  ")
    }
}

extension ComapiProfile {
    /// The profile as `cardstream schema profile` describes it.
    func printed(etag: String? = nil) -> JSONValue {
        var json: JSONObject = ["id": .string(id)]
        for (key, value) in attributes.members { json[key] = value }
        if let etag { json["_etag"] = .string(etag) }
        return .object(json)
    }
}
