import Cards
import VendorClient

import struct Foundation.Date

/// All small data of an account: the contact, the token, the attribution, and the progress of in-app messages.
struct CordialState: Sendable, Hashable {
    /// The phase of the contact, which decides whether requests are sent. Cordial's library calls the last two "logged
    /// in" and "logged out".
    enum Phase: String, Sendable {
        /// The service has not accepted any contact yet.
        case new
        /// A contact was set and the service has not accepted it yet.
        case joining
        /// The service has accepted the contact.
        case active
        /// The contact was unset: data is kept, and not sent.
        case out
    }

    private enum Key: String {
        case account, deviceID, phase, primaryKey, lastKey, pushToken, hasOwnPushToken, permission, attributes
        case upsertedAt, sentStatus, token, attribution, previousAttribution, categories, offeredCategories
        case timestampsURL, timestampsExpireAt, latestInApp, isInstalled
        case inboxTime, inboxListedAt, inboxEdits
    }

    /// The stored object.
    private(set) var object: JSONObject

    init(_ object: JSONObject = [:]) { self.object = object }

    private subscript(_ key: Key) -> JSONValue? {
        get { object[key.rawValue] }
        set { object[key.rawValue] = newValue }
    }

    private func text(_ key: Key) -> String? { self[key]?.string }
    private mutating func set(_ key: Key, _ text: String?) { self[key] = text.map(JSONValue.string) }
    private func date(_ key: Key) -> Date? { text(key).flatMap { Date(rfc3339: $0) } }
    private mutating func set(_ key: Key, _ date: Date?) { self[key] = date.map { .string($0.rfc3339) } }

    /// The fingerprint of the account that all data belongs to.
    var account: String? {
        get { text(.account) }
        set { set(.account, newValue) }
    }
    var deviceID: String {
        get { text(.deviceID) ?? "" }
        set { set(.deviceID, newValue) }
    }
    var phase: Phase {
        get { text(.phase).flatMap(Phase.init) ?? .new }
        set { set(.phase, newValue.rawValue) }
    }
    /// Nil for a guest, and while no contact is set.
    var primaryKey: String? {
        get { text(.primaryKey) }
        set { set(.primaryKey, newValue) }
    }
    /// The last contact with a key, whose caches and attributes are still here.
    var lastKey: String? {
        get { text(.lastKey) }
        set { set(.lastKey, newValue) }
    }
    /// The push token in lower-case hexadecimal digits.
    var pushToken: String {
        get { text(.pushToken) ?? "" }
        set { set(.pushToken, newValue) }
    }
    /// Whether the push token is from a push service, and not a generated one.
    var hasOwnPushToken: Bool {
        get { self[.hasOwnPushToken]?.bool ?? false }
        set { self[.hasOwnPushToken] = .bool(newValue) }
    }
    var permission: NotificationPermission {
        get { text(.permission).flatMap(NotificationPermission.init) ?? .notDetermined }
        set { set(.permission, newValue.rawValue) }
    }
    /// The attributes as they were set, with dotted names.
    var attributes: JSONObject {
        get { self[.attributes]?.object ?? [:] }
        set { self[.attributes] = newValue.isEmpty ? nil : .object(newValue) }
    }
    /// When the service last accepted the contact.
    var upsertedAt: Date? {
        get { date(.upsertedAt) }
        set { set(.upsertedAt, newValue) }
    }
    /// The notification status that the service last accepted.
    var sentStatus: String? {
        get { text(.sentStatus) }
        set { set(.sentStatus, newValue) }
    }
    var token: String? {
        get { text(.token) }
        set { set(.token, newValue) }
    }
    var attribution: CordialAttribution? {
        get { self[.attribution]?.object.flatMap(CordialAttribution.init) }
        set { self[.attribution] = newValue.map { .object($0.json) } }
    }
    var previousAttribution: CordialAttribution? {
        get { self[.previousAttribution]?.object.flatMap(CordialAttribution.init) }
        set { self[.previousAttribution] = newValue.map { .object($0.json) } }
    }
    var categories: [NotificationCategory] {
        get { (self[.categories]?.array ?? []).compactMap(\.object).compactMap(NotificationCategory.init) }
        set { self[.categories] = newValue.isEmpty ? nil : .array(newValue.map { .object($0.json) }) }
    }
    /// The list of categories that the program last offered.
    var offeredCategories: [NotificationCategory] {
        get { (self[.offeredCategories]?.array ?? []).compactMap(\.object).compactMap(NotificationCategory.init) }
        set { self[.offeredCategories] = newValue.isEmpty ? nil : .array(newValue.map { .object($0.json) }) }
    }
    /// The address of the file with the times of the newest messages.
    var timestamps: ExpiringAddress? {
        get {
            guard let url = text(.timestampsURL), let expiresAt = date(.timestampsExpireAt) else { return nil }
            return ExpiringAddress(url: url, expiresAt: expiresAt)
        }
        set {
            set(.timestampsURL, newValue?.url)
            set(.timestampsExpireAt, newValue?.expiresAt)
        }
    }
    /// The time up to which in-app messages were listed.
    var latestInApp: Date? {
        get { date(.latestInApp) }
        set { set(.latestInApp, newValue) }
    }
    /// The time of the newest change of the inbox, read before the stored list was loaded.
    var inboxTime: Date? {
        get { date(.inboxTime) }
        set { set(.inboxTime, newValue) }
    }
    /// When the stored list was loaded; nil if it is incomplete or out of date.
    var inboxListedAt: Date? {
        get { date(.inboxListedAt) }
        set { set(.inboxListedAt, newValue) }
    }
    /// Counts marks and deletions, both when they are recorded and when the service has accepted them.
    var inboxEdits: Int {
        get { self[.inboxEdits]?.int ?? 0 }
        set { self[.inboxEdits] = .number(JSONNumber(newValue)) }
    }
    /// Whether the stored list is up to date.
    ///
    /// - Parameter time: The current time of the newest change of the inbox, according to the service.
    func isListed(_ time: Date?, at now: Date) -> Bool {
        guard let inboxListedAt, time == inboxTime else { return false }
        return (0..<CordialInbox.listInterval).contains(now.timeIntervalSince(inboxListedAt))
    }
    /// Whether the installation event was recorded.
    var isInstalled: Bool {
        get { self[.isInstalled]?.bool ?? false }
        set { self[.isInstalled] = .bool(newValue) }
    }

    /// The contact's key in addresses of the message hub.
    func contactKey(channelKey: String) -> String { primaryKey ?? "\(channelKey):\(pushToken)" }
}

/// An address that is valid for some time.
struct ExpiringAddress: Sendable, Hashable {
    var url: String
    var expiresAt: Date

    /// Whether at least one whole second is left.
    func isValid(at now: Date) -> Bool { Int(expiresAt.timeIntervalSince(now)) > 0 }
}
