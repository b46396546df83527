import CardSources
import Cards
import VendorClient

import struct Foundation.Date

/// The state of conversation cards that the service does not store: dismissed and snoozed conversations, and the
/// actions that were performed. It is stored between starts of the program.
package struct ConversationMarks: Sendable, Equatable {
    /// The number of performed actions, attempts and uploads that are each kept.
    static let capacity = 500

    /// A performed action. It makes sure that an action takes effect only once.
    struct Receipt: Sendable, Equatable {
        var key: ActionKey
        /// The hash of the card and the response. It detects a key that is used again for another action.
        var digest: String
        var status: CardStatus
    }

    /// An uploaded file. A reply names it by its id.
    struct Upload: Sendable, Equatable {
        var key: ActionKey
        var id: UploadID
        var url: String
    }

    /// The profile id of the user; nil before the first session.
    private(set) var profileID: String?
    /// The number of the newest event when a conversation was dismissed, by conversation id. A later message brings the
    /// conversation back.
    private(set) var dismissed: [String: Int] = [:]
    /// When each snooze ends, by conversation id.
    private(set) var snoozed: [String: Date] = [:]
    /// The keys of messages that may have been sent although no response arrived, oldest first.
    private(set) var attempts: [ActionKey] = []
    private(set) var receipts: [Receipt] = []
    /// The files that were uploaded for replies, oldest first.
    private(set) var uploads: [Upload] = []

    init(profileID: String? = nil) { self.profileID = profileID }

    // MARK: Asking

    /// Whether a conversation is hidden because it has no message since it was dismissed.
    func isDismissed(_ thread: ConversationThread) -> Bool {
        guard let event = dismissed[thread.conversation.id] else { return false }
        return (thread.messages.last?.sentEventID ?? -1) <= event
    }

    /// When the snooze of a conversation ends; nil if it is not snoozed.
    func snoozeEnd(of conversation: String, at now: Date) -> Date? {
        snoozed[conversation].flatMap { $0 > now ? $0 : nil }
    }

    func receipt(of key: ActionKey) -> Receipt? { receipts.last { $0.key == key } }

    // MARK: Changing

    /// Hides a conversation as it was at a time. Messages that arrived later bring it back.
    mutating func dismiss(_ thread: ConversationThread, at date: Date) {
        dismissed[thread.conversation.id] = thread.latestEvent(at: date)
        snoozed[thread.conversation.id] = nil
    }

    mutating func snooze(_ conversation: String, until end: Date?) {
        snoozed[conversation] = end
        dismissed[conversation] = nil
    }

    /// Records that a message is about to be sent.
    mutating func attempt(_ key: ActionKey) {
        if !attempts.contains(key) { attempts.append(key) }
        attempts = attempts.suffix(Self.capacity)
    }

    mutating func finish(_ receipt: Receipt) {
        attempts.removeAll { $0 == receipt.key }
        receipts.append(receipt)
        receipts = receipts.suffix(Self.capacity)
    }

    mutating func keep(_ upload: Upload) {
        uploads.append(upload)
        uploads = uploads.suffix(Self.capacity)
    }

    /// Removes snoozes that have ended, and conversations that no longer exist.
    mutating func prune(keeping conversations: Set<String>, at now: Date) {
        dismissed = dismissed.filter { conversations.contains($0.key) }
        snoozed = snoozed.filter { conversations.contains($0.key) && $0.value > now }
    }
}

extension ConversationMarks {
    /// `{"profile", "dismissed": {ID: EVENT}, "snoozed": {ID: TIME}, "attempts": [KEY], "receipts": [{…}],
    /// "uploads": [{…}]}`.
    var json: JSONValue {
        var json = JSONObject()
        json.set("profile", profileID)
        var events = JSONObject()
        for (id, event) in dismissed.sorted(by: { $0.key < $1.key }) { events.set(id, event) }
        json["dismissed"] = .object(events)
        var ends = JSONObject()
        for (id, end) in snoozed.sorted(by: { $0.key < $1.key }) { ends.set(id, end.rfc3339) }
        json["snoozed"] = .object(ends)
        json["attempts"] = .array(attempts.map { .string($0.rawValue) })
        json["receipts"] = .array(
            receipts.map {
                ["key": .string($0.key.rawValue), "digest": .string($0.digest), "status": .string($0.status.rawValue)]
            })
        json["uploads"] = .array(
            uploads.map {
                ["key": .string($0.key.rawValue), "id": .string($0.id.rawValue), "url": .string($0.url)]
            })
        return .object(json)
    }

    /// Reads the format of ``json``. Parts that cannot be read are left out.
    init(json: JSONValue) {
        let object = json.object ?? [:]
        profileID = object.text("profile")
        for (id, event) in (object.object("dismissed") ?? [:]).members { dismissed[id] = event.int }
        for (id, end) in (object.object("snoozed") ?? [:]).members {
            snoozed[id] = end.string.flatMap { Date(rfc3339: $0) }
        }
        attempts = (object["attempts"]?.array ?? []).compactMap { $0.string.flatMap { ActionKey(rawValue: $0) } }
        receipts = object.objects("receipts").compactMap { receipt in
            guard let key = receipt.text("key").flatMap({ ActionKey(rawValue: $0) }),
                let digest = receipt.text("digest"),
                let status = receipt.text("status").flatMap({ CardStatus(rawValue: $0) })
            else { return nil }
            return Receipt(key: key, digest: digest, status: status)
        }
        uploads = object.objects("uploads").compactMap { upload in
            guard let key = upload.text("key").flatMap({ ActionKey(rawValue: $0) }),
                let id = upload.text("id").flatMap({ UploadID(rawValue: $0) }), let url = upload.text("url")
            else { return nil }
            return Upload(key: key, id: id, url: url)
        }
    }
}
