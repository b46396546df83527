import Cards
import EmulatorHTTP

/// A status of a message for a profile: delivered or read.
struct StatusUpdate: Hashable, Sendable {
    let messageID: String
    let conversationID: String
    let profileID: String
    let status: MessageStatus
    /// An ISO 8601 time, as the client sent it.
    let timestamp: String
    let isPublicConversation: Bool

    /// The payload in the event and in an orphan.
    var payload: JSONObject {
        [
            "messageId": .string(messageID), "conversationId": .string(conversationID),
            "profileId": .string(profileID), "timestamp": .string(timestamp),
            "isPublicConversation": .bool(isPublicConversation),
        ]
    }

    /// Identifies one status of one message for one profile.
    struct Key: Hashable, Sendable {
        let messageID: String
        let profileID: String
        let status: MessageStatus
    }

    var key: Key { Key(messageID: messageID, profileID: profileID, status: status) }

    /// A report of a client. Its messages may not exist.
    struct Report: Hashable, Sendable {
        let messageIDs: [String]
        let status: MessageStatus
        let timestamp: String
    }

    /// Reads the reports in a body, an array of `{messageIds, status, timestamp}`.
    /// - Throws: 400 with all missing and invalid fields.
    static func reports(_ body: [UInt8]) throws(EmulatorRefusal) -> [Report] {
        var all = FieldChecks([:])
        var reports: [Report] = []
        for (index, element) in try FieldChecks.array(body).enumerated() {
            guard let object = element.object else {
                all.fail("\(index)", "must be an object")
                continue
            }
            var checks = FieldChecks(object, prefix: "\(index).")
            let identifiers = checks.array("messageIds")
            let texts = identifiers?.compactMap(\.string)
            if texts?.count != identifiers?.count { checks.fail("messageIds", "must be an array of identifiers") }
            let status = checks.choice("status", of: MessageStatus.allCases.map(\.rawValue))
            let timestamp = checks.string("timestamp")
            if let timestamp, !WireTime.isTime(timestamp) { checks.fail("timestamp", "must be an ISO 8601 time") }
            all.include(checks)
            guard let texts, let status = status.flatMap(MessageStatus.init), let timestamp else { continue }
            reports.append(Report(messageIDs: texts, status: status, timestamp: timestamp))
        }
        try all.finish()
        return reports
    }
}
