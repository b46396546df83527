import AppCore
import AppRuntime
import Basics
import Canvas
import Cards
import Support
import Testing

struct AnnouncerTests {
    @Test func `every answer is read out, also those that followed each other at once`() {
        var state = AppState(
            size: Size(columns: 80, rows: 24), now: .fixed, zone: .utc,
            containers: [ContainerModel(id: ContainerID("main"), streamID: "ops")])
        var announcer = Announcer()
        _ = announcer.announcements(state)
        for text in ["one", "two", "two", "three"] { _ = update(&state, .noticed(text), at: .fixed) }
        #expect(announcer.announcements(state).map(\.string) == ["one", "two", "two", "three"])
        #expect(announcer.announcements(state).isEmpty)
    }

    private func line(_ line: String, _ state: inout AppState, _ announcer: inout Announcer) -> [String] {
        _ = update(&state, .lineEntered(line), at: state.now)
        return announcer.announcements(state).map(\.string)
    }

    private static func given(_ ids: [String]) -> (AppState, Announcer) {
        var state = AppState(
            size: Size(columns: 80, rows: 9), now: .fixed, zone: .utc,
            containers: [ContainerModel(id: ContainerID("main"), streamID: "ops")])
        let items = ids.map {
            CardWindow.Item(id: CardID($0), version: 1, content: .card(makeCard($0)), delivery: .none)
        }
        let window = CardWindow(items: items, totalCount: items.count, hasEverHadCard: true)
        _ = update(&state, .feedArrived(ContainerID("main"), window), at: .fixed)
        var announcer = Announcer()
        _ = announcer.announcements(state)
        return (state, announcer)
    }

    @Test func `a change of order and grouping is announced`() {
        var (state, announcer) = Self.given(["a", "b"])
        #expect(line("sort newest", &state, &announcer).contains("The cards are shown newest first."))
        #expect(line("group day", &state, &announcer).contains("The cards are shown newest first · by day."))
        _ = line("group none", &state, &announcer)
        #expect(line("sort feed", &state, &announcer).contains("The cards are shown in feed order again."))
        #expect(!line("sort feed", &state, &announcer).contains("The cards are shown in feed order again."))
    }

    @Test(arguments: [true, false])
    func `the announcement of a conversation is its new message, of another card that it has changed`(
        keeps: Bool
    ) {
        func window(_ version: Int64, _ texts: [String]) -> CardWindow {
            let button = Card.Button(text: "Send", action: .submit(.init(buttonName: "send", keepsCard: keeps)))
            let texts = texts.map { Card.Component.text(Card.TextBlock(text: $0)) }
            let body = makeBody(components: texts + [.buttons(Card.ButtonContainer(buttons: [button]))])
            let card = makeCard("a", body: body)
            return CardWindow(
                items: [CardWindow.Item(id: "a", version: version, content: .card(card), delivery: .none)],
                totalCount: 1, hasEverHadCard: true)
        }
        var (state, announcer) = Self.given([])
        _ = update(&state, .feedArrived(ContainerID("main"), window(1, ["Ben: Hello"])), at: .fixed)
        _ = announcer.announcements(state)
        _ = update(&state, .feedArrived(ContainerID("main"), window(2, ["Ben: Hello", "Ben: Hi"])), at: .fixed)
        #expect(announcer.announcements(state).map(\.string) == (keeps ? [] : ["The card has changed."]) + ["Ben: Hi"])
    }

    @Test func `changes of marks are announced`() {
        var (state, announcer) = Self.given(["a", "b", "c"])
        #expect(line("space", &state, &announcer).contains("1 marked."))
        #expect(line("v", &state, &announcer).contains("2 marked."))
        #expect(!line("v", &state, &announcer).contains("2 marked."))
        #expect(announcer.repeated(state).first?.string.contains("marked") == true)
        _ = line("mark-all", &state, &announcer)
        #expect(line("mark-all", &state, &announcer).contains("No card is marked."))
    }

    @Test func `the end of the undo window is announced, but not after an undo`() {
        for isUndone in [true, false] {
            var (state, announcer) = Self.given(["a", "b"])
            state.undoWindow.length = 5
            _ = line("dismiss", &state, &announcer)
            _ = update(&state, .responseSettled(CardID("a"), .dismiss, .queued()), at: .fixed)
            #expect(announcer.announcements(state).contains { $0.string.contains("to undo") })
            if isUndone {
                _ = update(&state, .undone(.done(.undone(CardID("a"), .dismiss))), at: .fixed)
            } else {
                _ = update(&state, .timePassed, at: .fixed(6))
            }
            let news = announcer.announcements(state).map(\.string)
            #expect(news.contains("It is too late to undo the last action.") == !isUndone, "\(news)")
        }
    }

    @Test func `a filter and its removal are announced`() {
        var (state, announcer) = Self.given(["a", "b"])
        _ = line("filter", &state, &announcer)
        #expect(line("card", &state, &announcer).contains("Only cards that match “card” are shown."))
        #expect(line("esc", &state, &announcer).contains("All cards are shown again."))
    }
}
