import AppCore
import Canvas
import Cards
import Support
import Testing

/// Cards that are answered from a desktop notification.
struct NotificationAnswerTests {
    private static let id = NotificationID(random: 1, 2)
    private static let yes = Card.ButtonAction.submit(.init(buttonName: "yes"))

    private func question(_ id: String = "n", _ extra: Card.Component...) -> Card {
        card(
            id, extra.first ?? .headline(Card.Headline(text: "Release?")),
            buttons(("Yes", Self.yes), ("Dismiss", .dismiss)))
    }

    private func calls(_ effects: [Effect]) -> [NotificationRequest] {
        effects.compactMap { if case .notify(let call) = $0 { call } else { nil } }
    }

    /// A viewer that shows a notification of a new card, and the content of that notification.
    private func notified(of new: Card? = nil, beside others: [Card] = [makeCard("a")]) throws -> (
        AppState, NotificationRequest
    ) {
        var state = AppState.given(.of(others))
        state.notifications.rules = NotificationRules(rules: [.init(priorities: 1...10, notifies: true, rings: false)])
        _ = update(&state, .focusChanged(false), at: .fixed)
        let call = try #require(calls(state.arrive(.of([new ?? question()] + others))).first)
        #expect(send(.shown(Self.id, call), &state) == [])
        return (state, call)
    }

    private func send(_ event: NotificationEvent, _ state: inout AppState) -> [Effect] {
        update(&state, .notification(event), at: state.now).filter { !$0.isSeen }
    }

    private func press(_ button: Int, _ state: inout AppState, id: NotificationID = id) -> [Effect] {
        send(.answered(NotificationReply(id: id, action: .button(button))), &state)
    }

    @Test func `a button of the notification is that button of the card, which need not be selected`() throws {
        var (state, call) = try notified()
        #expect(call.buttons.map(\.label) == ["Yes", "Dismiss"])
        #expect(state.selection == "a")
        let effects = press(0, &state)
        #expect(effects == [.closeNotification(Self.id), .responded("n", .submit(buttonName: "yes", values: [:]))])
        #expect(state.selection == "a")
        // A second press does nothing.
        #expect(press(1, &state) == [])
    }

    @Test func `an answer from a notification can be undone`() throws {
        var (state, _) = try notified()
        state.undoWindow.length = 5
        _ = press(1, &state)
        _ = update(&state, .responseSettled("n", .dismiss, .queued()), at: state.now)
        #expect(state.undoWindow.held.map(\.card) == ["n"])
        #expect(state.press("u").contains(.undo))
    }

    @Test func `a card that has changed since is shown and not answered`() throws {
        var (state, _) = try notified()
        var changed = CardWindow.of([question(), makeCard("a")])
        changed.items[0].version = 2
        _ = state.arrive(changed)
        #expect(press(0, &state) == [.closeNotification(Self.id)])
        #expect(
            state.selection == "n" && state.toast == "Read the card first: it has changed since the notification")
    }

    @Test func `a card that is gone is not answered, and its notification is closed`() throws {
        var (state, _) = try notified()
        #expect(state.arrive(.of(["a"])).contains(.closeNotification(Self.id)))
        #expect(press(0, &state) == [])
    }

    @Test func `a card that is answered in the viewer has its notification closed`() throws {
        var (state, _) = try notified()
        state.containers[0].selection = "n"
        state.containers[0].scrollIntent = .revealTitle(with: nil)
        state.draw()
        let effects = state.press("d")
        #expect(effects.contains(.responded("n", .dismiss)) && effects.contains(.closeNotification(Self.id)))
        #expect(press(0, &state) == [])
    }

    @Test func `a card whose answer is under way is not answered twice`() throws {
        var (state, call) = try notified()
        _ = press(0, &state)
        let other = NotificationID(random: 3, 4)
        _ = send(.shown(other, call), &state)
        #expect(!press(1, &state, id: other).contains { if case .respond = $0 { true } else { false } })
    }

    @Test func `a card that is only pushed out of the window keeps its notification`() throws {
        var (state, _) = try notified()
        var window = CardWindow.of((0..<3).map { makeCard("m\($0)") })
        window.hasMoreAfter = true
        window.totalCount = 5
        #expect(!state.arrive(window).contains(.closeNotification(Self.id)))
    }

    @Test func `a click selects the card on the screen that has it`() throws {
        var (state, _) = try notified()
        let effects = send(.answered(NotificationReply(id: Self.id, action: .activated)), &state)
        #expect(effects == [.closeNotification(Self.id)])
        #expect(state.selection == "n")
        #expect(send(.answered(NotificationReply(id: Self.id, action: .activated)), &state) == [])
    }

    @Test func `a click goes to another screen`() throws {
        let other = ContainerID("other")
        var state = AppState(
            size: Size(columns: 80, rows: 20), now: .fixed,
            containers: [
                ContainerModel(id: main, streamID: ops), ContainerModel(id: other, streamID: StreamID("more")),
            ],
            screens: [
                ScreenModel(name: "one", title: "One", .container(main)),
                ScreenModel(name: "two", title: "Two", .container(other)),
            ])
        _ = update(&state, .feedArrived(main, .of(["a"])), at: .fixed)
        _ = update(&state, .feedArrived(other, .of([question(), makeCard("b")])), at: .fixed)
        let call = NotificationRequest(
            title: "", body: "", notifies: true, rings: false, cards: [.init(card: "n", version: 1)])
        _ = send(.shown(Self.id, call), &state)
        _ = send(.answered(NotificationReply(id: Self.id, action: .activated)), &state)
        #expect(state.screenIndex == 1 && state.focusedContainer?.id == other)
        #expect(state.focusedContainer?.selection == "n")
    }

    @Test func `unknown notifications and buttons are ignored`() throws {
        var (state, _) = try notified()
        #expect(press(0, &state, id: NotificationID(random: 9, 9)) == [])
        #expect(press(2, &state) == [])
        #expect(press(-1, &state) == [])
        // They do not end the valid notification.
        #expect(!press(0, &state).isEmpty)
    }

    @Test func `a closed notification, or one lost with the terminal, accepts no answer`() throws {
        var (state, _) = try notified()
        _ = send(.answered(NotificationReply(id: Self.id, action: .closed)), &state)
        #expect(press(0, &state) == [])
        var (other, _) = try notified()
        _ = send(.allClosed, &other)
        #expect(press(0, &other) == [])
    }

    static let actions: [(Card.ButtonAction, Bool)] = [
        (.dismiss, true), (.snooze(.duration("PT1H")), true), (.voteUp, true), (yes, true),
        (.openLink(url: "https://example.org"), true), (.doNothing, false), (.snooze(nil), false), (.voteDown, false),
        (.openSubview(id: "more"), false), (.passPayload([:]), false), (.unknown(type: "dance", [:]), false),
    ]

    @Test(arguments: actions) func `a notification offers only buttons that need no further input`(
        action: Card.ButtonAction, isOffered: Bool
    )
        throws
    {
        let (_, call) = try notified(of: card("n", buttons(("Do", action))))
        #expect(call.buttons.map(\.label) == (isOffered ? ["Do"] : []))
    }

    @Test func `a form is not sent from a notification, but can be dismissed`() throws {
        let (_, call) = try notified(
            of: question("n", .input(Card.Input(name: "why", kind: .toggle(defaultValue: false)))))
        #expect(call.buttons == [.init(position: 1, label: "Dismiss")])
    }

    @Test func `several cards share a notification without buttons, which is closed with the last of them`() throws {
        var state = AppState.given(["a"])
        state.notifications.rules = NotificationRules(rules: [.init(priorities: 1...10, notifies: true, rings: false)])
        _ = update(&state, .focusChanged(false), at: .fixed)
        let call = try #require(calls(state.arrive(.of([question("n"), question("m"), makeCard("a")]))).first)
        #expect(call.buttons == [] && call.cards.map(\.card) == ["n", "m"])
        _ = send(.shown(Self.id, call), &state)
        #expect(!state.arrive(.of([question("m"), makeCard("a")])).contains(.closeNotification(Self.id)))
        #expect(state.arrive(.of(["a"])).contains(.closeNotification(Self.id)))
    }

    @Test func `the oldest notification is dropped when there are many`() throws {
        var (state, call) = try notified()
        var closed: [Effect] = []
        for number in 1...8 { closed += send(.shown(NotificationID(random: 7, UInt64(number)), call), &state) }
        #expect(closed == [.closeNotification(Self.id)])
    }
}
