import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

import struct Foundation.Date

/// No key acts on a card whose title is not on the screen: decision 0051.
struct RecognizedActsTests {
    @Test(arguments: 0..<12) func `an action applies only to a card whose title is visible, whatever moves the cards`(
        seed: Int
    ) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 977 &+ 5)
        var tally = RandomViewer.Tally()
        for run in 0..<12 {
            var viewer = RandomViewer(random: random)
            for step in 0..<24 {
                if let problem = viewer.step() {
                    Issue.record("seed \(seed), run \(run), step \(step): \(problem)")
                    break
                }
            }
            tally.acts += viewer.tally.acts
            tally.shown += viewer.tally.shown
            random = viewer.random
        }
        // Checks that the random users acted often enough.
        #expect(tally.acts > 20)
        #expect(tally.shown > 3)
    }

    /// Eight cards of eleven rows, in a viewport of about twenty rows.
    private func page() -> AppState {
        var state = AppState(
            size: Size(columns: 100, rows: 30), now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))],
            syncStatus: SyncStatus(connection: .live))
        state.launch = .ready
        state.show(
            (1...8).map { number in
                makeCard(
                    "c\(number)",
                    body: makeBody(title: "Card \(number)", text: (1...5).map { "Line \($0)" }.joined(separator: "\n")))
            })
        _ = draw(&state, theme: .plain)
        return state
    }

    private func press(_ name: String, _ state: inout AppState) throws -> [Effect] {
        let effects = update(&state, .keyPressed(try #require(KeyChord(name: name))), at: .fixed(10))
        repeat { _ = draw(&state, theme: .plain) } while state.awaitsLayout
        return effects.acts
    }

    @Test(arguments: ["ctrl-f", "ctrl-d", "ctrl-b", "ctrl-u"])
    func `paging selects a card that can be acted on as it stands`(key: String) throws {
        var state = page()
        if key == "ctrl-b" || key == "ctrl-u" { _ = try press("G", &state) }
        for _ in 0..<4 {
            _ = try press(key, &state)
            let selection = try #require(state.containers[0].selection)
            let layout = try #require(state.frames.last.container(ContainerID("main")))
            let card = try #require(layout.card(selection))
            #expect(card.top >= 0)
            #expect(card.top + card.height <= layout.viewport.size.rows)
        }
    }

    @Test(arguments: ["d", "1", "s", "+", "m", "y", "space"])
    func `a key for a hidden card first shows it, and acts the second time`(key: String) throws {
        var state = page()
        // Selects a card out of sight, which no movement of the user can do.
        state.containers[0].selection = CardID("c7")
        _ = draw(&state, theme: .plain)
        #expect(try press(key, &state) == [])
        #expect(state.toasts.current?.text == Strings.Toasts.cardShown)
        #expect(state.overlays.isEmpty)
        #expect(state.containers[0].marks.isEmpty)
        let layout = try #require(state.frames.last.container(ContainerID("main")))
        #expect(layout.card(CardID("c7"))?.isRecognizable(with: nil, viewportHeight: layout.viewport.size.rows) == true)
        let effects = try press(key, &state)
        #expect(!effects.isEmpty || !state.overlays.isEmpty || !state.containers[0].marks.isEmpty, "\(key)")
    }

    @Test func `another action on a card that was shown for the first one requires it to be visible`() throws {
        var state = page()
        state.containers[0].selection = CardID("c7")
        _ = draw(&state, theme: .plain)
        #expect(try press("d", &state) == [])
        // The card is out of sight again.
        state.containers[0].anchor = ScrollAnchor(card: CardID("c1"))
        _ = draw(&state, theme: .plain)
        #expect(try press("1", &state) == [])
        #expect(try press("1", &state) != [])
    }

    @Test func `a new card is marked as above unless its title is visible`() throws {
        var state = page()
        state.containers[0].selection = CardID("c2")
        state.containers[0].window.items[0].unseenCount = 1
        let height = try #require(state.frames.last.containers[0].cards.first).height
        // The last row is the card's border. The title stays visible while there is room for it.
        for (line, isMarked) in [(0, false), (1, false), (height - 1, true)] {
            state.containers[0].anchor = ScrollAnchor(card: CardID("c1"), line: line)
            let (surface, report) = draw(&state, theme: .plain)
            let card = try #require(report.containers[0].cards.first)
            try #require(card.id.rawValue == "c1" && card.top == -line)
            #expect(surface.text(row: 0).contains("1 new") == isMarked, "line \(line)")
        }
    }

    @Test(arguments: ["d", "1"])
    func `a card that was shown for an action and has left the screen is shown again`(key: String) throws {
        var state = page()
        state.containers[0].selection = CardID("c7")
        _ = draw(&state, theme: .plain)
        #expect(try press(key, &state) == [])
        for _ in 0..<2 {
            state.containers[0].anchor = ScrollAnchor(card: CardID("c1"))
            _ = draw(&state, theme: .plain)
            #expect(try press(key, &state) == [])
        }
        #expect(try press(key, &state) != [])
    }

    /// A card with a button far below its title.
    private func tall() -> AppState {
        var state = page()
        let components: [Card.Component] = [
            .headline(Card.Headline(text: "Tall one")),
            .text(Card.TextBlock(text: (1...60).map { "Line \($0)" }.joined(separator: "\n"))),
            .buttons(
                Card.ButtonContainer(buttons: [Card.Button(text: "Go", action: .submit(.init(buttonName: "go")))])),
        ]
        state.show([makeCard("tall", body: makeBody(components: components)), makeCard("next")])
        _ = draw(&state, theme: .plain)
        return state
    }

    private func screen(_ state: inout AppState) -> String { draw(&state, theme: .plain).0.plainText }

    @Test func `the title of a tall card stays on the first row while the card scrolls`() throws {
        var state = tall()
        for _ in 0..<3 {
            _ = try press("ctrl-d", &state)
            let rows = screen(&state).split(separator: "\n")
            #expect(rows.contains { $0.contains("Tall one") })
            #expect(state.containers[0].selection == CardID("tall"))
        }
    }

    @Test func `a digit shows the button of a tall card first, below its title, and presses it the second time`() throws
    {
        var state = tall()
        #expect(try press("1", &state) == [])
        #expect(state.toasts.current?.text == Strings.Toasts.elementShown)
        state.toasts = ToastQueue()
        let text = screen(&state)
        #expect(text.contains("Tall one") && text.contains("Go") && !text.contains("Line 1\n"), "\(text)")
        #expect(try press("1", &state) != [])
    }

    @Test func `a key after a refused one does not count as its repetition`() throws {
        var state = tall()
        #expect(try press("1", &state) == [])
        // The key was meant for what the first key would have opened.
        #expect(try press("d", &state) == [])
        #expect(try press("d", &state) == [.respond(CardID("tall"), StreamID("ops"), .dismiss)])
    }

    @Test func `a visible button of a tall card is pressed immediately`() throws {
        var state = tall()
        _ = try press("G", &state)
        state.containers[0].selection = CardID("tall")
        state.containers[0].scrollIntent = .revealElement(.button(0))
        _ = draw(&state, theme: .plain)
        #expect(try press("1", &state) != [])
    }

    @Test func `a click on a button of a tall card presses it immediately`() throws {
        var state = tall()
        state.containers[0].scrollIntent = .revealElement(.button(0))
        _ = draw(&state, theme: .plain)
        let button = try #require(
            state.frames.last.hits.last { hit in
                if case .element(_, _, .button(0)) = hit.target { true } else { false }
            })
        state.settleForClick()
        #expect(update(&state, .clicked(button.rect.origin), at: .fixed(20)).acts != [])
    }

    @Test func `keys typed ahead do not act on a card that no frame has shown`() throws {
        var state = page()
        state.framePresented()
        // All keys of one burst: each is laid out for the next, and no frame is presented.
        #expect(try press("G", &state) == [])
        #expect(try press("1", &state) == [])
        #expect(state.toasts.current?.text == Strings.Toasts.cardShown)
        #expect(try press("d", &state) == [])
        state.framePresented()
        #expect(try press("d", &state) != [])
    }

    @Test func `keys typed ahead act on cards that are on the screen`() throws {
        var state = page()
        state.framePresented()
        #expect(try press("j", &state) == [])
        #expect(try press("d", &state) == [.respond(CardID("c2"), StreamID("ops"), .dismiss)])
    }

    @Test func `a container without space for a card does not act on it`() throws {
        var state = page()
        var report = state.frames.last
        report.containers[0].viewport = .zero
        report.containers[0].cards = []
        _ = state.adopt(report)
        for _ in 0..<3 {
            let effects = update(&state, .keyPressed(try #require(KeyChord(name: "d"))), at: .fixed(10))
            #expect(effects.acts == [])
        }
        #expect(state.toasts.current?.text == Strings.Toasts.noRoomForCard(zoomKey: nil))
    }
}

extension [Effect] {
    /// The effects without those that only record which cards were seen.
    fileprivate var acts: [Effect] { filter { if case .recordSeen = $0 { false } else { true } } }
}
