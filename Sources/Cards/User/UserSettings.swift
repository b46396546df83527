public import struct Foundation.Date

/// A user's profile, or a change to it: in a change, nil leaves a field unchanged and an empty string removes it
/// (Atomic SwiftUI SDK guide 25.4, "Updating user data").
public struct UserSettings: Hashable, Sendable {
    /// The user's id in another system.
    public var externalID: String?
    /// The user's name.
    public var name: String?
    /// The user's mail address.
    public var email: String?
    /// The user's telephone number.
    public var phone: String?
    /// The user's city.
    public var city: String?
    /// The user's country.
    public var country: String?
    /// The user's region.
    public var region: String?
    /// Custom fields of the publisher by name: 1 to 64 letters, digits, `_`, `.` and `-`.
    public var custom: [String: CustomValue]
    /// The user's time zone by its IANA name, `Pacific/Auckland`; nil in a full profile means the machine's own.
    public var timeZone: String?
    /// Whether the user wants notifications; nil in a full profile means yes.
    public var notificationsEnabled: Bool?
    /// When notifications are allowed; an empty list disables them on that day. A missing day uses
    /// ``NotificationDay/default``, and all hours without that.
    public var notificationTimes: [NotificationDay: [NotificationTimeframe]]

    /// A value of a custom field.
    public enum CustomValue: Hashable, Sendable {
        /// Any string.
        case text(String)
        /// A date to the millisecond, in the years 0 to 9999.
        case date(Date)
    }

    /// Creates a change without fields by default.
    public init(
        externalID: String? = nil, name: String? = nil, email: String? = nil, phone: String? = nil,
        city: String? = nil, country: String? = nil, region: String? = nil, custom: [String: CustomValue] = [:],
        timeZone: String? = nil, notificationsEnabled: Bool? = nil,
        notificationTimes: [NotificationDay: [NotificationTimeframe]] = [:]
    ) {
        self.externalID = externalID
        self.name = name
        self.email = email
        self.phone = phone
        self.city = city
        self.country = country
        self.region = region
        self.custom = custom
        self.timeZone = timeZone
        self.notificationsEnabled = notificationsEnabled
        self.notificationTimes = notificationTimes
    }

    /// Sets a custom field to a string.
    public mutating func setText(_ text: String, forCustomField name: String) { custom[name] = .text(text) }
    /// Sets a custom field to a date.
    public mutating func setDate(_ date: Date, forCustomField name: String) { custom[name] = .date(date) }

    /// - Parameters:
    ///   - times: When notifications are allowed on that day; an empty list disables them.
    ///   - weekday: ``NotificationDay/default`` sets all days without their own times.
    public mutating func setNotificationTimes(_ times: [NotificationTimeframe], weekday: NotificationDay) {
        notificationTimes[weekday] = times
    }

    /// Whether no field is set.
    public var isEmpty: Bool { self == UserSettings() }

    /// The text fields with their JSON names, in the order they are written.
    package var texts: [(key: String, value: String?)] {
        [
            ("externalId", externalID), ("name", name), ("email", email), ("phone", phone), ("city", city),
            ("country", country), ("region", region), ("timezone", timeZone),
        ]
    }

    /// - Throws: ``InvalidField`` with a pointer into the JSON, also if no field is set.
    public func validate() throws(InvalidField) {
        guard !isEmpty else { throw InvalidField("", expected: "an object with at least one field to change") }
        for (key, value) in texts { try InvalidField.check(value, "/\(key)", bytes: 0...1024) }
        if let timeZone, !timeZone.utf8.allSatisfy(Self.isZoneByte) {
            throw InvalidField("/timezone", expected: "the IANA name of a time zone such as Pacific/Auckland")
        }
        guard custom.count <= 64 else { throw InvalidField("/custom", expected: "an object of at most 64 fields") }
        for (name, value) in custom {
            let place = "/custom" + CardProblem.pointerPart(name)
            guard (1...64).contains(name.utf8.count), TextFormat.name.matches(name) else {
                throw InvalidField(
                    place, expected: "omitted: its name can have at most 64 letters, digits, \"_\", \".\" and \"-\"")
            }
            switch value {
            case .text(let text): try InvalidField.check(text, place, bytes: 0...1024)
            case .date(let date): try InvalidField.check(date, place)
            }
        }
        for (day, times) in notificationTimes where times.count > 24 {
            throw InvalidField("/notifications/\(day.rawValue)", expected: "at most 24 time ranges in a day")
        }
    }

    private static func isZoneByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "/_+-".utf8.contains(byte)
        }
    }
}

extension UserSettings {
    /// This profile with a change applied.
    package func changed(by change: UserSettings) -> UserSettings {
        func text(_ new: String?, _ old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
        var result = self
        result.externalID = text(change.externalID, externalID)
        result.name = text(change.name, name)
        result.email = text(change.email, email)
        result.phone = text(change.phone, phone)
        result.city = text(change.city, city)
        result.country = text(change.country, country)
        result.region = text(change.region, region)
        result.timeZone = text(change.timeZone, timeZone)
        for (name, value) in change.custom { result.custom[name] = value == .text("") ? nil : value }
        result.notificationsEnabled = change.notificationsEnabled ?? notificationsEnabled
        result.notificationTimes.merge(change.notificationTimes) { $1 }
        return result
    }

    /// Whether the user allows notifications at a time.
    ///
    /// - Parameters:
    ///   - day: The day of the week in the user's time zone.
    ///   - minute: Minutes since midnight in the user's time zone.
    package func allowsNotification(on day: NotificationDay, minute: Int) -> Bool {
        guard notificationsEnabled ?? true else { return false }
        guard let times = notificationTimes[day] ?? notificationTimes[.default] else { return true }
        return times.contains { $0.contains(minute: minute) }
    }
}
