import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// A reply that the source has not received is shown in the card.
struct UnsentReplyTests {
    private let card = makeCard(
        "talk",
        body: makeBody(components: [
            .headline(Card.Headline(text: "Release")), .text(Card.TextBlock(text: "Shall we?")),
            .input(Card.Input(name: "reply", label: "Reply", kind: .text(defaultValue: "", numberOfLines: 1))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", action: .submit(.init(buttonName: "send", keepsCard: true)))
                ])),
        ]))

    private func state(
        _ unsent: [UnsentReply], _ delivery: CardWindow.Delivery, showing keys: [String] = []
    ) -> AppState {
        var card = card
        card.body.metadata[CardBody.shownReplies] = .array(keys.map { .string($0) })
        var state = AppState(
            size: Size(columns: 60, rows: 24), now: .fixed,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("ops"))])
        _ = update(&state, .syncStatusChanged(SyncStatus(connection: .live, lastSyncedAt: .fixed)), at: .fixed)
        var item = CardWindow.Item(id: card.id, version: 1, content: .card(card), delivery: delivery)
        item.unsent = unsent
        let window = CardWindow(items: [item], totalCount: 1, hasEverHadCard: true)
        _ = update(&state, .feedArrived(ContainerID("main"), window), at: .fixed)
        return state
    }

    private func lines(_ state: AppState) -> [String] {
        var state = state
        return CardUITests.draw(&state, theme: .plain).0.plainText.split(separator: "\n").map { line in
            line.filter { !"│▌".contains($0) }.split(separator: " ").joined(separator: " ")
        }
    }

    private let waiting = UnsentReply(key: ActionKey("k2"), values: ["reply": "Yes,\nat four"])
    private let refused = UnsentReply(key: ActionKey("k1"), values: ["reply": "Now"], refusedReason: "too long")

    @Test func `an unsent reply is shown after the messages, with its state and a remedy`() throws {
        let lines = lines(state([refused, waiting], .refused(reason: "too long")))
        let first = try #require(lines.firstIndex { $0.contains("Shall we?") })
        let reply = try #require(lines.firstIndex { $0.contains("Reply") })
        #expect(
            lines[(first + 1)..<reply].filter { !$0.isEmpty } == [
                "✗ You · not sent: too long", "Now", "R sends the action again, X discards it",
                "◌ You · waiting to be sent",
                "Yes,", "at four",
            ])
        #expect(!lines.contains { $0.contains("Refused: ") })
    }

    @Test func `an unsent reply is left out once the card contains it`() {
        let lines = lines(state([waiting], .waiting, showing: ["k2"]))
        #expect(!lines.contains { $0.lowercased().contains("waiting") || $0.contains("at four") }, "\(lines)")
    }

    @Test func `an unsent answer of another view is shown as waiting`() {
        let other = UnsentReply(key: ActionKey("k"), values: ["person": "ben"])
        #expect(lines(state([other], .waiting)).contains { $0.contains("Waiting to be sent") })
    }

    @Test func `line mode reads out an unsent reply as well`() {
        let read = LinearPage(state([waiting], .waiting)).lines.map(\.string)
        #expect(read.contains("◌ You · waiting to be sent") && read.contains("at four"), "\(read)")
    }
}
