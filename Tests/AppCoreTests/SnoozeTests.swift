import AppCore
import Basics
import Cards
import Support
import Testing

import struct Foundation.Date

/// 09:00 UTC on Thursday, 2026-01-15, is 10:00 in Berlin. Summer time begins on 29 March at 01:00 UTC.
private let berlin = LocalZone(
    firstOffset: 3600,
    changes: [
        .init(at: Date(rfc3339: "2026-03-29T01:00:00Z")!, offset: 7200),
        .init(at: Date(rfc3339: "2026-10-25T01:00:00Z")!, offset: 3600),
    ])

struct SnoozeTests {
    static let times: [(String, String)] = [
        ("3h", "2026-01-15T12:00:00Z"), ("45m", "2026-01-15T09:45:00Z"), ("2d", "2026-01-17T09:00:00Z"),
        ("1w", "2026-01-22T09:00:00Z"), ("1h30m", "2026-01-15T10:30:00Z"), ("in 2 hours", "2026-01-15T11:00:00Z"),
        ("1.5h", "2026-01-15T10:30:00Z"), ("tomorrow", "2026-01-16T09:00:00Z"),
        ("tomorrow 9am", "2026-01-16T09:00:00Z"), ("Tomorrow at 9 pm", "2026-01-16T21:00:00Z"),
        ("fri 14:00", "2026-01-16T14:00:00Z"), ("friday", "2026-01-16T09:00:00Z"), ("mon", "2026-01-19T09:00:00Z"),
        ("next monday 8:15", "2026-01-19T08:15:00Z"), ("thu", "2026-01-22T09:00:00Z"),
        ("thu 10:00", "2026-01-15T10:00:00Z"), ("14:30", "2026-01-15T14:30:00Z"), ("08:59", "2026-01-16T08:59:00Z"),
        ("12am", "2026-01-16T00:00:00Z"), ("12pm", "2026-01-15T12:00:00Z"), ("noon", "2026-01-15T12:00:00Z"),
        ("2026-12-24 10:00", "2026-12-24T10:00:00Z"), ("2026-12-24", "2026-12-24T09:00:00Z"),
        ("today 18:00", "2026-01-15T18:00:00Z"), ("tonight", "2026-01-15T18:00:00Z"),
        ("This evening", "2026-01-15T18:00:00Z"), ("tomorrow evening", "2026-01-16T18:00:00Z"),
        ("tomorrow 9", "2026-01-16T09:00:00Z"), ("fri 14", "2026-01-16T14:00:00Z"), ("3 feb 8", "2026-02-03T08:00:00Z"),
        ("1h30", "2026-01-15T10:30:00Z"), ("+45m", "2026-01-15T09:45:00Z"), ("+ 2 hours", "2026-01-15T11:00:00Z"),
        ("14.30", "2026-01-15T14:30:00Z"), ("2.30pm", "2026-01-15T14:30:00Z"), ("fri 8.15", "2026-01-16T08:15:00Z"),
        ("weekend", "2026-01-17T09:00:00Z"), ("this weekend 11:00", "2026-01-17T11:00:00Z"),
        ("eod", "2026-01-15T17:00:00Z"), ("tomorrow eod", "2026-01-16T17:00:00Z"), ("31/12", "2026-12-31T09:00:00Z"),
        ("14/1", "2027-01-14T09:00:00Z"), ("31/12/2026 8:00", "2026-12-31T08:00:00Z"),
        ("24.12", "2026-12-24T09:00:00Z"),
        ("half an hour", "2026-01-15T09:30:00Z"), ("in half an hour", "2026-01-15T09:30:00Z"),
        ("half a day", "2026-01-15T21:00:00Z"), ("in 2 days", "2026-01-17T09:00:00Z"),
        ("next week", "2026-01-19T09:00:00Z"), ("In 1 hour", "2026-01-15T10:00:00Z"),
    ]

    @Test(arguments: times)
    func `a typed time`(text: String, expected: String) throws {
        #expect(try SnoozeParser(now: .fixed, zone: .utc).parse(text) == Date(rfc3339: expected))
    }

    static let refused: [(String, TimeParserError)] = [
        ("", TimeParserError.empty), ("   ", .empty), ("soon", .unreadable("soon")), ("9", .unreadable("9")),
        ("fri lunch", .unreadable("fri lunch")), ("fri 14:00 sharp", .unreadable("fri 14:00 sharp")),
        ("25:00", .noSuchTime("25:00")), ("13pm", .noSuchTime("13pm")), ("2027-02-30", .noSuchTime("2027-02-30")),
        ("0m", .inThePast), ("today 8:00", .inThePast), ("2025-12-24", .inThePast), ("2y", .tooFar),
        ("400d", .tooFar), ("2028-01-01", .tooFar), ("26-1-1", .unreadable("26-1-1")), ("-3h", .unreadable("-3h")),
        ("99999999999999999999999h", .tooFar), ("1h99", .unreadable("1h99")), ("tomorrow 25", .noSuchTime("25")),
        ("14.5", .unreadable("14.5")), ("12/24", .monthFirst("12/24", meant: "24/12")),
        ("31/12/26", .unreadable("31/12/26")),
        ("half", .unreadable("half")), ("+", .unreadable("+")), ("this", .unreadable("this")),
    ]

    @Test func `a month before its day is refused with the right order`() {
        let error = TimeParserError.monthFirst("12/31", meant: "31/12")
        #expect(throws: error) { try SnoozeParser(now: .fixed, zone: .utc).parse("12/31") }
        #expect(throws: TimeParserError.monthFirst("12/31/2026", meant: "31/12/2026")) {
            try SnoozeParser(now: .fixed, zone: .utc).parse("12/31/2026")
        }
        #expect(error.message(at: .fixed, in: .utc) == "“12/31” has the month first; write 31/12")
    }

    @Test func `a time of day that does not exist is not taken for a day`() {
        #expect(
            Strings.Snooze.noSuchTime("25:99") == "“25:99” is not a time of day; expected a time from 00:00 to 23:59")
        #expect(Strings.Snooze.noSuchTime("30 feb") == "“30 feb” does not exist")
    }

    @Test(arguments: refused)
    func `a time that is not allowed says why`(text: String, error: TimeParserError) {
        #expect(throws: error) { try SnoozeParser(now: .fixed, zone: .utc).parse(text) }
        #expect(!error.message(at: .fixed, in: .utc).isEmpty)
    }

    @Test(arguments: [0.0, 3, 3.95, 4.4]) func `the choices of the menu can be typed and mean the same`(days: Double)
        throws
    {
        let now = Date.fixed(days * 86400)
        for choice in SnoozeChoice.all(at: now, in: .utc) {
            #expect(try SnoozeParser(now: now, zone: .utc).parse(choice.label) == choice.until, "\(choice.label)")
        }
    }

    @Test func `"this evening" is not offered once it has begun`() {
        let night = Date.fixed(11 * 3600)
        for text in ["this evening", "tonight"] {
            #expect(throws: TimeParserError.inThePast) { try SnoozeParser(now: night, zone: .utc).parse(text) }
        }
    }

    @Test(arguments: [3, 4]) func `"next week" is its Monday`(days: Int) throws {
        // On a Sunday it is tomorrow; on a Monday it is one week later.
        let until = try SnoozeParser(now: .fixed(Double(days) * 86400), zone: .utc).parse("next week")
        #expect(until == Date(rfc3339: days == 3 ? "2026-01-19T09:00:00Z" : "2026-01-26T09:00:00Z"))
    }

    @Test func `a date in another year keeps its hour`() throws {
        let until = try #require(Date(rfc3339: "2027-01-05T08:00:00Z"))
        #expect(TimeText.clock(until, at: .fixed, in: .utc) == "5 Jan 2027 08:00")
    }

    static let berlinTimes: [(String, String)] = [
        ("tomorrow 9am", "2026-01-16T08:00:00Z"), ("2026-03-28 09:00", "2026-03-28T08:00:00Z"),
        ("2026-03-29 09:00", "2026-03-29T07:00:00Z"),
        // A time that the clocks skip is moved forward by the length of the gap.
        ("2026-03-29 02:30", "2026-03-29T01:30:00Z"),
        // A time that occurs twice means the first occurrence.
        ("2026-10-25 02:30", "2026-10-25T00:30:00Z"), ("2026-10-25 03:30", "2026-10-25T02:30:00Z"),
    ]

    @Test(arguments: berlinTimes)
    func `typed times are in the user's time zone`(text: String, expected: String) throws {
        #expect(try SnoozeParser(now: .fixed, zone: berlin).parse(text) == Date(rfc3339: expected))
    }

    @Test func `the zone is found by asking for offsets`() {
        let zone = LocalZone(around: .fixed) { berlin.offset(at: $0) }
        #expect(zone == berlin)
    }

    @Test func `s offers four times and a custom one`() {
        var state = AppState.given(card())
        #expect(state.press("s") == [])
        #expect(
            state.menu?.items.map { [$0.label, $0.detail ?? ""] } == [
                ["In 1 hour", "10:00"], ["This evening", "18:00"], ["Tomorrow", "09:00"],
                ["Next Monday", "19 Jan 09:00"], ["Another time", ""],
            ])
        #expect(state.press("3") == [.responded("c1", .snooze(until: .fixed(24 * 3600)))])
        #expect(state.overlays.isEmpty)
    }

    @Test func `a time typed into the menu answers no other card`() {
        var state = AppState.given(
            .of([card("c1"), card("c2", buttons(("Yes", .submit(.init(buttonName: "yes"))), ("No", .dismiss)))]))
        #expect(state.press("s", "1") == [.responded("c1", .snooze(until: .fixed(3600)))])
        _ = state.arrive(.of([card("c2", buttons(("Yes", .submit(.init(buttonName: "yes"))), ("No", .dismiss)))]))
        #expect(state.selection == "c2")
        _ = update(&state, .timePassed, at: .fixed(0.2))
        #expect(state.press("h") == [])
        _ = update(&state, .timePassed, at: .fixed(0.4))
        #expect(state.press("2") == [] && state.toast == Strings.Menu.numberChosen)
        _ = update(&state, .timePassed, at: .fixed(0.7))
        #expect(state.press("1") == [])
        // After a pause the key applies to the visible card.
        _ = update(&state, .timePassed, at: .fixed(1.3))
        #expect(state.press("2") == [.responded("c2", .dismiss)])
    }

    @Test func `in the evening, "this evening" is not offered`() {
        let labels = SnoozeChoice.all(at: .fixed(9 * 3600), in: .utc).map(\.label)
        #expect(labels == ["In 1 hour", "Tomorrow", "Next Monday"])
    }

    @Test func `the earliest time comes first`() {
        let now = Date(rfc3339: "2026-01-15T17:26:00Z")!
        let choices = SnoozeChoice.all(at: now, in: .utc)
        #expect(choices.map(\.label) == ["This evening", "In 1 hour", "Tomorrow", "Next Monday"])
        #expect(choices.map(\.until) == choices.map(\.until).sorted())
    }

    @Test func `a time with two names is offered once, with the nearer one`() {
        let sunday = Date(rfc3339: "2026-01-18T12:00:00Z")!
        let labels = SnoozeChoice.all(at: sunday, in: .utc).map(\.label)
        #expect(labels == ["In 1 hour", "This evening", "Tomorrow"])
        // At 17:00 "In 1 hour" is the same time as "This evening", which is left out.
        let five = SnoozeChoice.all(at: Date(rfc3339: "2026-01-15T17:00:00Z")!, in: .utc)
        #expect(five.map(\.label) == ["In 1 hour", "Tomorrow", "Next Monday"])
    }

    @Test(arguments: [0, 4, 5, 10]) func `next Monday is never today`(days: Int) {
        let now = Date.fixed(Double(days) * 86400)
        let monday = SnoozeChoice.all(at: now, in: .utc).last!.until
        #expect(monday > now)
        #expect(monday.timeIntervalSince(now) <= 7 * 86400)
        #expect(LocalZone.utc.civil(monday).weekday == .monday)
    }

    /// Symbols: snooze-expiry
    @Test func `no choice goes past the card's expiry`() {
        var state = AppState.given(card(expiresAt: .fixed(7200)))
        _ = state.press("s")
        #expect(state.menu?.items.map { $0.unavailable != nil } == [false, true, true, true, false])
        #expect(state.press("3") == [])
        #expect(state.menu != nil)
        #expect(state.toast == "The card expires earlier: 11:00")
    }

    @Test func `a time that has passed while the menu is open is refused with the reason`() {
        var state = AppState.given(card())
        _ = state.press("s")
        _ = update(&state, .timePassed, at: .fixed(9 * 3600))
        #expect(state.press("2") == [])
        #expect(state.menu != nil && state.toast == Strings.Snooze.inThePast)
        #expect(state.press("3") == [.responded("c1", .snooze(until: .fixed(24 * 3600)))])
    }

    @Test func `a custom time is read as it is typed`() {
        var state = AppState.given(card(expiresAt: .fixed(3 * 86400)))
        _ = state.press("s", "5")
        state.type("fri 14:00")
        #expect(state.calendar?.words(at: .fixed, in: .utc) == "Until tomorrow 14:00 · in 29 h")
        #expect(state.press("enter") == [.responded("c1", .snooze(until: Date(rfc3339: "2026-01-16T14:00:00Z")!))])
    }

    @Test func `a custom time past the expiry is refused with the reason`() {
        var state = AppState.given(card(expiresAt: .fixed(7200)))
        _ = state.press("s", "5")
        state.type("3h")
        #expect(state.press("enter") == [])
        #expect(state.calendar?.problem == "The card expires earlier: 11:00")
        #expect(state.press("esc") == [])
        #expect(state.overlays.isEmpty)
    }
}
