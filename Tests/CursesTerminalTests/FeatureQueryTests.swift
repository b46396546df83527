import Canvas
import Testing

@testable import CursesTerminal

struct FeatureQueryTests {
    private func asked(_ choice: FeatureChoice, mayAsk: Bool = true) -> FeatureQuery {
        var query = FeatureQuery(choice, mayAsk: mayAsk)
        _ = query.begin(at: 0)
        _ = query.end("", hasVersion: false)
        return query
    }

    @Test(arguments: [("on", true), ("off", false)])
    func `notifications through tmux are used only if it passes them on`(passthrough: String, isPassed: Bool) {
        var query = asked(FeatureChoice(notifications: .throughTmux))
        _ = query.handle(.version("tmux 3.5a")) { TmuxClient(answer: "kitty(0.42.1)\tRGB\t\(passthrough)") }
        #expect((query.notifications != nil) == isPassed && query.isThroughTmux == isPassed)
    }

    @Test func `tmux is queried only if the user wants notifications through it`() {
        var query = asked(FeatureChoice(progress: .known(isInEnvironment: false), notifications: .asked))
        _ = query.handle(.version("tmux 3.5a")) {
            Issue.record("tmux was asked")
            return nil
        }
        #expect(query.notifications == nil && !query.showsProgress)
    }

    @Test func `a terminal that must not be queried is not, and has no features`() {
        var query = FeatureQuery(CursesTerminalTests.everything, mayAsk: false)
        #expect(query.begin(at: 0) == "" && query.end("others", hasVersion: false) == "others")
        #expect(query.handle(.mode(2026, .reset)) { nil } == "")
        #expect(!query.has(.synchronizedOutput) && query.delay(at: 0) == nil && query.leave == "")
    }

    @Test func `responses are awaited for a third of a second, or until the last one`() throws {
        var query = asked(CursesTerminalTests.everything)
        #expect(try #require(query.delay(at: 0.1)) > 0.1)
        #expect(query.delay(at: 0.4) == nil)
        _ = query.handle(.attributes([62])) { nil }
        #expect(query.delay(at: 0.1) == nil)
    }

    @Test func `the first response about a mode counts`() {
        var query = asked(FeatureChoice(modes: true))
        #expect(query.handle(.mode(2027, .reset)) { nil } == "\u{1B}[?2027h")
        // The state has changed by now, through our own request.
        #expect(query.handle(.mode(2027, .set)) { nil } == "")
        #expect(query.leave == "\u{1B}[?2027l")
        // Features that the terminal supports but that were not requested are not used.
        #expect(query.handle(.mode(2048, .reset)) { nil } == "")
        #expect(!query.has(.sizeReports))
    }

    @Test(arguments: [
        ("kitty(0.42.1)", "kitty", [0, 42, 1]), ("ghostty 1.2.0-main+abc", "ghostty", [1, 2, 0]),
        ("foot(1.16.2)", "foot", [1, 16, 2]),
        ("WezTerm 20240203-110809-5046fc22", "WezTerm", [20_240_203]), ("tmux 3.5a", "tmux", [3, 5]), ("", "", []),
        ("x", "x", []), ("VTE(99999999999999999999)", "VTE", [0]),
    ])
    func `names and versions are read in the forms that terminals use`(text: String, name: String, version: [Int]) {
        #expect(TerminalName(text).name == name && TerminalName(text).version == version)
    }
}
