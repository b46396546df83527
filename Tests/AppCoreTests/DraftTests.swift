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
}
