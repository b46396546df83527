import AppCore
import Canvas
import Cards
import Support
import Testing

struct DraftTests {
    private static let note = Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))

    @Test func `a form is restored from its draft`() throws {
        var form = FormState()
        form.values = [
            "a": .text(TextField("two\nlines “q” 👩‍👩‍👧")), "b": .toggle(true),
            "c": .stepper(try #require(JSONNumber(literal: "0.30"))), "d": .checked(["x", "y"], cursor: 0),
            "e": .choice("z"), "f": .choice(nil),
        ]
        form.began = ["a": ["save": ["etag": "1"], "delete": ["etag": "2", "all": .bool(true)]]]
        let kept = JSONValue.object(form.draft).encoded()
        let draft = try #require(try JSONValue(parsing: kept).object)
        #expect(FormState(draft: draft) == form)
    }

    @Test(arguments: [
        #"{"a": {"text": 3}}"#, #"{"a": {"later": "x"}}"#, #"{"a": null}"#, #"{"a": {}}"#, #"{"a": {"switch": "on"}}"#,
    ])
    func `a draft that cannot be read is dropped`(json: String) throws {
        let draft = try #require(try JSONValue(parsing: Array(json.utf8)).object)
        #expect(FormState(draft: draft) == FormState())
    }

    @Test func `every change is saved as a draft, and a delivered form has none`() {
        let id = CardID("c1")
        var state = AppState.given(card(.input(Self.note)))
        _ = state.press("tab")
        let typed = update(&state, .keyPressed(KeyChord(.character("x"))), at: .fixed)
        #expect(typed == [.saveDraft(id, ops, state.form(of: id))])
        #expect(update(&state, .keyPressed(.escape), at: .fixed) == [])
        let response = CardResponse.submit(buttonName: "send", values: [:])
        let queued = update(&state, .responseSettled(id, response, .queued()), at: .fixed)
        #expect(queued == [])
        let delivered = update(&state, .responseSettled(id, response, .delivered), at: .fixed)
        #expect(delivered == [.saveDraft(id, ops, nil)])
    }

    @Test func `the text of a reply that fails returns to the stream of its card, whichever has the keys`() {
        let id = CardID("c1")
        let (other, talks) = (ContainerID("other"), StreamID("talks"))
        var state = AppState(
            size: Size(columns: 80, rows: 20), now: .fixed,
            containers: [ContainerModel(id: main, streamID: ops), ContainerModel(id: other, streamID: talks)],
            screens: [
                ScreenModel(
                    name: "both", .columns([.init(.fill, .container(main)), .init(.fill, .container(other))]),
                    focus: main)
            ])
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        let say = Card.ButtonAction.submit(.init(buttonName: "say", keepsCard: true))
        _ = state.arrive(.of([card("c1", .input(Self.note), buttons(("Send", say)))]))
        _ = update(&state, .feedArrived(other, .of([String]())), at: .fixed)
        state.start.hasInteracted = true
        _ = state.press("tab")
        state.type("Hello")
        let response = CardResponse.reply(buttonName: "say", values: ["note": "Hello"])
        #expect(state.press("enter") == [.responded("c1", response)])
        // The card leaves its window, as with a filter, and the user goes on to the other container.
        _ = state.arrive(.of([String]()))
        state.screens[0].focus = other
        let effects = update(&state, .responseSettled(id, response, .failed(reason: "disk full")), at: .fixed)
        #expect(effects.filter(\.isDraft) == [.saveDraft(id, ops, state.form(of: id))])
        #expect(state.form(of: id).values["note"] == .text(TextField("Hello")))
    }
}
