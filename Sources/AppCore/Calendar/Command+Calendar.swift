/// Commands of the calendar.
extension Command {
    static let calendar: [Entry] = [
        Entry(
            command: .dayNext, name: "day-next", group: .calendar, help: "A day later",
            keys: [(.calendar, ["l", "right"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .dayPrevious, name: "day-previous", group: .calendar, help: "A day earlier",
            keys: [(.calendar, ["h", "left"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .weekNext, name: "week-next", group: .calendar, help: "A week later",
            keys: [(.calendar, ["j", "down"]), (.calendarText, ["down"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .weekPrevious, name: "week-previous", group: .calendar, help: "A week earlier",
            keys: [(.calendar, ["k", "up"]), (.calendarText, ["up"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .monthNext, name: "month-next", group: .calendar, help: "A month later",
            keys: [(.calendar, ["]", "pagedown"]), (.calendarText, ["pagedown"])],
            rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .monthPrevious, name: "month-previous", group: .calendar, help: "A month earlier",
            keys: [(.calendar, ["[", "pageup"]), (.calendarText, ["pageup"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .yearNext, name: "year-next", group: .calendar, help: "A year later",
            keys: [(.calendar, ["}"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .yearPrevious, name: "year-previous", group: .calendar, help: "A year earlier",
            keys: [(.calendar, ["{"])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .calendarToday, name: "calendar-today", group: .calendar, help: "Today",
            keys: [(.calendar, ["."])], rule: .inLayer(.calendar, .calendarText)),
        Entry(
            command: .timeLater, name: "time-later", group: .calendar, help: "Snooze time: +30 min",
            hint: "later", keys: [(.calendar, ["+"])], rule: .calendarWithTime),
        Entry(
            command: .timeEarlier, name: "time-earlier", group: .calendar, help: "Snooze time: -30 min",
            hint: "earlier", keys: [(.calendar, ["-"])], rule: .calendarWithTime),
        Entry(
            command: .calendarType, name: "calendar-type", group: .calendar,
            help: "Switch between typing and picking the day",
            keys: [(.calendar, ["tab", "/"]), (.calendarText, ["tab"])], rule: .inLayer(.calendar, .calendarText)),
    ]
}
