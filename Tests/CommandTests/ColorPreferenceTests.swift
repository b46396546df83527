import CursesTerminal
import Testing

@testable import cardstream

/// The environment variables for colours, in one table.
struct ColorPreferenceTests {
    static let none = ColorPreference.none(variable:)
    static let rows: [([String: String], ColorPreference)] = [
        ([:], .automatic),
        (["NO_COLOR": ""], .automatic),
        (["NO_COLOR": "1"], none("NO_COLOR")),
        (["NO_COLOR": "0"], none("NO_COLOR")),
        (["NO_COLOR": "1", "FORCE_COLOR": "3", "CLICOLOR_FORCE": "1"], none("NO_COLOR")),
        (["FORCE_COLOR": ""], .automatic),
        (["FORCE_COLOR": "0"], none("FORCE_COLOR")),
        (["FORCE_COLOR": "false"], none("FORCE_COLOR")),
        (["FORCE_COLOR": "1"], .forced(variable: "FORCE_COLOR", .sixteen)),
        (["FORCE_COLOR": "2"], .forced(variable: "FORCE_COLOR", .palette)),
        (["FORCE_COLOR": "3"], .forced(variable: "FORCE_COLOR", .direct)),
        (["FORCE_COLOR": "true", "CLICOLOR": "0"], .forced(variable: "FORCE_COLOR", nil)),
        (["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], .forced(variable: "CLICOLOR_FORCE", nil)),
        (["CLICOLOR_FORCE": "0"], .automatic),
        (["CLICOLOR_FORCE": "0", "CLICOLOR": "0"], none("CLICOLOR")),
        (["CLICOLOR": "1"], .automatic),
        (["CLICOLOR": "0"], none("CLICOLOR")),
    ]

    @Test(arguments: rows) func `the first variable that is set decides`(
        variables: [String: String], wish: ColorPreference
    ) {
        #expect(ColorPreference(variables) == wish)
    }

    @Test(arguments: [
        (["CLICOLOR": "0"], true, true, ColorSupport.none), ([:], false, false, .palette),
        ([:], true, true, .palette), (["COLORTERM": "truecolor"], true, true, .direct),
        (["TERM": "dumb"], true, false, .palette), (["CLICOLOR_FORCE": "1"], false, true, .palette),
        (["FORCE_COLOR": "1", "COLORTERM": "truecolor"], false, true, .sixteen),
    ]) func `output is coloured in a terminal, or by force`(
        variables: [String: String], isTerminal: Bool, isColored: Bool, colors: ColorSupport
    ) {
        let wish = ColorPreference(variables)
        #expect(wish.colors(terminal: isTerminal, variables) == isColored)
        #expect(wish.support(variables) == colors)
    }
}
