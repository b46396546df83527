import AppCore
import Basics
import Canvas
import Cards
import Support
import Testing

import struct Foundation.Date

/// All tests run at 09:00 on Thursday, 2026-01-15.
struct CalendarTests {
    private static func field(default value: Date? = nil, _ rules: Card.ValidationRule...) -> Card.Input {
        Card.Input(name: "day", label: "Day", kind: .date(defaultValue: value), validation: rules)
    }

    private func opened(_ input: Card.Input = field()) -> AppState {
        var state = AppState.given(card("c1", .input(input), buttons(("Send", .submit(.init(buttonName: "send"))))))
        #expect(state.press("tab", "enter") == [])
        return state
    }

    private func value(_ state: AppState) -> FieldValue? { state.form(of: CardID("c1")).values["day"] }

    static let moves: [(String, String)] = [
        ("l", "2026-01-16"), ("right right", "2026-01-17"), ("h", "2026-01-14"), ("j", "2026-01-22"),
        ("up", "2026-01-08"), ("]", "2026-02-15"), ("pageup", "2025-12-15"), ("}", "2027-01-15"),
        ("{", "2025-01-15"), ("] ] j .", "2026-01-15"), ("j j [ ]", "2026-01-29"),
    ]

    @Test(arguments: moves)
    func `keys move through the days`(keys: String, expected: String) {
        var state = opened()
        for key in keys.split(separator: " ") { _ = state.press(String(key)) }
        #expect(state.calendar?.cursor.dayText == expected)
        _ = state.press("enter")
        #expect(value(state) == .text(TextField(expected)))
        #expect(state.overlays.isEmpty)
    }

    @Test func `a month after the 31st is the last day of a shorter month`() {
        var state = opened(Self.field(default: Date(rfc3339: "2026-01-31T00:00:00Z")))
        _ = state.press("]")
        #expect(state.calendar?.cursor.dayText == "2026-02-28")
    }

    @Test func `escape does not change the field`() {
        var state = opened()
        _ = state.press("j", "esc")
        #expect(value(state) == nil)
        #expect(state.overlays.isEmpty && state.focus == .input(name: "day"))
    }

    @Test func `the calendar opens on the typed day`() {
        var state = AppState.given(card(.input(Self.field())))
        _ = state.press("tab")
        state.type("3 dec")
        _ = state.press("enter")
        #expect(state.calendar?.cursor.dayText == "2026-12-03")
        _ = state.press("enter")
        #expect(value(state) == .text(TextField("2026-12-03")))
    }

    @Test func `a digit begins to type, Tab goes back to the days`() {
        var state = opened()
        state.type("24 dec")
        #expect(state.calendar?.isTyping == true)
        #expect(state.calendar?.cursor.dayText == "2026-12-24")
        _ = state.press("tab", "l")
        #expect(state.calendar?.field.text == "2026-12-25")
        _ = state.press("/", "ctrl-u")
        state.type("30 feb")
        #expect(state.press("enter") == [])
        #expect(state.calendar?.problem == "“30 feb” does not exist")
        #expect(value(state) == nil)
    }

    @Test func `pasted text goes into the line`() {
        var state = AppState.given(["c1"])
        _ = state.press("s", "5")
        _ = update(&state, .pasted(" tomorrow 9am\n"), at: .fixed)
        guard case .calendar(let calendar)? = state.overlays.last else {
            Issue.record("no calendar is open")
            return
        }
        #expect(calendar.isTyping && calendar.field.text.contains("tomorrow 9am") && calendar.isRead)
        let effects = state.press("enter")
        #expect(effects.contains { if case .respond("c1", _, .snooze) = $0 { true } else { false } })
    }

    @Test func `words become a day when the field loses the focus, and not before`() {
        var state = AppState.given(
            card("c1", .input(Self.field()), buttons(("Send", .submit(.init(buttonName: "send"))))))
        _ = state.press("tab")
        state.type("in 2 weeks")
        #expect(value(state) == .text(TextField("in 2 weeks")))
        _ = state.press("tab")
        #expect(value(state) == .text(TextField("2026-01-29")))
    }

    @Test func `a submit from the field sends the day, not the words`() {
        var state = AppState.given(
            card("c1", .input(Self.field()), buttons(("Send", .submit(.init(buttonName: "send"))))))
        _ = state.press("tab")
        state.type("tomorrow")
        let effects = update(&state, .command(.pressButton(1)), at: .fixed).filter { !$0.isDraft }
        #expect(effects == [.responded("c1", .submit(buttonName: "send", values: ["day": .string("2026-01-16")]))])
    }

    @Test func `text that is not a day stays as typed, and is reported at the submit`() {
        var state = AppState.given(
            card("c1", .input(Self.field()), buttons(("Send", .submit(.init(buttonName: "send"))))))
        _ = state.press("tab")
        state.type("2026-02-30")
        _ = state.press("esc", "1")
        #expect(value(state) == .text(TextField("2026-02-30")))
        #expect(state.toast == "Day: 2026-02-30 does not exist")
        #expect(state.focus == .input(name: "day"))
    }

    @Test(arguments: ["fri", "tomorrow", "24 dec", "2026-01-16"])
    func `words for a day are not reported as a mistake while they are typed`(words: String) {
        var state = AppState.given(
            card(
                "c1", .input(Self.field(default: nil, Card.ValidationRule(.required))),
                buttons(("Send", .submit(.init(buttonName: "send"))))))
        #expect(state.press("1") == [] && state.form(of: "c1").problems["day"] == "Day is required")
        state.type(words)
        #expect(state.form(of: "c1").problems.isEmpty)
        #expect(value(state) == .text(TextField(words)))
        _ = state.press("ctrl-u")
        state.type("12/31")
        #expect(state.form(of: "c1").problems["day"] == "“12/31” has the month first; write 31/12")
    }

    @Test func `rules are checked against words for a day while they are typed`() throws {
        let latest = try #require(Date(rfc3339: "2026-01-20T00:00:00Z"))
        var state = AppState.given(
            card(
                "c1",
                .input(
                    Self.field(default: nil, Card.ValidationRule(.required), Card.ValidationRule(.maximumDate(latest)))),
                buttons(("Send", .submit(.init(buttonName: "send"))))))
        _ = state.press("1")
        state.type("fri")
        #expect(state.form(of: "c1").problems.isEmpty)
        _ = state.press("ctrl-u")
        state.type("24 dec 2026")
        #expect(state.form(of: "c1").problems["day"] == "Day must be 2026-01-20 or earlier")
    }

    @Test func `days outside the rules are refused with the rule's message`() throws {
        let first = try #require(Date(rfc3339: "2026-01-10T00:00:00Z"))
        let last = try #require(Date(rfc3339: "2026-01-20T00:00:00Z"))
        var state = opened(
            Self.field(.init(.minimumDate(first), message: "Not before the tenth"), .init(.maximumDate(last))))
        #expect(
            state.calendar?.range
                == DayRange(
                    earliest: CivilDate(year: 2026, month: 1, day: 10), latest: CivilDate(year: 2026, month: 1, day: 20)
                ))
        _ = state.press("k")
        #expect(state.calendar?.reason == "Not before the tenth")
        #expect(state.press("enter") == [])
        #expect(value(state) == nil)
        _ = state.press("j", "j")
        #expect(state.calendar?.reason == "Day must be 2026-01-20 or earlier")
        _ = state.press("h", "h", "enter")
        #expect(value(state) == .text(TextField("2026-01-20")))
    }

    @Test func `the calendar opens on the nearest allowed day`() throws {
        let first = try #require(Date(rfc3339: "2027-03-01T00:00:00Z"))
        #expect(opened(Self.field(.init(.minimumDate(first)))).calendar?.cursor.dayText == "2027-03-01")
    }

    @Test func `an update that removes the field closes the calendar`() {
        var state = opened()
        _ = state.arrive(.of([card(.headline(Card.Headline(text: "Other")))]))
        #expect(state.press("enter") == [])
        #expect(state.toast == Strings.Form.choiceGone)
    }

    @Test(arguments: [
        ("fri", "2026-01-16"), ("tomorrow", "2026-01-16"), ("mar 3", "2026-03-03"), ("2026-02-01", "2026-02-01"),
    ])
    func `words and digits go into the line immediately`(words: String, expected: String) {
        var state = opened()
        state.type(words)
        #expect(state.calendar?.field.text == words)
        #expect(state.calendar?.cursor.dayText == expected)
    }

    @Test func `typing in the line replaces its text`() {
        var state = opened()
        _ = state.press("l", "tab")
        #expect(state.calendar?.field.text == "2026-01-16")
        state.type("sat")
        #expect(state.calendar?.field.text == "sat")
        // A user who moves the cursor in the text first continues the text instead of replacing it.
        _ = state.press("tab", "h", "tab", "end")
        state.type("x")
        #expect(state.calendar?.field.text == "2026-01-16x")
    }

    // MARK: Snooze

    private func snoozing(expiresAt: Date? = nil) -> AppState {
        var state = AppState.given(card(expiresAt: expiresAt, .headline(Card.Headline(text: "A"))))
        _ = state.press("s", "5")
        return state
    }

    @Test func `a snooze opens with a line and tomorrow morning, and Enter accepts it`() {
        var state = snoozing()
        #expect(state.calendar?.isTyping == true && opened().calendar?.isTyping == false)
        #expect(state.calendar?.words(at: .fixed, in: .utc) == "Until tomorrow 09:00 · in 24 h")
        #expect(state.press("enter") == [.responded("c1", .snooze(until: .fixed(24 * 3600)))])
    }

    @Test func `the keys for the time of day work only in the calendar of a snooze`() {
        var state = snoozing()
        _ = state.press("tab")
        #expect(KeyHint.all(for: state).map(\.word).contains("later"))
        #expect(!KeyHint.all(for: opened()).map(\.word).contains("later"))
    }

    /// Each text begins with a character that is also a key of the calendar.
    @Test(arguments: [
        ("half an hour", "2026-01-15T09:30:00Z"), ("jan 20", "2026-01-20T09:00:00Z"), ("+45m", "2026-01-15T09:45:00Z"),
        (".5h", "2026-01-15T09:30:00Z"), ("later", nil), ("-1h", nil),
    ])
    func `in a snooze, every character goes into the line`(words: String, until: String?) {
        var state = snoozing()
        state.type(words)
        #expect(state.calendar?.field.text == words)
        #expect(state.press("enter") == (until.map { [.responded("c1", .snooze(until: Date(rfc3339: $0)!))] } ?? []))
    }

    @Test func `arrows change the day in the line, and typing replaces it`() {
        var state = snoozing()
        _ = state.press("down", "pagedown", "pageup", "up", "down")
        #expect(state.calendar?.field.text == "2026-01-23 09:00")
        state.type("half an hour")
        #expect(state.calendar?.field.text == "half an hour")
    }

    @Test(arguments: [
        ("fri 14:00", "2026-01-16T14:00:00Z"), ("mon 9:00", "2026-01-19T09:00:00Z"),
        ("tomorrow 9am", "2026-01-16T09:00:00Z"),
    ])
    func `a snooze until a weekday means that day`(words: String, until: String) {
        var state = snoozing()
        state.type(words)
        #expect(state.press("enter") == [.responded("c1", .snooze(until: Date(rfc3339: until)!))])
    }

    @Test func `a typed duration is exact to the second, and keys move by days and half hours`() {
        var state = snoozing()
        state.type("90m")
        #expect(state.calendar?.cursor.timeText == "10:30")
        #expect(state.calendar?.words(at: .fixed, in: .utc) == "Until 10:30 · in 1 h 30 min")
        _ = state.press("tab", "l", "+", "+", "minus")
        #expect(state.calendar?.field.text == "2026-01-16 11:00")
        #expect(state.press("enter") == [.responded("c1", .snooze(until: Date(rfc3339: "2026-01-16T11:00:00Z")!))])
    }

    @Test(arguments: [
        ("yesterday", Strings.Snooze.inThePast), ("tomorr", Strings.Snooze.unreadable("tomorr")),
        ("30 feb", Strings.Snooze.noSuchTime("30 feb")),
    ])
    func `an incomplete or wrong time says why while it is typed`(words: String, reason: String) {
        var state = snoozing()
        state.type(words)
        #expect(state.calendar?.isRead == false)
        #expect(state.calendar?.misreading(at: .fixed, in: .utc) == reason)
        // It is not shown as an error until the user presses Enter.
        #expect(state.calendar?.problem == nil)
        #expect(state.calendar?.end(at: .fixed, in: .utc) == nil)
        #expect(state.press("enter") == [])
        #expect(state.calendar?.problem == reason)
        _ = state.press("ctrl-u")
        #expect(state.calendar?.misreading(at: .fixed, in: .utc) == nil)
        state.type("fri 14")
        #expect(state.calendar?.end(at: .fixed, in: .utc) == "tomorrow 14:00")
    }

    @Test func `a snooze ends neither after the expiry nor in the past`() {
        var state = snoozing(expiresAt: .fixed(2 * 86400))
        _ = state.press("tab", "j")
        #expect(state.calendar?.reason == "The card expires earlier: Sat 09:00")
        #expect(state.press("enter") == [])
        _ = state.press(".", "-", "-")
        #expect(state.calendar?.reason == Strings.Snooze.inThePast)
        #expect(state.press("enter") == [])
        #expect(!state.overlays.isEmpty)
    }

    @Test func `a time that passes while the calendar is open is refused`() {
        var state = snoozing()
        _ = update(&state, .timePassed, at: .fixed(25 * 3600))
        #expect(state.press("enter") == [])
        #expect(state.calendar?.problem == Strings.Snooze.inThePast)
    }

    @Test func `a card that expires before tomorrow morning is offered its last moment`() {
        var state = snoozing(expiresAt: .fixed(3600))
        #expect(state.press("enter") == [.responded("c1", .snooze(until: .fixed(3600)))])
    }

    @Test func `a click selects a day, a second click accepts it`() {
        var state = opened()
        let day = CivilDate(year: 2026, month: 1, day: 20)
        state.frames.last.hits = [HitRegion(rect: Rect(column: 0, row: 0, columns: 4, rows: 1), target: .day(day))]
        _ = update(&state, .clicked(.zero), at: .fixed)
        #expect(state.calendar?.cursor == day)
        _ = update(&state, .clicked(.zero), at: .fixed)
        #expect(value(state) == .text(TextField("2026-01-20")))
    }
}

extension AppState {
    var calendar: CalendarOverlay? {
        guard case .calendar(let calendar)? = overlays.last else { return nil }
        return calendar
    }
}
