import AppCore
import Canvas
import Cards
import Support
import Testing

/// What happens to a form whose reply has been sent.
struct SentRepliesTests {
    private let id = CardID("c1")
    private let say = Card.ButtonAction.submit(.init(buttonName: "say", keepsCard: true))
    private let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 3))
    private let person = Card.Input(name: "person", kind: .text(defaultValue: "", numberOfLines: 1))

    private var talk: Card {
        card(
            "c1", subviews: ["people": Card.Subview(title: "People", components: [.input(person)])], .input(note),
            buttons(("Send", say)))
    }

    private func reply(_ text: String) -> CardResponse { .reply(buttonName: "say", values: ["note": .string(text)]) }

    /// A viewer whose field has a text that was sent with Enter.
    private func sending(_ text: String) -> AppState {
        var state = AppState.given(.of([talk]))
        _ = state.press("tab")
        state.type(text)
        #expect(state.press("enter") == [.responded("c1", reply(text))])
        return state
    }

    private func settle(_ text: String, _ outcome: ResponseOutcome, _ state: inout AppState) -> [Effect] {
        update(&state, .responseSettled(id, reply(text), outcome), at: .fixed)
    }

    /// The store has discarded a refused reply.
    private func discard(
        _ text: String, entered: [String: FieldValue] = [:], _ state: inout AppState
    ) -> [Effect] {
        update(&state, .discarded(id, [DiscardedReply(response: reply(text), entered: entered)]), at: .fixed)
    }

    private func text(_ name: String, in state: AppState) -> String? {
        guard case .text(let field) = state.form(of: id).values[name] else { return nil }
        return field.text
    }

    @Test func `what is typed while a reply is being stored stays in the field`() {
        var state = sending("Hello")
        #expect(text("note", in: state) == nil)
        state.type(" you")
        #expect(settle("Hello", .queued(), &state) == [])
        #expect(text("note", in: state) == " you")
        // The delivery of the reply removes nothing more from the field.
        #expect(settle("Hello", .delivered, &state) == [] && text("note", in: state) == " you")
    }

    @Test func `replies typed in quick succession are sent one by one, in order`() {
        var state = sending("x1")
        // Neither a frame nor a write to the store happens in between.
        for text in ["y1", "z1"] {
            state.type(text)
            #expect(state.press("enter") == [.responded("c1", reply(text))])
            // A repeated press of the same Enter sends nothing.
            #expect(state.press("enter") == [])
        }
        for text in ["x1", "y1", "z1"] { #expect(settle(text, .queued(), &state) == []) }
        #expect(state.forms.isEmpty)
    }

    @Test func `another answer waits until the reply is stored`() {
        var state = sending("Hello")
        #expect(state.press("esc", "d") == [])
        _ = settle("Hello", .queued(), &state)
        #expect(state.press("d") == [.responded("c1", .dismiss)])
    }

    @Test func `a reply that could not be stored returns to its field`() {
        var state = sending("Hello")
        #expect(settle("Hello", .failed(reason: "disk full"), &state) == [.saveDraft(id, ops, state.form(of: id))])
        #expect(text("note", in: state) == "Hello")
    }

    @Test func `a delivery may be reported before the reply is stored`() {
        var state = sending("Hello")
        #expect(settle("Hello", .delivered, &state) == [])
        #expect(settle("Hello", .queued(), &state) == [])
        #expect(state.forms.isEmpty)
    }

    @Test func `values entered in another view of the card are kept`() throws {
        var state = AppState.given(.of([talk]))
        state.forms[id] = FormState(values: ["person": .text(TextField("Chris")), "note": .text(TextField("Hello"))])
        let left = FormState(values: ["person": .text(TextField("Chris"))])
        let effects = update(&state, .keyPressed(KeyChord(.character("1"))), at: .fixed)
        #expect(effects == [.responded("c1", reply("Hello")), .saveDraft(id, ops, left)])
        #expect(settle("Hello", .queued(), &state) == [])
    }

    @Test func `a refused reply comes back into its field when it is discarded, and not when it is sent again`() {
        for (key, text) in [("X", "Hello"), ("R", nil)] {
            var state = sending("Hello")
            _ = settle("Hello", .queued(), &state)
            _ = settle("Hello", .refused(reason: "too long"), &state)
            _ = state.press("esc")
            _ = state.arrive(.of([talk], delivery: .refused(reason: "too long")))
            #expect(self.text("note", in: state) == nil)
            let discards = key == "X"
            #expect(state.press(key) == [discards ? .discardAction(id, ops) : .retryAction(id, ops)])
            #expect(self.text("note", in: state) == nil)
            if discards { #expect(discard("Hello", &state).contains { $0.isDraft }) }
            #expect(self.text("note", in: state) == text)
        }
    }

    @Test func `a refused reply of an earlier run returns to its field from the store`() {
        var state = sending("Hello")
        let kept = state.entered(for: reply("Hello"), of: id)
        #expect(!kept.isEmpty)
        state = AppState.given(.of([talk], delivery: .refused(reason: "too long")))
        _ = state.press("X")
        let values = FormState(draft: kept).values
        #expect(discard("Hello", entered: values, &state) == [.saveDraft(id, ops, state.form(of: id))])
        #expect(text("note", in: state) == "Hello")
    }

    @Test func `of two equal replies, the waiting one stays sent`() {
        var state = sending("ok")
        _ = settle("ok", .queued(), &state)
        state.type("ok")
        _ = state.press("enter")
        _ = settle("ok", .queued(), &state)
        _ = discard("ok", &state)
        #expect(text("note", in: state) == "ok")
        _ = settle("ok", .delivered, &state)
        #expect(text("note", in: state) == "ok")
    }

    @Test func `text typed since is kept below a refused reply that is discarded`() {
        var state = sending("Hello")
        _ = settle("Hello", .queued(), &state)
        _ = settle("Hello", .refused(reason: "too long"), &state)
        state.type("Hi")
        _ = state.press("esc")
        _ = state.arrive(.of([talk], delivery: .refused(reason: "too long")))
        _ = state.press("X")
        _ = discard("Hello", &state)
        #expect(text("note", in: state) == "Hello\nHi")
    }

    @Test func `other participants see that the user types, if the source supports it`() {
        func typed(_ field: String?) -> [Effect] { [.tellTyping(id, ops, field: field)] }
        for tells in [true, false] {
            var state = AppState.given(.of([talk]))
            let abilities = SourceCapabilities(actions: [.reply], tellsTyping: tells)
            let source = SyncStatus.Source(name: "talk", streams: [ops], connection: .live, capabilities: abilities)
            let status = SyncStatus(connection: .live, sources: [source])
            _ = update(&state, .syncStatusChanged(status), at: .fixed)
            _ = state.press("tab")
            func press(_ chord: KeyChord) -> [Effect] {
                update(&state, .keyPressed(chord), at: .fixed).filter { !$0.isDraft }
            }
            #expect(press(KeyChord(.character("H"))) == (tells ? typed("note") : []))
            #expect(press(KeyChord(.backspace)) == (tells ? typed(nil) : []))
            _ = press(KeyChord(.character("H")))
            #expect(press(KeyChord(.enter)) == [.responded("c1", reply("H"))] + (tells ? typed(nil) : []))
            #expect(settle("H", .queued(), &state).filter { !$0.isDraft } == [])
        }
    }

    @Test func `an undone reply returns to its field`() {
        var state = sending("Hello")
        _ = settle("Hello", .queued(), &state)
        _ = update(&state, .undone(.done(.undone(id, reply("Hello"), count: 1))), at: .fixed)
        #expect(text("note", in: state) == "Hello")
    }
}
