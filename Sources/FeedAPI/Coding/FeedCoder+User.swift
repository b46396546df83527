package import Cards

import struct Foundation.Date

/// Users and their devices.
extension FeedCoder {
    // MARK: Profiles

    /// Encodes a profile or a change to it. Fields that are nil are left out.
    package static func encode(_ settings: UserSettings) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            for (key, value) in settings.texts { writer.member(key, ifPresent: value) }
            if !settings.custom.isEmpty {
                writer.key("custom")
                writer.object { writer in
                    for (name, value) in settings.custom.sorted(by: { $0.key < $1.key }) {
                        switch value {
                        case .text(let text): writer.member(name, text)
                        case .date(let date): writer.member(name, ["date": .string(FeedTime.text(date))])
                        }
                    }
                }
            }
            if let isEnabled = settings.notificationsEnabled { writer.member("notificationsEnabled", isEnabled) }
            guard !settings.notificationTimes.isEmpty else { return }
            writer.key("notifications")
            writer.object { writer in
                for day in NotificationDay.allCases {
                    guard let times = settings.notificationTimes[day] else { continue }
                    writer.key(day.rawValue)
                    writer.array { writer in
                        for time in times {
                            writer.object { writer in
                                writer.member("from", time.from)
                                writer.member("to", time.to)
                            }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    /// Decodes a change to a profile and validates it, see ``UserSettings/validate()``.
    package static func decodeUserChange(_ bytes: [UInt8]) throws(Problem) -> UserSettings {
        let settings = try decodeUser(bytes)
        do { try settings.validate() } catch { throw Problem(error) }
        return settings
    }

    /// Decodes a profile, which may be empty.
    package static func decodeUser(_ bytes: [UInt8]) throws(Problem) -> UserSettings {
        let object = try WireObject(document: bytes)
        var settings = UserSettings(
            externalID: try object.optionalString("externalId"), name: try object.optionalString("name"),
            email: try object.optionalString("email"), phone: try object.optionalString("phone"),
            city: try object.optionalString("city"), country: try object.optionalString("country"),
            region: try object.optionalString("region"), timeZone: try object.optionalString("timezone"),
            notificationsEnabled: try object.optionalBool("notificationsEnabled"))
        if let fields = try object.optionalMember("custom") {
            for (name, value) in fields.all { settings.custom[name] = try customValue(value, name, fields) }
        }
        if let days = try object.optionalMember("notifications") {
            for (name, _) in days.all {
                guard let day = NotificationDay(rawValue: name) else {
                    let known = NotificationDay.allCases.map(\.rawValue).joined(separator: ", ")
                    throw days.failure(name, expected: "omitted: its name is not one of \(known)")
                }
                settings.notificationTimes[day] = try timeframes(days, name)
            }
        }
        return settings
    }

    private static func customValue(
        _ value: JSONSlice, _ name: String, _ fields: WireObject
    ) throws(Problem) -> UserSettings.CustomValue {
        let failure = fields.failure(name, expected: #"a string, or a date as {"date": "2026-11-21T09:30:00Z"}"#)
        // The parser's reason is not needed: the error says what was expected.
        switch try? value.value() {
        case .string(let text): return .text(text)
        case .object(let object):
            guard let text = object["date"]?.string, let date = FeedTime.parse(text.utf8) ?? Date(calendarDay: text)
            else { throw failure }
            return .date(date)
        default: throw failure
        }
    }

    private static func timeframes(_ days: WireObject, _ day: String) throws(Problem) -> [NotificationTimeframe] {
        var times: [NotificationTimeframe] = []
        for (index, slice) in try days.elements(day).enumerated() {
            let place = "\(days.pointer(day))/\(index)"
            let time = try WireObject(slice, pointer: place)
            do throws(InvalidField) {
                times.append(try NotificationTimeframe(from: time.text("from"), to: time.text("to")))
            } catch { throw Problem(error.inside(place)) }
        }
        return times
    }

    // MARK: Metrics

    /// `{"total","unseen","streams":{"ops":{"total","unseen"}}}`
    package static func encode(_ metrics: UserMetrics) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 64 + 48 * metrics.streams.count)
        func write(_ counts: UserMetrics.Counts, _ writer: inout JSONWriter) {
            writer.member("total", counts.total)
            writer.member("unseen", counts.unseen)
        }
        writer.object { writer in
            write(UserMetrics.Counts(total: metrics.totalCards, unseen: metrics.unseenCards), &writer)
            writer.key("streams")
            writer.object { writer in
                for (stream, counts) in metrics.streams.sorted(by: { $0.key < $1.key }) {
                    writer.key(stream.rawValue)
                    writer.object { write(counts, &$0) }
                }
            }
        }
        return writer.bytes
    }

    package static func decodeMetrics(_ bytes: [UInt8]) throws(Problem) -> UserMetrics {
        var metrics = UserMetrics()
        guard let streams = try WireObject(document: bytes).optionalMember("streams") else { return metrics }
        for (name, slice) in streams.all {
            let counts = try WireObject(slice, pointer: streams.pointer(name))
            guard let stream = StreamID(name) else { throw streams.failure(name, expected: StreamID.rule.expected) }
            metrics.streams[stream] = UserMetrics.Counts(
                total: try counts.int("total"), unseen: try counts.int("unseen"))
        }
        return metrics
    }
}
