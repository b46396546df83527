import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

@Suite struct CardSheetTests {
    private func sheet(_ cards: [Card], columns: Int = 80, subview: String? = nil) -> CardSheet {
        let items = cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) }
        return CardSheet(items, theme: .plain, columns: columns, subview: subview, now: .fixed)
    }

    @Test(arguments: [10, 20, 43, 44, 45, 60, 80, 82, 83, 84])
    func `a card is drawn with exactly the requested width`(columns: Int) {
        #expect(sheet([Fixture.form], columns: columns).surface.size.columns == columns)
    }

    @Test func `the drawing has the same rows as the viewer's screen`() {
        var state = Scene.one.state(Size(columns: 82, rows: 60))
        state.show([Fixture.expense, Fixture.deploy])
        let screen = draw(&state, theme: .plain).0
        let sheet = sheet([Fixture.expense, Fixture.deploy])
        for row in 0..<sheet.surface.size.rows {
            let shown = screen.text(row: row + 2).dropFirst().dropLast()
            #expect(sheet.surface.text(row: row) == String(shown))
        }
        #expect(sheet.surface.size.rows == sheet.cards.map { $0.top + $0.height }.max())
    }

    @Test func `a card whose menu is empty shows none`() {
        func text(_ actions: ActionProperties) -> String {
            sheet([makeCard("a", body: makeBody(actions: actions))]).surface.plainText
        }
        #expect(text(ActionProperties()).contains("⋯"))
        #expect(!text(ActionProperties(isDismissOverflowEnabled: false, isSnoozeOverflowEnabled: false)).contains("⋯"))
    }

    @Test func `a card higher than any screen is drawn completely`() {
        let sheet = sheet([Fixture.tall, Fixture.expense])
        #expect(sheet.cards.map(\.id) == [Fixture.tall.id, Fixture.expense.id])
        #expect(sheet.surface.plainText.contains("Line 80 of the story."))
        #expect(sheet.surface.plainText.hasSuffix("╯"))
    }

    @Test func `many cards are all drawn`() {
        let sheet = sheet(Fixture.many + Fixture.wide + [Fixture.tall, Fixture.form])
        #expect(sheet.cards.count == Fixture.many.count + 4)
    }

    @Test func `a subview is drawn in place of its card`() {
        let text = sheet([Fixture.expense], subview: "details").surface.plainText
        #expect(text.contains("The offer in detail") && !text.contains("Three nights"))
    }

    @Test func `hit regions are on the drawing, and a button's region covers its label`() throws {
        let sheet = sheet([Fixture.expense])
        let bounds = Rect(origin: .zero, size: sheet.surface.size)
        #expect(sheet.hits.allSatisfy { $0.rect.intersection(bounds) == $0.rect })
        let container = ContainerID("sheet")
        let button = try #require(
            sheet.hits.first { $0.target == .element(container, Fixture.expense.id, .button(1)) })
        let row = Array(sheet.surface.text(row: button.rect.minRow))
        #expect(String(row[button.rect.columns]) == "▐ 2 Reject ▌")
    }

    private func pressed(_ card: Card, _ keys: String) -> String {
        let items = [CardWindow.Item(id: card.id, version: 1, content: .card(card))]
        let chords = keys.split(separator: " ").compactMap { KeyChord(name: String($0)) }
        return CardSheet(items, theme: .plain, columns: 80, now: .fixed, keys: chords).surface.plainText
    }

    @Test func `keys are applied before the card is drawn, and growing parts are visible`() {
        #expect(!pressed(Fixture.form, "").contains("Amount in EUR is required"))
        let text = pressed(Fixture.form, "1")
        #expect(text.contains("Amount in EUR is required") && text.contains("1 Send") && text.hasSuffix("╯"))
        #expect(pressed(Fixture.form, "tab 4 2").contains("42"))
        #expect(pressed(Fixture.expense, "3").contains("The offer in detail"))
    }

    @Test func `a menu is drawn over the card`() {
        let text = pressed(Fixture.notice, "s")
        #expect(text.contains(Strings.Snooze.name) && text.contains(Strings.Snooze.tomorrow))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 30)
    }

    @Test func `without cards, the drawing is empty`() {
        #expect(sheet([]).surface.size.rows == 0)
    }
}
