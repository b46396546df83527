import AppCore
import Basics
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

import struct Foundation.Date

/// Snapshots of the sheets that inputs open, reached with the keys that a user presses. `RECORD_SCREENS=1` records them
/// again.
struct SheetSnapshotTests {
    /// Every sheet over the screen, and the calendar on a screen so low that only its text line fits. On larger screens
    /// a sheet is the same, further from the edges.
    private static let sheets: [(Sheet, Size)] =
        Sheet.allCases.map { ($0, Size(columns: 60, rows: 20)) }
        + [(.calendar, Size(columns: 40, rows: 12))]

    enum Sheet: String, CaseIterable {
        case dropdown
        case dropdownFiltered = "dropdown-filtered"
        case dropdownNothing = "dropdown-nothing"
        case calendar
        case calendarTyped = "calendar-typed"
        case calendarRefused = "calendar-refused"
        case calendarSunday = "calendar-sunday"
        case snoozeCalendar = "snooze-calendar"
        case snoozeExpired = "snooze-calendar-expired"

        var input: Card.Input {
            switch self {
            case .dropdown, .dropdownFiltered, .dropdownNothing: dropdown
            default:
                Card.Input(
                    name: "day", label: "Day of travel", kind: .date(defaultValue: nil),
                    validation: [
                        .init(.minimumDate(.fixed(-9 * 3600 - 5 * 86400))),
                        .init(.maximumDate(.fixed(-9 * 3600 + 40 * 86400))),
                    ])
            }
        }

        private var dropdown: Card.Input {
            let cities = ["Amsterdam", "Málaga", "San José", "São Paulo", "Zürich", "Łódź", "東京"]
            return Card.Input(
                name: "city", label: "Where do you travel to?",
                kind: .dropdown(
                    items: cities.map { Card.Input.Choice(value: $0) },
                    defaultValue: self == .dropdown ? "Zürich" : nil))
        }

        /// The keys to press, by name, and then the text to type.
        var keys: ([String], String) {
            switch self {
            case .dropdown: (["tab", "enter"], "")
            case .dropdownFiltered: (["tab", "enter"], "sa")
            case .dropdownNothing: (["tab", "enter"], "Atlantis")
            case .calendar: (["tab", "enter", "j", "l"], "")
            case .calendarTyped: (["tab", "enter", "/"], "in 2 weeks")
            case .calendarRefused: (["tab", "enter", "pagedown", "pagedown"], "")
            case .calendarSunday: (["tab", "enter", "["], "")
            case .snoozeCalendar: (["s", "5"], "fri 14:00")
            case .snoozeExpired: (["s", "5", "down", "down"], "")
            }
        }
    }

    @Test(arguments: sheets)
    func `a sheet equals its snapshot`(sheet: Sheet, size: Size) throws {
        try expectScreen(
            try shown(sheet, size, theme: .scopes), named: "sheet-\(sheet.rawValue).\(size.columns)x\(size.rows)")
    }

    private func shown(_ sheet: Sheet, _ size: Size, theme: Theme) throws -> Surface {
        let card = makeCard(
            "travel", expiresAt: sheet == .snoozeExpired ? .fixed(9 * 86400) : nil,
            body: makeBody(components: [.input(sheet.input)]))
        var state = Scene.one.state(size)
        state.show([card])
        if sheet == .calendarSunday { state.settings.firstWeekday = .sunday }
        _ = draw(&state, theme: theme)
        for name in sheet.keys.0 {
            let chord = try #require(KeySequence.parse(name)?.first)
            _ = update(&state, .keyPressed(chord), at: state.now)
        }
        for character in sheet.keys.1 {
            _ = update(&state, .keyPressed(KeyChord(.character(character))), at: state.now)
        }
        return draw(&state, theme: theme).0
    }
}
