import AppCore
import Canvas
import CardUI
import Cards
import Foundation
import Support
import Testing
import Theming

/// What stays visible where there is little room.
struct NarrowTests {
    @Test(arguments: 24...120)
    func `the hint for help stays in the footer`(columns: Int) throws {
        for connection in [SyncStatus.Connection.live, .stopped(.tls("the certificate is for another host"))] {
            var state = Scene.many.state(Size(columns: columns, rows: 20))
            state.syncStatus.connection = connection
            let (surface, _) = draw(&state, theme: .plain)
            #expect(surface.text(row: 19).contains("? help"), "\(surface.text(row: 19))")
        }
    }

    @Test func `without cards, an expired token is shown with a remedy`() {
        var state = Scene.allCaughtUp.state(Size(columns: 60, rows: 20))
        state.syncStatus.connection = .stopped(.authentication("The token has expired"))
        let (surface, report) = draw(&state, theme: .plain)
        let text = surface.plainText
        #expect(text.contains("The token has expired.") && text.contains("token_file") && text.contains("doctor"))
        #expect(report.hits.contains { $0.target == .retry })
        #expect(!text.contains(Strings.Empty.allCaughtUp))
    }

    @Test func `the hint to leave disappears from the footer last, except for help`() {
        for columns in 24...120 {
            var state = Scene.many.state(Size(columns: columns, rows: 20))
            let footer = draw(&state, theme: .plain).0.text(row: 19)
            let others = ["j move", "d dismiss", "s snooze", "m menu", "r refresh"].filter(footer.contains)
            if !others.isEmpty { #expect(footer.contains("q quit"), "\(footer)") }
            // While the connection is live, cards arrive without a refresh, so that hint is left out first.
            if others.count < 5 { #expect(!footer.contains("r refresh"), "\(footer)") }

            state.syncStatus.connection = .offline(since: .fixed(-240), .unreachable(server: "127.0.0.1:8080"))
            let offline = draw(&state, theme: .plain).0.text(row: 19)
            if offline.contains("q quit") { #expect(offline.contains("r refresh"), "\(offline)") }

            state.syncStatus.connection = .live
            state.show([Fixture.form])
            state.containers[0].focus = .input(name: "comment")
            let field = draw(&state, theme: .plain).0.text(row: 19)
            if field.contains("tab next") { #expect(field.contains("esc leave"), "\(field)") }
        }
    }

    @Test(arguments: 80...140) func `a message about a failure leaves space for the key to retry`(columns: Int) {
        var state = Scene.many.state(Size(columns: columns, rows: 20))
        state.syncStatus.connection = .offline(
            since: .fixed(-240), .unreachable(server: "https://cards-of-the-whole-company.internal.example:8443"))
        let footer = draw(&state, theme: .plain).0.text(row: 19)
        #expect(footer.contains("r refresh") && footer.contains("? help"), "\(footer)")
    }

    @Test(arguments: [24, 30, 40, 50, 60, 77, 78, 100, 200])
    func `the help cuts no key and no word`(columns: Int) throws {
        var shown = Set<String>()
        var state = Scene.help.state(Size(columns: columns, rows: 20))
        guard case .commands(let list)? = state.overlays.last else {
            Issue.record("the help is not open")
            return
        }
        for _ in list.items {
            let (surface, _) = draw(&state, theme: .plain)
            for row in 0..<20 { shown.formUnion(surface.text(row: row).split(separator: " ").map(String.init)) }
            _ = update(&state, .command(.scrollDown), at: .fixed)
        }
        for item in list.items {
            for word in (item.keys + " " + item.help).split(separator: " ") where word.count <= columns - 10 {
                #expect(shown.contains(String(word)), "\(word) at \(columns) columns")
            }
        }
    }

    @Test func `the end of the help can be scrolled to where it is long`() {
        var state = Scene.help.state(Size(columns: 40, rows: 12))
        _ = draw(&state, theme: .plain)
        for _ in 0..<100 {
            _ = update(&state, .command(.scrollPageDown), at: .fixed)
            _ = draw(&state, theme: .plain)
        }
        let (surface, _) = draw(&state, theme: .plain)
        #expect(surface.plainText.contains("Quit"), "\(surface.plainText)")
    }

    @Test(arguments: [Size(columns: 60, rows: 20), Size(columns: 80, rows: 24)])
    func `the placeholder of a snooze or date is not truncated`(size: Size) {
        for words in [Strings.Snooze.placeholder, Strings.Dates.placeholder] {
            #expect(TextLayout.width(of: SafeText(words)) <= min(46, size.columns - 6) - 2)
        }
    }
}
