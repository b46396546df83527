package import Cards
import EmulatorHTTP

package import struct Foundation.Date

/// A message in an inbox.
struct EmulatedMessage: Hashable, Sendable {
    var id: String
    var content: String
    var metadata: JSONObject
    var sentAt: Date
    var isRead = false
}

extension CordialService {
    /// Adds a message to an inbox.
    ///
    /// - Parameter contact: The contact key.
    package mutating func deliver(
        _ id: String, to contact: String, content: String, metadata: JSONObject = [:], sentAt: Date
    ) {
        inboxes[contact, default: []].append(
            EmulatedMessage(id: id, content: content, metadata: metadata, sentAt: sentAt))
        touchInbox(of: contact)
    }

    /// Updates the time of an inbox. It increases with every change by at least a millisecond.
    private mutating func touchInbox(of contact: String) {
        let next = inboxTimes[contact].map { $0.addingTimeInterval(0.001) }
        inboxTimes[contact] = max(clock(), next ?? .distantPast)
    }

    /// Removes a message from an inbox, as another device or the sender would.
    package mutating func withdraw(_ id: String, from contact: String) { _ = deleteMessage(contact, id) }

    /// Whether a message is read; nil if it does not exist.
    package func isRead(_ id: String, of contact: String) -> Bool? { inboxes[contact]?.first { $0.id == id }?.isRead }

    mutating func page(_ contact: String, _ target: RequestTarget) -> EmulatorResponse {
        let (number, size) = (Int(target["page"] ?? "1") ?? 1, Int(target["perPage"] ?? "15") ?? 15)
        guard number > 0, size > 0 else { return Self.refusal([("page", "is not valid")]) }
        var messages = (inboxes[contact] ?? []).sorted { $0.sentAt > $1.sentAt }
        // Both bounds are exclusive.
        if let after = target["filters[sentAt][gt]"].flatMap({ Date(rfc3339: $0) }) {
            messages.removeAll { $0.sentAt <= after }
        }
        if let before = target["filters[sentAt][lt]"].flatMap({ Date(rfc3339: $0) }) {
            messages.removeAll { $0.sentAt >= before }
        }
        if let isRead = target["filters[read]"] { messages.removeAll { $0.isRead != (isRead == "true") } }
        let listed = messages.dropFirst((number - 1) * size).prefix(size)
        var items: [JSONValue] = []
        for message in listed { items.append(.object(json(message, withID: true))) }
        return EmulatorResponse(json: [
            "success": true, "currentPage": .number(JSONNumber(number)),
            "lastPage": .number(JSONNumber(max((messages.count + size - 1) / size, 1))),
            "perPage": .number(JSONNumber(size)), "total": .number(JSONNumber(messages.count)),
            "messages": .array(items),
        ])
    }

    mutating func inboxMessage(_ contact: String, _ id: String) -> EmulatorResponse? {
        guard let message = inboxes[contact]?.first(where: { $0.id == id }) else { return nil }
        return EmulatorResponse(json: ["success": true, "message": .object(json(message, withID: false))])
    }

    mutating func deleteMessage(_ contact: String, _ id: String) -> EmulatorResponse? {
        guard let index = inboxes[contact]?.firstIndex(where: { $0.id == id }) else { return nil }
        inboxes[contact]?.remove(at: index)
        touchInbox(of: contact)
        return Self.success
    }

    /// Applies the marks of a request: all of them, or none if one is refused.
    mutating func mark(_ body: [UInt8]) -> EmulatorResponse {
        guard let marks = Self.object(body), marks["deviceId"]?.string != nil, let contact = marks["primaryKey"]?.string
        else { return Self.refusal([("deviceId", "is required")]) }
        var errors: [(String, String)] = []
        for list in ["markAsReadIds", "markAsUnReadIds"] {
            for (index, id) in (marks[list]?.array ?? []).enumerated()
            where !(inboxes[contact] ?? []).contains(where: { $0.id == id.string }) {
                errors.append(("\(list).\(index)", "is not in the inbox"))
            }
        }
        guard errors.isEmpty else { return Self.refusal(errors) }
        records.marks.append(marks)
        for (list, isRead) in [("markAsReadIds", true), ("markAsUnReadIds", false)] {
            let ids = (marks[list]?.array ?? []).compactMap(\.string)
            for index in (inboxes[contact] ?? []).indices where ids.contains(inboxes[contact]?[index].id ?? "") {
                inboxes[contact]?[index].isRead = isRead
            }
        }
        return Self.success
    }

    private mutating func json(_ message: EmulatedMessage, withID: Bool) -> JSONObject {
        let (url, expiresAt) = address(of: .text(message.content))
        var result: JSONObject = withID ? ["_id": .string(message.id)] : [:]
        result["url"] = .string(url)
        result["urlExpireAt"] = .string(WireTime.text(expiresAt))
        result["read"] = .bool(message.isRead)
        result["sentAt"] = .string(WireTime.text(message.sentAt))
        if !message.metadata.isEmpty { result["metadata"] = .object(message.metadata) }
        return result
    }
}
