import Canvas
import Cards
import Support
import Testing

@testable import AppCore

/// Several containers on screens: which one has the keys, and what each kind shows.
struct ContainerTests {
    private static let (strip, today, urgent) = (ContainerID("strip"), ContainerID("today"), ContainerID("urgent"))

    /// A strip above a list beside a single card, with a modal container; the second screen has the strip alone.
    private func desk(loadsNext: Bool = true, without missing: ContainerID? = nil) -> AppState {
        var options = ContainerOptions()
        options.loadsNext = loadsNext
        let arrangement = Arrangement.rows([
            .init(.cells(10), .container(Self.strip)),
            .init(.fill, .columns([.init(.fill, .container(main)), .init(.fill, .container(Self.today))])),
        ])
        var state = AppState(
            size: Size(columns: 120, rows: 40), now: .fixed,
            containers: [
                ContainerModel(id: main, streamID: ops),
                ContainerModel(id: Self.strip, kind: .horizontal, streamID: StreamID("strip")),
                ContainerModel(id: Self.today, kind: .single, streamID: StreamID("today"), options: options),
                ContainerModel(id: Self.urgent, kind: .modal, streamID: StreamID("urgent")),
                ContainerModel(id: ContainerID("later"), streamID: StreamID("later")),
            ],
            screens: [
                ScreenModel(name: "desk", arrangement, modals: [Self.urgent], focus: main),
                ScreenModel(name: "later", .container(ContainerID("later"))),
            ])
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        _ = state.startWindows()
        for (id, cards) in [(main, ["a", "b"]), (Self.strip, ["s1", "s2", "s3"]), (Self.today, ["t1", "t2"])] {
            _ = update(&state, .feedArrived(id, .of(cards)), at: .fixed)
        }
        if missing != Self.urgent { _ = update(&state, .feedArrived(Self.urgent, .of([String]())), at: .fixed) }
        state.layOut()
        return state
    }

    @Test func `the other screens are loaded once the shown one has its cards`() {
        var state = desk(without: Self.urgent)
        #expect(state.container(ContainerID("later"))?.isStarted == false)
        let later = Effect.window(ContainerID("later"), FeedQuery(streamID: StreamID("later")))
        let effects = update(&state, .feedArrived(Self.urgent, .of([String]())), at: .fixed)
        #expect(effects.contains(later))
        // The window is requested only once.
        #expect(state.press("]") == [] && state.press("alt-2") == [])
        #expect(state.screen?.name == "later")
    }

    @Test func `a screen that is shown earlier is loaded immediately`() {
        var state = desk(without: Self.urgent)
        #expect(state.press("]") == [.window(ContainerID("later"), FeedQuery(streamID: StreamID("later")))])
    }

    @Test func `a hidden screen counts each new card once, without the cards of the shown screen`() {
        var state = desk()
        var window = CardWindow.of(["l1", "l2"])
        for index in window.items.indices { window.items[index].unseenCount = 1 }
        _ = update(&state, .feedArrived(ContainerID("later"), window), at: .fixed)
        #expect(state.newCount(onScreen: 1) == 2)
        let later = state.containers[state.containers.count - 1]
        state.containers.append(ContainerModel(id: ContainerID("twice"), streamID: later.streamID))
        state.containers[state.containers.count - 1].window = window
        state.screens[1].modals = [ContainerID("twice")]
        #expect(state.newCount(onScreen: 1) == 2)
        state.screens[0].modals.append(ContainerID("twice"))
        #expect(state.newCount(onScreen: 1) == 0)
    }

    @Test(arguments: [
        ("ctrl-up", "strip"), ("ctrl-right", "today"), ("ctrl-left", "main"), ("ctrl-down", "main"), ("w", "today"),
    ])
    func `keys move between containers`(key: String, expected: String) {
        var state = desk()
        _ = state.press(key)
        #expect(state.focusedContainer?.id.rawValue == expected)
    }

    @Test func `moving down from the strip goes to the container with the largest part below it`() {
        var state = desk()
        _ = state.press("ctrl-up", "ctrl-down")
        #expect(state.focusedContainer?.id == main)
        _ = state.press("w", "w", "w")
        #expect(state.focusedContainer?.id == main)
    }

    @Test func `keys act on the focused container`() {
        var state = desk()
        _ = state.press("ctrl-up", "l", "l")
        #expect(state.container(Self.strip)?.selection == CardID("s3"))
        #expect(state.container(main)?.selection == CardID("a"))
        _ = state.press("h")
        #expect(state.press("d") == [.respond(CardID("s2"), ops, .dismiss)])
    }

    @Test func `at the last card, the hint names the way back`() {
        var state = desk()
        _ = state.press("ctrl-up")
        func keys() -> [String] { KeyHint.all(for: state).filter { $0.word == "move" }.map(\.key) }
        #expect(keys() == ["l"])
        _ = state.press("l", "l")
        #expect(keys() == ["h"])
        _ = update(&state, .feedArrived(Self.strip, .of(["s3"])), at: .fixed)
        #expect(keys() == [])
    }

    @Test func `in a list, there is no container beside a card`() {
        var state = desk()
        _ = state.press("l")
        #expect(state.selection == "a")
        #expect(state.toast == Strings.Disabled.notBeside)
    }

    @Test func `a click moves the focus to its container`() {
        var state = desk()
        let place = state.frames.last.places.first { $0.container == Self.today }
        _ = update(&state, .clicked(place?.rect.origin ?? .zero), at: .fixed)
        #expect(state.focusedContainer?.id == Self.today)
    }

    @Test func `the wheel scrolls the container under the pointer and does not move the focus`() {
        var state = desk()
        _ = update(&state, .wheelTurned(3, over: Point(column: 3, row: 3)), at: .fixed)
        #expect(state.container(Self.strip)?.selection == CardID("s2"))
        #expect(state.focusedContainer?.id == main)
    }

    @Test func `zoom shows one container on the whole screen, and then all again`() {
        var state = desk()
        _ = state.press("z")
        state.layOut()
        #expect(state.frames.last.places.map(\.container) == [main])
        _ = state.press("z")
        state.layOut()
        #expect(state.frames.last.places.count == 3)
    }

    @Test func `a container that the user has not been in stays at its start while cards arrive`() {
        var state = desk()
        _ = update(&state, .timePassed, at: .fixed(60))
        _ = state.press("j")
        for cards in [["n1", "s1", "s2", "s3"], ["n2", "n1", "s1", "s2", "s3"]] {
            _ = update(&state, .feedArrived(Self.strip, .of(cards)), at: .fixed(60))
            state.layOut()
            #expect(state.container(Self.strip)?.selection == CardID(cards[0]))
        }
        _ = state.press("ctrl-up")
        _ = update(&state, .feedArrived(Self.strip, .of(["n3", "n2", "n1"])), at: .fixed(61))
        #expect(state.container(Self.strip)?.selection == CardID("n2"))
        _ = state.press("ctrl-down")
        _ = update(&state, .feedArrived(Self.strip, .of(["n4", "n3", "n2", "n1"])), at: .fixed(62))
        #expect(state.container(Self.strip)?.selection == CardID("n2"))
    }

    @Test func `a container that the user has turned with the wheel stays where it is`() {
        var state = desk()
        _ = update(&state, .wheelTurned(3, over: Point(column: 3, row: 3)), at: .fixed)
        _ = update(&state, .feedArrived(Self.strip, .of(["n1", "s1", "s2", "s3"])), at: .fixed(60))
        #expect(state.container(Self.strip)?.selection == CardID("s2"))
    }

    @Test func `the container with the keys keeps the card that the user may be reading`() {
        var state = desk()
        _ = update(&state, .timePassed, at: .fixed(60))
        _ = update(&state, .feedArrived(main, .of(["n", "a", "b"])), at: .fixed(60))
        #expect(state.container(main)?.selection == CardID("a"))
    }

    // MARK: Modal

    /// Symbols: container-modal
    @Test func `a modal container opens with its first card, takes the focus, and closes with its last card`() {
        var state = desk()
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1", "u2"])), at: .fixed)
        #expect(state.focusedContainer?.id == Self.urgent)
        state.layOut()
        #expect(state.container(Self.urgent)?.window.items.count == 1)
        _ = update(&state, .timePassed, at: .fixed(1))
        _ = state.press("w")
        #expect(state.focusedContainer?.id == Self.urgent && state.toast == Strings.Disabled.modal)
        _ = state.press("esc")
        #expect(state.focusedContainer?.id == Self.urgent && state.toast == "Answer, dismiss or snooze this card first")
        #expect(state.press("d") == [.respond(CardID("u1"), ops, .dismiss)])
        _ = update(&state, .feedArrived(Self.urgent, .of(["u2"])), at: .fixed(1))
        #expect(state.focusedContainer?.selection == CardID("u2"))
        _ = update(&state, .feedArrived(Self.urgent, .of([String]())), at: .fixed(1))
        #expect(state.focusedContainer?.id == main)
    }

    @Test func `a key that answered one modal card answers neither the next one nor the card behind`() {
        var state = desk()
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1", "u2"])), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(5))
        state.layOut()
        #expect(state.press("d") == [.respond(CardID("u1"), ops, .dismiss)])
        _ = update(&state, .feedArrived(Self.urgent, .of(["u2"])), at: .fixed(5.1))
        #expect(state.focusedContainer?.selection == CardID("u2") && state.press("d") == [])
        #expect(state.toast == "This card just appeared: press again")
        // A key that is held down repeats.
        for tenth in 2...12 {
            _ = update(&state, .timePassed, at: .fixed(5 + Double(tenth) / 10))
            #expect(state.press("d") == [])
        }
        _ = update(&state, .timePassed, at: .fixed(7))
        #expect(state.press("d") == [.respond(CardID("u2"), ops, .dismiss)])
        _ = update(&state, .feedArrived(Self.urgent, .of([String]())), at: .fixed(7.1))
        #expect(state.focusedContainer?.id == main && state.press("d") == [])
        #expect(state.toast == "The card in front is gone")
        // Moving the selection does not answer a card, so the next key is not held back.
        _ = state.press("j")
        _ = update(&state, .timePassed, at: .fixed(8))
        #expect(state.press("d").count == 1)
    }

    @Test func `the status says that modal cards wait while the user types or has a sheet open`() {
        var state = desk()
        let input = Card.Input(name: "note", label: "Note", kind: .text(defaultValue: "", numberOfLines: 1))
        _ = update(&state, .feedArrived(main, .of([card("a", .input(input))])), at: .fixed)
        _ = state.press("tab")
        #expect(!state.statusLine.text.contains("wait"))
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        #expect(state.modal == nil && state.statusLine.text == "live · 1 card waits: press esc")
        _ = update(&state, .feedArrived(Self.urgent, CardWindow.of(["u1", "u2"])), at: .fixed)
        #expect(state.statusLine.text == "live · 2 cards wait: press esc")
        _ = state.press("esc")
        #expect(state.modal?.id == Self.urgent && state.statusLine.text == "live")
        var other = desk()
        _ = other.press("?")
        _ = update(&other, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        #expect(other.statusLine.text == "live · 1 card waits: press esc")
    }

    private static let lasting = ActionProperties(
        isDismissSwipeEnabled: false, isDismissOverflowEnabled: false, isSnoozeSwipeEnabled: false,
        isSnoozeOverflowEnabled: false)

    @Test(arguments: [
        Card.Component.headline(Card.Headline(text: "No way out")),
        buttons(("Read", .openLink(url: "https://example.com"))),
        buttons(("Useful", .voteUp)), buttons(("Reply", .submit(.init(buttonName: "reply", keepsCard: true)))),
    ])
    func `a modal card that nothing can end is set aside with Escape until it changes`(content: Card.Component) {
        var state = desk()
        let endless = card("u1", actions: Self.lasting, content)
        let both = CardWindow.of([endless, makeCard("u2")])
        _ = update(&state, .feedArrived(Self.urgent, both), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(1))
        state.layOut()
        _ = state.press("w")
        #expect(state.toast == "This card can't be answered: esc sets it aside")
        let query = state.container(Self.urgent)?.query
        #expect(state.press("esc") == query.map { [.window(Self.urgent, $0)] })
        #expect(state.modal == nil && state.toast == Strings.Toasts.setAside)
        // The next modal card follows.
        _ = update(&state, .feedArrived(Self.urgent, both), at: .fixed(2))
        #expect(state.focusedContainer?.selection == CardID("u2"))
        #expect(state.container(Self.urgent)?.window.totalCount == 1)
        _ = update(&state, .feedArrived(Self.urgent, .of([endless])), at: .fixed(2))
        #expect(state.focusedContainer?.id == main)
        var changed = CardWindow.of([endless])
        changed.items[0].version = 2
        _ = update(&state, .feedArrived(Self.urgent, changed), at: .fixed(3))
        #expect(state.focusedContainer?.selection == CardID("u1"))
    }

    @Test func `a modal card that cannot be read is set aside as well`() {
        var state = desk()
        var window = CardWindow.of(["u1"])
        window.items[0].content = .unreadable(reason: "no JSON")
        _ = update(&state, .feedArrived(Self.urgent, window), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(1))
        _ = state.press("esc")
        #expect(state.focusedContainer?.id == main)
    }

    @Test func `a modal card that a button in its subview ends cannot be set aside`() {
        var state = desk()
        let more = Card.Subview(title: "More", components: [buttons(("Done", .submit(.init(buttonName: "done"))))])
        let question = card(
            "u1", actions: Self.lasting, subviews: ["more": more], buttons(("More", .openSubview(id: "more"))))
        _ = update(&state, .feedArrived(Self.urgent, .of([question])), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.press("esc") == [] && state.focusedContainer?.id == Self.urgent)
        #expect(state.toast == Strings.Disabled.modal)
    }

    @Test func `a modal container is not shown on other screens`() {
        var state = desk()
        _ = state.press("]")
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        #expect(state.focusedContainer?.id.rawValue == "later")
    }

    @Test func `a modal container waits while the user types, and a key typed before does not answer it`() {
        var state = desk()
        _ = state.press("?")
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        #expect(state.modal == nil)
        _ = state.press("esc")
        #expect(state.modal?.id == Self.urgent)
        // The card has not been seen yet.
        #expect(state.press("d") == [])
        _ = update(&state, .timePassed, at: .fixed(1))
        #expect(state.press("d") == [.respond(CardID("u1"), ops, .dismiss)])
        // In this viewer the card appears without a key press.
        var other = desk()
        _ = update(&other, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        #expect(other.press("d") == [])
        _ = update(&other, .timePassed, at: .fixed(1))
        #expect(other.press("d") == [.respond(CardID("u1"), ops, .dismiss)])
    }

    @Test func `the selected card stays selected when another card arrives before it`() {
        var state = desk()
        let index = state.containers.firstIndex { $0.id == Self.today } ?? 0
        state.containers[index].focus = .button(0)
        _ = update(&state, .feedArrived(Self.today, .of(["new", "t1"])), at: .fixed)
        #expect(state.shown(Self.today) == ["t1"])
        state.containers[index].focus = nil
        _ = update(&state, .feedArrived(Self.today, .of(["new", "t1", "t2"])), at: .fixed)
        #expect(state.shown(Self.today) == ["new"])
    }

    @Test func `a container without space does not get the focus`() {
        var state = desk()
        state.frames.last.places.removeAll { $0.container == Self.today }
        _ = state.press("w", "w", "w")
        #expect(state.focusedContainer?.id != Self.today)
        state.screens[0].focus = Self.today
        #expect(state.focusedContainer?.id != Self.today)
    }

    @Test func `a container that had no space starts at its selection`() {
        var state = desk()
        state.containers[4].anchor = ScrollAnchor(card: CardID("x"), line: 4)
        _ = update(&state, .resized(Size(columns: 100, rows: 20)), at: .fixed)
        _ = state.adopt(FrameReport(size: state.size))
        #expect(state.containers[4].anchor == nil && !state.awaitsLayout)
    }

    // MARK: Single card

    /// Symbols: load-next
    @Test func `a single card container advances to the next card if configured`() {
        var state = desk()
        #expect(state.shown(Self.today) == ["t1"])
        _ = update(&state, .feedArrived(Self.today, .of(["t2"])), at: .fixed)
        #expect(state.shown(Self.today) == ["t2"])
    }

    @Test func `otherwise it stays empty until a new card arrives or the user refreshes`() throws {
        var state = desk(loadsNext: false)
        _ = update(&state, .feedArrived(Self.today, .of(["t2"])), at: .fixed)
        #expect(state.shown(Self.today) == [])
        let today = try #require(state.container(Self.today))
        #expect(state.emptyLines(of: today) == ["1 more card", "r shows the next card"])
        state.layOut()
        #expect(state.frames.last.places.map(\.container).contains(Self.today))
        _ = update(&state, .feedArrived(Self.today, .of(["new", "t2"])), at: .fixed)
        #expect(state.shown(Self.today) == ["new"])
        _ = update(&state, .feedArrived(Self.today, .of(["t2"])), at: .fixed)
        #expect(state.shown(Self.today) == [])
        #expect(state.press("r").contains { if case .window(Self.today, _) = $0 { true } else { false } })
        _ = update(&state, .feedArrived(Self.today, .of(["t2"])), at: .fixed)
        #expect(state.shown(Self.today) == ["t2"])
    }

    @Test func `a burst of new cards does not empty a single card container`() {
        var state = desk(loadsNext: false)
        var burst = CardWindow.of((0..<21).map { "n\($0)" })
        burst.hasMoreAfter = true
        _ = update(&state, .feedArrived(Self.today, burst), at: .fixed)
        #expect(state.shown(Self.today) == ["n0"])
    }

    @Test func `a card that arrives as another one ends is shown`() {
        var state = desk(loadsNext: false)
        _ = update(&state, .feedArrived(Self.today, .of(["new", "t2"])), at: .fixed)
        #expect(state.shown(Self.today) == ["new"])
    }

    @Test func `a skipped card that is published again is shown, one that was behind the window is not`() {
        var state = desk(loadsNext: false)
        func cards(_ cards: (String, Double)...) -> CardWindow {
            .of(cards.map { id, time in makeCard(id, activeAt: .fixed(time)) })
        }
        _ = update(&state, .feedArrived(Self.today, cards(("t1", 0), ("t2", 5))), at: .fixed)
        _ = update(&state, .feedArrived(Self.today, cards(("t2", 5))), at: .fixed)
        #expect(state.shown(Self.today) == [])
        // This card was behind the window when the other cards were passed over.
        _ = update(&state, .feedArrived(Self.today, cards(("older", 2))), at: .fixed)
        #expect(state.shown(Self.today) == [])
        _ = update(&state, .feedArrived(Self.today, cards(("t2", 60))), at: .fixed)
        #expect(state.shown(Self.today) == ["t2"])
    }

    @Test func `an answer from a sheet goes to its card, even if another container has the focus`() {
        var state = desk()
        let choices = [Card.Input.Choice(value: "1", label: "One"), Card.Input.Choice(value: "2", label: "Two")]
        let input = Card.Input(name: "pick", label: "Pick", kind: .dropdown(items: choices, defaultValue: nil))
        _ = update(&state, .feedArrived(Self.today, .of([card("t1", .input(input))])), at: .fixed)
        _ = state.press("ctrl-right", "tab", "space")
        guard case .chooser? = state.overlays.last else {
            Issue.record("no chooser: \(state.overlays)")
            return
        }
        // The terminal shrinks so far that the container has no room left.
        state.frames.last.places.removeAll { $0.container == Self.today }
        _ = state.press("down", "enter")
        #expect(state.forms[CardID("t1")]?.values["pick"] == .choice("2"))
        #expect(state.toast == nil)
    }

    @Test func `if there is no container in a direction, a message says so`() {
        var state = desk()
        _ = state.press("ctrl-left")
        #expect(state.toast == "No container on the left")
    }

    @Test func `a click on a hint does not answer a modal card that has just appeared`() {
        var state = desk()
        let hint = HitRegion(rect: Rect(column: 0, row: 19, columns: 9, rows: 1), target: .command(.dismiss))
        state.frames.last.hits = [hint]
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        state.draw()
        state.frames.last.hits = [hint]
        #expect(update(&state, .clicked(hint.rect.origin), at: .fixed(0.2)).isEmpty)
        #expect(state.toast == Strings.Toasts.modalCame)
        let effects = update(&state, .clicked(hint.rect.origin), at: .fixed(1))
        #expect(effects.filter { !$0.isSeen } == [.respond(CardID("u1"), ops, .dismiss)])
    }

    @Test func `neither keys nor clicks leave a modal card for another screen`() {
        var state = desk()
        let shown = state.screen?.name
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(1))
        state.frames.last.hits = [HitRegion(rect: Rect(column: 0, row: 0, columns: 9, rows: 1), target: .screen(1))]
        _ = update(&state, .clicked(.zero), at: .fixed(1))
        #expect(state.screen?.name == shown && state.toast == Strings.Disabled.modal)
        _ = state.press("]", "alt-2")
        #expect(state.screen?.name == shown)
    }

    @Test func `a modal card stays until it is answered, whatever arrives before it`() {
        var state = desk()
        _ = update(&state, .feedArrived(Self.urgent, .of(["u1"])), at: .fixed)
        _ = update(&state, .timePassed, at: .fixed(1))
        _ = update(&state, .feedArrived(Self.urgent, .of(["u2", "u1"])), at: .fixed(1))
        state.layOut()
        #expect(state.press("d") == [.respond(CardID("u1"), ops, .dismiss)])
        _ = update(&state, .feedArrived(Self.urgent, .of(["u2"])), at: .fixed(1))
        #expect(state.focusedContainer?.selection == CardID("u2"))
    }

    @Test(arguments: [false, true])
    func `after an answer to its card, a single card container keeps the focus`(loadsNext: Bool) {
        var state = desk(loadsNext: loadsNext)
        _ = state.press("ctrl-right")
        _ = update(&state, .feedArrived(Self.today, .of(["t1"])), at: .fixed)
        #expect(state.press("d") == [.respond(CardID("t1"), ops, .dismiss)])
        _ = update(&state, .feedArrived(Self.today, .of([String]())), at: .fixed)
        state.layOut()
        #expect(state.focusedContainer?.id == Self.today && state.frames.last.places.count == 3)
        #expect(state.press("d") == [] && state.toast == Strings.Disabled.noCard)
    }

    @Test func `late keys do not reach the container behind one that leaves with its last card`()
        throws
    {
        var state = desk()
        let index = try #require(state.containers.firstIndex { $0.id == Self.strip })
        state.containers[index].options.emptyStyle = .shrink
        _ = update(&state, .feedArrived(Self.strip, .of(["s1"])), at: .fixed)
        _ = state.press("ctrl-up")
        #expect(state.press("d") == [.respond(CardID("s1"), ops, .dismiss)])
        _ = update(&state, .feedArrived(Self.strip, .of([String]())), at: .fixed)
        #expect(state.focusedContainer?.id == main)
        #expect(state.press("d") == [] && state.toast == Strings.Toasts.containerGone)
        #expect(state.press("d") == [.respond(CardID("a"), ops, .dismiss)])
        // That container keeps the keys when the other one has cards again.
        _ = update(&state, .feedArrived(Self.strip, .of(["s9"])), at: .fixed)
        #expect(state.focusedContainer?.id == main)
    }

    @Test func `a screen that opens on a container without cards accepts keys at once`() throws {
        var state = desk()
        let index = try #require(state.containers.firstIndex { $0.id == Self.strip })
        state.containers[index].options.emptyStyle = .shrink
        _ = update(&state, .feedArrived(Self.strip, .of([String]())), at: .fixed)
        state.screens[1] = ScreenModel(
            name: "later", .rows([.init(.fill, .container(Self.strip)), .init(.fill, .container(main))]))
        _ = state.press("]")
        #expect(state.focusedContainer?.id == main)
        #expect(state.press("d") == [.respond(CardID("a"), ops, .dismiss)])
    }

    @Test func `the draft of a removed card is discarded in every stream`() {
        var state = desk()
        state.forms.changed = [CardID("gone")]
        let forgotten = state.draftEffects().compactMap { effect -> String? in
            guard case .saveDraft(CardID("gone"), let stream, nil) = effect else { return nil }
            return stream.rawValue
        }
        #expect(forgotten.sorted() == ["later", "ops", "strip", "today", "urgent"])
    }

    // MARK: Without cards

    @Test(arguments: ["strip", "today"])
    func `empty strips and single card containers take no space if configured`(name: String) throws {
        var state = desk()
        let index = try #require(state.containers.firstIndex { $0.id == ContainerID(name) })
        #expect(!state.isCollapsed(state.containers[index]))
        _ = update(&state, .feedArrived(ContainerID(name), .of([String]())), at: .fixed)
        #expect(!state.isCollapsed(state.containers[index]))
        state.containers[index].options.emptyStyle = .shrink
        #expect(state.isCollapsed(state.containers[index]))
    }

    @Test func `in a host program a single card container without a card takes no room`() throws {
        var state = desk()
        state.settings.isEmbedded = true
        _ = update(&state, .feedArrived(Self.today, .of([String]())), at: .fixed)
        #expect(try state.isCollapsed(#require(state.container(Self.today))))
    }
}

extension AppState {
    fileprivate func shown(_ id: ContainerID) -> [String] {
        container(id)?.window.items.map(\.id.rawValue) ?? []
    }

    /// Draws a frame, and records the places of the containers and a hit region for each selected card.
    fileprivate mutating func layOut() {
        draw()
        frames.last.places = places(in: Rect(origin: .zero, size: size))
        frames.last.hits = frames.last.places.compactMap { place in
            container(place.container)?.selection.map {
                HitRegion(rect: place.rect, target: .card(place.container, $0))
            }
        }
    }
}
