import AppCore
import Canvas
import CardUI
import Cards
import Foundation
import Support
import Testing
import Theming

/// What a click does, with the hit regions of a drawn screen instead of regions that a test makes up.
struct ClickTests {
    private static let choices = [
        Card.Input.Choice(value: "g", label: "Good"), Card.Input.Choice(value: "f", label: "Fair"),
        Card.Input.Choice(value: "h", label: "Hard"),
    ]

    private func state(_ kind: Card.Input.Kind) -> AppState {
        let card = makeCard(
            "form",
            body: makeBody(components: [
                .input(Card.Input(name: "mood", label: "Mood", kind: kind)),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send"))),
                        Card.Button(text: "Later", action: .submit(Card.ButtonAction.Submission(buttonName: "later"))),
                    ])),
            ]))
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        state.show([card])
        return state
    }

    /// Clicks the middle of a text on the screen.
    private func click(_ text: String, in state: inout AppState) throws -> [Effect] {
        let (surface, _) = draw(&state, theme: .plain)
        for row in 0..<surface.size.rows {
            let line = surface.text(row: row)
            guard let range = line.range(of: text) else { continue }
            let column = line.distance(from: line.startIndex, to: range.lowerBound) + text.count / 2
            return update(&state, .clicked(Point(column: column, row: row)), at: .fixed)
        }
        Issue.record("no “\(text)” in \(surface.plainText)")
        return []
    }

    /// Symbols: event-redirect-detail
    @Test func `a click on a link in a text opens it, and reports the link`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        let text = Card.TextBlock(text: "Have a look at [the offer](https://example.org/2)")
        state.show([makeCard("c1", body: makeBody(components: [.text(text)]))])
        state.settings.features.opensLinks = true
        _ = state.drainReports()
        #expect(try click("the offer", in: &state) == [.openLink("https://example.org/2")])
        let redirections = state.drainReports().map(\.detail).filter { $0.kind == .userRedirected }
        #expect(
            redirections == [
                .userRedirected(to: .url("https://example.org/2"), by: SDKEvent.RedirectSource.textLink)
            ])
    }

    // MARK: Sheets and hints

    @Test(arguments: ["s", "i"]) func `a click beside a sheet closes it, and a click on it does not`(key: String) throws
    {
        var state = state(.toggle(defaultValue: false))
        _ = update(&state, .keyPressed(try #require(KeyChord(name: key))), at: .fixed)
        _ = draw(&state, theme: .plain)
        let sheet = try #require(state.frames.last.hits.first { $0.target == .sheet }?.rect)
        _ = update(&state, .clicked(Point(column: sheet.minColumn + 1, row: sheet.minRow)), at: .fixed)
        #expect(state.overlays.count == 1)
        let outside = Point(column: 0, row: 0)
        #expect(!sheet.contains(outside))
        _ = update(&state, .clicked(outside), at: .fixed)
        #expect(state.overlays.isEmpty)
    }

    @Test func `a click beside a line keeps its typed text`() throws {
        var state = state(.toggle(defaultValue: false))
        for key in ["|", "j", "q"] { _ = update(&state, .keyPressed(KeyChord(.character(Character(key)))), at: .fixed) }
        _ = draw(&state, theme: .plain)
        _ = update(&state, .clicked(Point(column: 0, row: 0)), at: .fixed)
        #expect(state.overlays.count == 1)
        for _ in 0..<2 { _ = update(&state, .keyPressed(.backspace), at: .fixed) }
        _ = update(&state, .clicked(Point(column: 0, row: 0)), at: .fixed)
        #expect(state.overlays.isEmpty)
    }

    @Test func `a click on a hint does what its key does`() throws {
        var state = state(.toggle(defaultValue: false))
        state.size = Size(columns: 110, rows: 30)
        _ = try click("? help", in: &state)
        guard case .commands? = state.overlays.last else {
            Issue.record("help is not open")
            return
        }
        _ = update(&state, .keyPressed(.escape), at: .fixed)
        #expect(try click("s snooze", in: &state).isEmpty)
        #expect(state.overlays.count == 1)
        // The hints of a sheet can be clicked as well.
        _ = try click("esc close", in: &state)
        #expect(state.overlays.isEmpty)
        #expect(try click("q quit", in: &state) == [.quit(code: 0)])
    }

    @Test(arguments: [Size(columns: 60, rows: 20), Size(columns: 40, rows: 12)])
    func `a click on a sheet's hint for closing closes it, also if the sheet fills the screen`(size: Size) throws {
        var state = Scene.one.state(size)
        for key in ["?", ":", "m", "i"] {
            _ = update(&state, .keyPressed(KeyChord(.character(Character(key)))), at: .fixed)
            try #require(state.overlays.count == 1)
            let close = try place(of: "close", in: &state)
            _ = update(&state, .clicked(close), at: .fixed)
            #expect(state.overlays.isEmpty, "\(key)")
        }
    }

    @Test func `a click on a hint is ignored while keys are ignored because a card has just changed`() throws {
        var state = state(.toggle(defaultValue: false))
        state.show([question("First", "yes"), question("Second", "yes")])
        _ = draw(&state, theme: .plain)
        let hint = try #require(state.frames.last.hits.first { $0.target == .command(.dismiss) }?.rect.origin)
        state.start.hasInteracted = true
        let second = question("Second", "yes")
        let window = CardWindow(
            items: [CardWindow.Item(id: second.id, version: 1, content: .card(second))], totalCount: 1,
            hasEverHadCard: true)
        _ = update(&state, .feedArrived(state.containers[0].id, window), at: .fixed)
        _ = draw(&state, theme: .plain)
        #expect(update(&state, .clicked(hint), at: .fixed).isEmpty)
        #expect(state.toasts.current?.text == Strings.Toasts.listChanged)
        #expect(update(&state, .clicked(hint), at: .fixed(0.4)) == [.respond(second.id, second.streamID, .dismiss)])
    }

    // MARK: Changes without a key press

    private func answers(_ effects: [Effect]) -> [String] {
        effects.compactMap { effect in
            if case .respond(let card, _, .submit(let button, _)) = effect { "\(card) \(button)" } else { nil }
        }
    }

    private func question(_ id: String, _ buttons: String..., lifecycle: String? = nil) -> Card {
        var body = makeBody(components: [
            .headline(Card.Headline(text: id)),
            .buttons(
                Card.ButtonContainer(
                    buttons: buttons.map {
                        Card.Button(text: $0, action: .submit(Card.ButtonAction.Submission(buttonName: $0)))
                    })),
        ])
        body.lifecycleID = lifecycle
        return makeCard(id, body: body)
    }

    /// Delivers cards at second 10, without a key press.
    private func receive(_ cards: [Card], in state: inout AppState) {
        let window = CardWindow(
            items: cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) },
            totalCount: cards.count, hasEverHadCard: true)
        _ = update(&state, .feedArrived(state.containers[0].id, window), at: .fixed(10))
    }

    /// The position of a text on the screen.
    private func place(of text: String, in state: inout AppState) throws -> Point {
        let (surface, _) = draw(&state, theme: .plain)
        let row = try #require((0..<surface.size.rows).first { surface.text(row: $0).contains(text) })
        let line = surface.text(row: row)
        let start = try #require(line.range(of: text)).lowerBound
        return Point(column: line.distance(from: line.startIndex, to: start), row: row)
    }

    /// The changes: a next edition whose buttons are in reverse order, and a new card at the top.
    static let news = ["edition", "arrival"]

    @Test(arguments: news) func `a late click does not reach an element that has replaced another one`(news: String)
        throws
    {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        state.show([question("Pay 100", "Approve", "Reject", lifecycle: "pay"), question("Other", "Yes")])
        let aim = try place(of: "Reject", in: &state)
        let cards =
            news == "edition"
            ? [question("Pay 9999", "Reject", "Approve", lifecycle: "pay"), question("Other", "Yes")]
            : [
                question("On top", "First", "Second"), question("Pay 100", "Approve", "Reject", lifecycle: "pay"),
                question("Other", "Yes"),
            ]
        receive(cards, in: &state)
        _ = draw(&state, theme: .plain)
        #expect(answers(update(&state, .clicked(aim), at: .fixed(10.3))) == [])
        #expect(state.toasts.current?.text.contains("screen moved") == true)
        // Half a second later, a click counts for what is there now.
        #expect(answers(update(&state, .clicked(aim), at: .fixed(10.6))).count == 1)
    }

    @Test
    func
        `elements that moved after the user's own answer can be clicked, but not by the second click of a double click`()
        throws
    {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        let cards = [question("First", "Gone"), question("Second", "Gone"), question("Third", "Gone")]
        state.show(cards)
        let aim = try place(of: "Gone", in: &state)
        #expect(answers(update(&state, .clicked(aim), at: .fixed(9.9))) == ["First Gone"])
        receive(Array(cards.dropFirst()), in: &state)
        _ = draw(&state, theme: .plain)
        #expect(answers(update(&state, .clicked(aim), at: .fixed(10.1))) == [])
        // Elsewhere, or a moment later, it is a separate click.
        let other = try place(of: "1 Gone", in: &state)
        #expect(other != aim)
        #expect(answers(update(&state, .clicked(other), at: .fixed(10.15))) == ["Second Gone"])
    }

    @Test func `a double click on a hint answers one card, and does not press what the first click focused`() throws {
        var state = Scene.one.state(Size(columns: 80, rows: 20))
        let cards = [question("First", "Yes"), question("Second", "Yes")]
        state.show(cards)
        let dismiss = try place(of: "d dismiss", in: &state)
        #expect(update(&state, .clicked(dismiss), at: .fixed(9.9)).contains(.respond("First", "ops", .dismiss)))
        receive(Array(cards.dropFirst()), in: &state)
        _ = draw(&state, theme: .plain)
        #expect(!update(&state, .clicked(dismiss), at: .fixed(10.05)).contains(.respond("Second", "ops", .dismiss)))
        let enter = try place(of: "enter", in: &state)
        _ = update(&state, .clicked(enter), at: .fixed(11))
        #expect(state.containers[0].focus == .button(0))
        _ = draw(&state, theme: .plain)
        #expect(answers(update(&state, .clicked(enter), at: .fixed(11.2))) == [])
        #expect(answers(update(&state, .clicked(enter), at: .fixed(11.6))) == ["Second Yes"])
    }

    @Test func `a double click on a dropdown opens its list`() throws {
        var state = state(.dropdown(items: Self.choices, defaultValue: nil))
        let aim = try place(of: "▾", in: &state)
        _ = update(&state, .clicked(aim), at: .fixed)
        try #require(state.overlays.count == 1)
        _ = draw(&state, theme: .plain)
        _ = update(&state, .clicked(aim), at: .fixed(0.15))
        #expect(state.overlays.count == 1)
    }

    @Test func `a click on a card accepts the filter that is being typed`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        state.show([question("First", "Yes")])
        _ = draw(&state, theme: .plain)
        _ = update(&state, .keyPressed(KeyChord(.character("/"))), at: .fixed)
        _ = update(&state, .keyPressed(KeyChord(.character("f"))), at: .fixed)
        receive([question("First", "Yes")], in: &state)
        let effects = try click("1 Yes", in: &state)
        #expect(
            answers(effects) == ["First Yes"] && state.overlays.isEmpty,
            "\(effects) \(String(describing: state.toasts.current)) \(state.overlays)")
        #expect(state.containers[0].typedFilter?.text == "f")
    }

    @Test func `a click on an element that has not moved is not late`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        state.show([question("Pay 100", "Approve", "Reject"), question("Other", "Yes")])
        let aim = try place(of: "Reject", in: &state)
        receive([question("Pay 100", "Approve", "Reject"), question("Third", "No")], in: &state)
        _ = draw(&state, theme: .plain)
        #expect(answers(update(&state, .clicked(aim), at: .fixed(10.1))) == ["Pay 100 Reject"])
    }

    @Test func `an element that a key moved can be clicked immediately`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        state.show((1...9).map { question("card \($0)", "Yes \($0)") })
        _ = draw(&state, theme: .plain)
        _ = update(&state, .keyPressed(KeyChord(.character("G"))), at: .fixed)
        let aim = try place(of: "Yes 9", in: &state)
        #expect(answers(update(&state, .clicked(aim), at: .fixed)) == ["card 9 Yes 9"])
    }

    private func value(in state: AppState) -> FieldValue? { state.forms[CardID("form")]?.values["mood"] }

    @Test(arguments: ["Good", "Fair", "Hard"]) func `a click on a choice chooses it`(label: String) throws {
        let wanted = Self.choices.first { $0.label == label }?.value
        var radio = state(.radioGroup(items: Self.choices, defaultValue: nil))
        _ = try click("( ) \(label)", in: &radio)
        #expect(value(in: radio) == .choice(wanted))
        var boxes = state(.checkboxGroup(items: Self.choices, defaultValue: []))
        _ = try click("[ ] \(label)", in: &boxes)
        guard case .checked(let checked, _)? = value(in: boxes) else {
            Issue.record("\(String(describing: value(in: boxes)))")
            return
        }
        #expect(checked == [wanted])
    }

    @Test func `a click on a button presses it, wherever the focus is`() throws {
        for (label, name) in [("1 Send", "send"), ("2 Later", "later")] {
            var state = state(.radioGroup(items: Self.choices, defaultValue: nil))
            _ = try click("( ) Fair", in: &state)
            let effects = try click(label, in: &state)
            let submits = effects.compactMap { effect in
                if case .respond(_, _, .submit(let button, let values)) = effect { (button, values) } else { nil }
            }
            #expect(submits.map(\.0) == [name], "\(effects)")
            #expect(submits.first?.1["mood"] == "f")
        }
    }

    @Test func `a click on the menu sign opens the menu, and a click on the dismiss sign dismisses`() throws {
        var state = Scene.one.state(Size(columns: 60, rows: 20))
        state.show([makeCard("a"), makeCard("b")])
        let (surface, _) = draw(&state, theme: .plain)
        let signs = (0..<20).filter { surface.text(row: $0).contains("⋯ m") }
        #expect(signs.count == 2)
        // The sign of the second card, which is not selected.
        let line = surface.text(row: signs[1])
        let sign = try #require(line.range(of: "⋯"))
        let column = line.distance(from: line.startIndex, to: sign.lowerBound)
        _ = update(&state, .clicked(Point(column: column, row: signs[1])), at: .fixed)
        #expect(state.containers[0].selection == "b")
        guard case .menu? = state.overlays.last else {
            Issue.record("\(state.overlays)")
            return
        }
        var other = Scene.one.state(Size(columns: 60, rows: 20))
        other.show([makeCard("a", body: makeBody(actions: ActionProperties(overflowMenu: .dismiss)))])
        let effects = try click("✕ d", in: &other)
        #expect(effects.contains { if case .respond("a", _, .dismiss) = $0 { true } else { false } }, "\(effects)")
    }

    @Test func `a click beside the choices focuses them`() throws {
        var state = state(.radioGroup(items: Self.choices, defaultValue: nil))
        _ = try click("Mood", in: &state)
        #expect(state.containers[0].focus == .input(name: "mood"))
        #expect(value(in: state) == nil || value(in: state) == .choice(nil))
    }

    @Test func `a click on a stepper's signs changes its value`() throws {
        var state = state(
            .stepper(defaultValue: JSONNumber(2), minimum: JSONNumber(0), maximum: JSONNumber(3), step: JSONNumber(1)))
        _ = try click("›", in: &state)
        #expect(value(in: state) == .stepper(JSONNumber(3)))
        #expect(state.containers[0].focus == .input(name: "mood"))
        _ = try click("›", in: &state)
        #expect(value(in: state) == .stepper(JSONNumber(3)))
        for _ in 0..<2 { _ = try click("‹", in: &state) }
        #expect(value(in: state) == .stepper(JSONNumber(1)))
        // A click elsewhere on the field only gives it the focus.
        _ = try click("Mood", in: &state)
        #expect(value(in: state) == .stepper(JSONNumber(1)))
    }

    @Test func `a click on a position dot selects its card, and one on a header focuses its container`() throws {
        var state = AppState.desk(Size(columns: 120, rows: 40))
        state.containers[0].window.items.removeLast(state.containers[0].window.items.count - 4)
        state.containers[0].window.totalCount = 4
        state.containers[0].window.offset = 0
        let strip = state.containers[0]
        try #require(state.focusedContainer?.id != strip.id)
        _ = try click("Highlights", in: &state)
        #expect(state.focusedContainer?.id == strip.id && state.containers[0].selection == strip.selection)
        let (_, report) = draw(&state, theme: .plain)
        let dots = report.hits.compactMap { hit in
            if case .position(strip.id, let position) = hit.target { (position, hit.rect) } else { nil }
        }
        #expect(dots.map(\.0) == Array(strip.window.items.indices))
        let second = try #require(dots.dropFirst().first?.1)
        _ = update(&state, .clicked(second.origin), at: .fixed)
        #expect(state.containers[0].selection == strip.window.items[1].id)
    }
}
