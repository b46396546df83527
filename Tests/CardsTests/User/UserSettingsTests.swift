import Cards
import Foundation
import Testing

@Suite struct UserSettingsTests {
    /// Symbols: settings, settings-fields, settings-custom
    @Test func `a change keeps fields that it does not contain, and an empty text removes a field`() throws {
        var before = UserSettings(name: "Ana", email: "a@b", notificationsEnabled: false)
        before.setText("gold", forCustomField: "tier")
        before.setText("x", forCustomField: "other")
        before.setNotificationTimes([], weekday: .sunday)
        var change = UserSettings(email: "", city: "Wellington")
        change.setText("", forCustomField: "other")
        change.setDate(Date(timeIntervalSince1970: 0), forCustomField: "since")
        change.setNotificationTimes([try NotificationTimeframe(startHour: 8, endHour: 9)], weekday: .monday)
        let after = before.changed(by: change)
        #expect(after.name == "Ana" && after.email == nil && after.city == "Wellington")
        #expect(after.custom == ["tier": .text("gold"), "since": .date(Date(timeIntervalSince1970: 0))])
        #expect(after.notificationsEnabled == false)
        #expect(after.notificationTimes[.sunday] == [] && after.notificationTimes[.monday]?.count == 1)
    }

    @Test(arguments: ["+9:00", "9:00", "09:-1", " 9:00", "09.00", "24:00", "09:60"])
    func `an invalid time of day is refused`(text: String) {
        #expect(throws: InvalidField.self) { try NotificationTimeframe(from: text, to: "23:00") }
    }

    /// Symbols: settings-times
    @Test func `notifications are limited to the times of the day, or the default times, or not at all`() throws {
        var settings = UserSettings()
        #expect(settings.allowsNotification(on: .monday, minute: 3 * 60))
        settings.setNotificationTimes([try NotificationTimeframe(from: "08:30", to: "17:45")], weekday: .default)
        settings.setNotificationTimes([], weekday: .saturday)
        settings.setNotificationTimes(
            [
                try NotificationTimeframe(from: "06:00", to: "07:00"),
                try NotificationTimeframe(from: "20:00", to: "23:59"),
            ],
            weekday: .tuesday)
        for (day, time, isAllowed) in [
            (NotificationDay.monday, "08:29", false), (.monday, "08:30", true), (.monday, "17:44", true),
            (.monday, "17:45", false), (.saturday, "12:00", false), (.tuesday, "12:00", false),
            (.tuesday, "06:30", true),
            (.tuesday, "23:59", true), (.tuesday, "07:00", false),
        ] {
            let parts = time.split(separator: ":").compactMap { Int($0) }
            #expect(
                settings.allowsNotification(on: day, minute: parts[0] * 60 + parts[1]) == isAllowed, "\(day) \(time)")
        }
        settings.notificationsEnabled = false
        #expect(!settings.allowsNotification(on: .monday, minute: 12 * 60))
    }

    @Test func `hours and minutes are those of 24 hours, and the end is later`() {
        for (startHour, startMinute, endHour, endMinute) in [
            (24, 0, 25, 0), (-1, 0, 5, 0), (1, 60, 2, 0), (1, 0, 2, -1), (2, 0, 1, 0), (2, 0, 2, 0),
        ] {
            #expect(throws: InvalidField.self) {
                try NotificationTimeframe(
                    startHour: startHour, startMinute: startMinute, endHour: endHour, endMinute: endMinute)
            }
        }
    }

    /// Symbols: settings-weekdays
    @Test func `days of the week follow the calendar`() {
        // 2026-11-21 is a Saturday, and 20,778 days after 1970-01-01.
        #expect(NotificationDay(daysSince1970: 20_778) == .saturday)
        #expect(NotificationDay(daysSince1970: 0) == .thursday && NotificationDay(daysSince1970: -1) == .wednesday)
    }

    /// Symbols: settings-empty
    @Test func `an empty change is refused`() {
        #expect(throws: InvalidField("", expected: "an object with at least one field to change")) {
            try UserSettings().validate()
        }
    }
}
