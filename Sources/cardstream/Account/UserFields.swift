internal import AppRuntime
import Basics
internal import CardSession
internal import Cards

import struct Foundation.Date

/// Profile fields in command line syntax: `name=Ana`, `times.mon=08:00-12:00,13:00-17:00`.
enum UserFields {
    private static let known =
        "externalId, name, email, phone, city, country, region, timezone, notifications, times.DAY, custom.NAME"

    static func read(_ fields: [String]) throws(CommandFailure) -> UserSettings {
        var settings = UserSettings()
        var names: Set<String> = []
        for field in fields {
            guard let equals = field.firstIndex(of: "=") else {
                throw CommandFailure(.usage, "\"\(field.escapingControls)\" is not a field; expected FIELD=VALUE")
            }
            let name = String(field[..<equals])
            guard names.insert(name).inserted else {
                throw CommandFailure(.usage, "\(name.escapingControls) is given twice")
            }
            try set(name, String(field[field.index(after: equals)...]), &settings)
        }
        do { try settings.validate() } catch { throw CommandFailure(.usage, "\(error)".escapingControls) }
        return settings
    }

    private static func set(
        _ name: String, _ value: String, _ settings: inout UserSettings
    ) throws(CommandFailure) {
        switch name {
        case "externalId": settings.externalID = value
        case "name": settings.name = value
        case "email":
            guard value.isEmpty || isAddress(value) else {
                throw CommandFailure(
                    .usage, "email is \"\(value.escapingControls)\"; expected an address such as ana@example.com")
            }
            settings.email = value
        case "phone": settings.phone = value
        case "city": settings.city = value
        case "country": settings.country = value
        case "region": settings.region = value
        case "timezone":
            guard value.isEmpty || ZoneDatabase.isKnown(value) else {
                throw CommandFailure(
                    .usage,
                    "unknown time zone \"\(value.escapingControls)\"; expected an IANA name such as Pacific/Auckland"
                )
            }
            settings.timeZone = value
        case "notifications":
            guard ["on", "off"].contains(value) else {
                throw CommandFailure(.usage, "notifications is \"\(value.escapingControls)\"; expected on or off")
            }
            settings.notificationsEnabled = value == "on"
        case let name where name.hasPrefix("custom."):
            let key = String(name.dropFirst("custom.".count))
            if let date = Date(rfc3339: value) ?? Date(calendarDay: value) {
                settings.setDate(date, forCustomField: key)
            } else if value.wholeMatch(of: #/\d{4}-\d{1,2}-\d{1,2}([Tt ][\d:.]+([Zz]|[+-][\d:]+)?)?/#) != nil {
                // An invalid date is an error, because storing it as text would silently change the type of the field.
                throw CommandFailure(
                    .usage,
                    "\(name)=\(value): this date does not exist; expected 2026-11-21 or 2026-11-21T09:30:00Z"
                        .escapingControls)
            } else {
                settings.setText(value, forCustomField: key)
            }
        case let name where name.hasPrefix("times."):
            guard let day = NotificationDay(rawValue: String(name.dropFirst("times.".count))) else {
                let days = NotificationDay.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(.usage, "\(name.escapingControls): unknown day; expected one of \(days)")
            }
            settings.setNotificationTimes(try times(value, name), weekday: day)
        default:
            let guess = Spelling.nearest(
                to: name, among: ["externalId", "name", "email", "phone", "city", "country", "region", "timezone"])
            throw CommandFailure(
                .usage,
                "unknown field \"\(name.escapingControls)\"; "
                    + (guess.map { "did you mean \"\($0)\"?" } ?? "known: \(known)"))
        }
    }

    /// Whether a text has the form of a mail address. Only mail servers can check the rest.
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
    }

    private static func times(_ text: String, _ name: String) throws(CommandFailure) -> [NotificationTimeframe] {
        if text == "none" { return [] }
        var times: [NotificationTimeframe] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
            guard ends.count == 2 else {
                throw CommandFailure(
                    .usage,
                    "\(name) is \"\(text.escapingControls)\"; expected \"none\", or times such as 08:00-12:00,13:00-17:30"
                )
            }
            do { times.append(try NotificationTimeframe(from: ends[0], to: ends[1])) } catch {
                throw CommandFailure(.usage, "\(name)=\(text.escapingControls): \(error)")
            }
        }
        return times
    }
}
