import AppCore
import Canvas
import Cards
import Support
import Testing

private func expenseForm() -> Card {
    let people = Card.Input.Kind.stepper(
        defaultValue: nil, minimum: JSONNumber(1), maximum: JSONNumber(2), step: JSONNumber(0.1))
    let inputs: [Card.Input] = [
        Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1), validation: [.init(.required)]),
        Card.Input(
            name: "amount", kind: .number(defaultValue: JSONNumber(5)), validation: [.init(.minimum(JSONNumber(1)))]),
        Card.Input(name: "billable", kind: .toggle(defaultValue: false)),
        Card.Input(
            name: "kind", kind: .radioGroup(items: [.init(value: "meal"), .init(value: "travel")], defaultValue: nil)),
        Card.Input(
            name: "tags", kind: .checkboxGroup(items: [.init(value: "x"), .init(value: "y")], defaultValue: ["x"])),
        Card.Input(name: "people", kind: people),
    ]
    let send = Card.ButtonAction.submit(
        .init(buttonName: "send", values: ["amount": .null, "source": .string("demo")]))
    let components = inputs.map { Card.Component.input($0) } + [buttons(("Send", send))]
    return makeCard(body: makeBody(components: components))
}

struct FormTests {
    @Test func `a form is filled in by keys and submitted by its names`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        state.type("Lunch q")
        _ = state.press("enter", "ctrl-u")
        state.type("12,50")
        _ = state.press(
            "tab", "space", "tab", "right", "right", "tab", "space", "right", "space", "tab", "right", "right", "right")
        let effects = state.press("tab", "enter")
        let values: JSONObject = [
            "note": .string("Lunch q"), "amount": .number(JSONNumber(literal: "12.50")!), "billable": .bool(true),
            "kind": .string("travel"), "tags": .array([.string("y")]), "people": .number(JSONNumber(literal: "1.3")!),
            "source": .string("demo"),
        ]
        #expect(effects == [.responded("c1", .submit(buttonName: "send", values: values))])
    }

    @Test func `a form is submitted from any of its fields`() {
        let form = card(
            "c1", .input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 3))),
            .input(Card.Input(name: "billable", kind: .toggle(defaultValue: true))),
            buttons(("Later", .dismiss), ("Send", .submit(Card.ButtonAction.Submission(buttonName: "send")))))
        for fields in [["tab"], ["tab", "tab"]] {
            var state = AppState.given(form)
            _ = state.press("tab")
            state.type("a")
            _ = state.press("shift-enter")
            state.type("b")
            for key in fields.dropFirst() { _ = state.press(key) }
            let values: JSONObject = ["note": .string("a\nb"), "billable": .bool(true)]
            #expect(state.press("ctrl-enter") == [.responded("c1", .submit(buttonName: "send", values: values))])
        }
        var state = AppState.given(card("c1", .input(Card.Input(name: "note", kind: .toggle(defaultValue: true)))))
        _ = state.press("tab")
        #expect(state.press("ctrl-enter") == [])
        #expect(state.toast == "This card has no submit button")
    }

    @Test func `in a list of choices, j and k move, and digits choose`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab", "tab", "tab", "tab")
        #expect(state.focus == .input(name: "kind"))
        _ = state.press("down", "j", "k")
        #expect(state.form(of: CardID("c1")).values["kind"] == .choice("meal"))
        #expect(state.press("2") == [])
        #expect(state.form(of: CardID("c1")).values["kind"] == .choice("travel"))
        _ = state.press("9")
        #expect(state.toast == "Choice 9 doesn't exist: type a number from 1 to 2")
        _ = state.press("tab", "j", "space", "1")
        #expect(state.form(of: CardID("c1")).values["tags"] == .checked(["y"], cursor: 0))
    }

    @Test(arguments: ["space", "enter"]) func `a chosen radio button stays chosen when its key is pressed`(key: String)
    {
        let sizes = ["S", "M", "L"].map { Card.Input.Choice(value: $0) }
        var state = AppState.given(
            card(.input(Card.Input(name: "size", kind: .radioGroup(items: sizes, defaultValue: nil)))))
        _ = state.press("tab", key)
        #expect(state.form(of: "c1").values["size"] == .choice("S"))
        _ = state.press("down", key, key)
        #expect(state.form(of: "c1").values["size"] == .choice("M"))
    }

    @Test func `a digit on a dropdown, a switch or a file field presses no button`() {
        let choices = [Card.Input.Choice(value: "r", label: "Red"), Card.Input.Choice(value: "1", label: "1 car")]
        for kind in [
            Card.Input.Kind.dropdown(items: choices, defaultValue: nil), .toggle(defaultValue: false),
            .fileUpload(bucketID: "b", allowedTypes: .staticImage),
        ] {
            var state = AppState.given(
                card(
                    "c1", .input(Card.Input(name: "field", kind: kind)),
                    buttons(("Send", .submit(Card.ButtonAction.Submission(buttonName: "send"))))))
            _ = state.press("tab")
            #expect(state.press("1") == [])
            #expect(state.focus == .input(name: "field") && state.forms.isEmpty)
            #expect(state.toast == "Leave the field first (esc), then press 1")
        }
    }

    @Test func `a digit on any other choice input presses no button, and says how to press it`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab", "tab", "tab", "tab", "tab", "tab")
        #expect(state.focus == .input(name: "people"))
        #expect(state.press("1") == [])
        #expect(state.focus == .input(name: "people"))
        #expect(state.toast == "Leave the field first (esc), then press 1")
    }

    @Test(arguments: ["d", "s", "+", "m", "i", "v", "S", "R"])
    func `a letter on a field without text runs no command`(key: String) {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        state.type("Lunch")
        _ = state.press("tab", "tab")
        #expect(state.focus == .input(name: "billable"))
        #expect(state.press(key) == [] && state.overlays.isEmpty)
        #expect(state.toast == "Leave the field first (esc), then press \(key)")
        #expect(state.focus == .input(name: "billable") && state.containers[0].marks.isEmpty)
    }

    @Test func `keys that move keep moving on a field without text`() {
        var state = AppState.given(.of([expenseForm(), makeCard("c2")]))
        _ = state.press("tab", "tab", "tab", "shift-tab", "tab")
        #expect(state.focus == .input(name: "billable"))
        _ = state.press("J")
        #expect(state.selection == "c2")
    }

    @Test(arguments: [(3, ["choose"]), (4, ["choose", "change"]), (6, ["smaller", "larger"])])
    func `the hints depend on the kind of the field`(tabs: Int, words: [String]) {
        var state = AppState.given(expenseForm())
        for _ in 0..<tabs { _ = state.press("tab") }
        let hints = KeyHint.all(for: state).map(\.word).filter {
            ["choose", "change", "smaller", "larger", "remove"].contains($0)
        }
        #expect(hints == words)
    }

    @Test func `submitting an invalid form focuses the first invalid field and says why`() {
        var state = AppState.given(expenseForm())
        #expect(state.press("1") == [])
        #expect(state.focus == .input(name: "note"))
        #expect(state.toast == "This field is required")
        #expect(Array(state.form(of: CardID("c1")).problems.keys) == ["note"])
        // From now on the field is checked while the user types.
        state.type("x")
        #expect(state.form(of: CardID("c1")).problems.isEmpty)
        // The message disappears once the field is valid.
        #expect(state.toast == nil)
    }

    @Test func `a message stays while another field is invalid, and other messages stay as well`() {
        let inputs = ["a", "b"].map {
            Card.Component.input(
                Card.Input(name: $0, kind: .text(defaultValue: "", numberOfLines: 1), validation: [.init(.required)]))
        }
        let send = buttons(("Send", .submit(.init(buttonName: "send"))))
        var state = AppState.given(makeCard(body: makeBody(components: inputs + [send])))
        _ = state.press("1")
        let message = state.toast
        state.type("x")
        #expect(state.toast == message && message != nil)
        _ = state.press("enter")
        state.type("y")
        #expect(state.toast == nil)
        _ = state.press("ctrl-u")
        #expect(state.form(of: "c1").problems.keys.sorted() == ["b"])
        _ = update(&state, .noticed("Something else"), at: .fixed)
        state.type("z")
        #expect(state.toast == "Something else")
    }

    @Test func `text that is not a number is refused with a message`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        state.type("Lunch")
        _ = state.press("tab", "ctrl-u")
        state.type("many")
        #expect(state.press("shift-tab", "esc", "1") == [])
        #expect(state.form(of: CardID("c1")).problems == ["amount": "This field must be a number"])
        #expect(state.focus == .input(name: "amount"))
    }

    @Test func `entries survive an update of the card`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        state.type("Lunch")
        var updated = expenseForm()
        updated.body.components.insert(.headline(Card.Headline(text: "New")), at: 0)
        _ = state.arrive(.of([updated]))
        #expect(state.focus == .input(name: "note"))
        state.type("!")
        #expect(state.form(of: CardID("c1")).values["note"] == .text(TextField("Lunch!")))
    }

    @Test func `an input whose kind changes returns to its default`() {
        let toggle = Card.Input(name: "note", kind: .toggle(defaultValue: true))
        let form = FormState(values: ["note": .text(TextField("typed"))])
        #expect(form.value(of: toggle) == .toggle(true))
    }

    @Test func `keys are text while a text field has the focus`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        #expect(state.keyLayer == .form)
        #expect(state.press("q", "d", "?", "space", "1", "minus") == [])
        #expect(state.form(of: CardID("c1")).values["note"] == .text(TextField("qd? 1-")))
        _ = state.press("esc")
        #expect(state.keyLayer == .stream)
    }

    @Test func `pasted lines become words in a field of one line`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        _ = update(&state, .pasted("a\nb"), at: .fixed)
        #expect(state.form(of: CardID("c1")).values["note"] == .text(TextField("a b")))
    }

    @Test func `a delivered form is forgotten, a queued one is kept`() {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        state.type("Lunch")
        let response = CardResponse.submit(buttonName: "send", values: [:])
        _ = update(&state, .responseSettled(CardID("c1"), response, .queued()), at: .fixed)
        #expect(state.forms[CardID("c1")] != nil)
        _ = update(&state, .responseSettled(CardID("c1"), response, .delivered), at: .fixed)
        #expect(state.forms[CardID("c1")] == nil)
    }

    static let editing: [(String, String)] = [
        ("ctrl-a", "|one two"), ("ctrl-e", "one two|"), ("ctrl-w", "one |"), ("ctrl-u", "|"),
        ("ctrl-k", "one two|"),
        ("ctrl-a ctrl-k", "|"), ("left left backspace", "one |wo"), ("home right delete", "o|e two"),
        ("left ctrl-w", "one |o"), ("alt-b", "one |two"), ("alt-b alt-b", "|one two"), ("ctrl-a alt-f", "one| two"),
        ("ctrl-a alt-d", "| two"), ("alt-backspace", "one |"), ("ctrl-_", "one |"), ("ctrl-_ ctrl-_ ctrl-_", "|"),
        ("ctrl-w ctrl-_", "one two|"), ("ctrl-a ctrl-k ctrl-_", "|one two"), ("backspace backspace ctrl-_", "one two|"),
    ]

    @Test(arguments: editing)
    func `the editing keys edit the text`(keys: String, expected: String) {
        var state = AppState.given(expenseForm())
        _ = state.press("tab")
        state.type("one two")
        for key in keys.split(separator: " ") { _ = state.press(String(key)) }
        guard case .text(let field)? = state.form(of: CardID("c1")).values["note"] else {
            Issue.record("no text entered")
            return
        }
        var shown = Array(field.text)
        shown.insert("|", at: field.caret)
        #expect(String(shown) == expected)
    }

    static let lines: [(String, String)] = [
        ("up", "ab|/cdef"), ("up up", "ab|/cdef"), ("ctrl-a", "ab/|cdef"), ("ctrl-a up down", "ab/|cdef"),
        ("ctrl-u", "ab/|"), ("up home ctrl-k", "|/cdef"), ("up down end", "ab/cdef|"),
    ]

    @Test(arguments: lines)
    func `in a text of several lines, keys move by lines`(keys: String, expected: String) {
        let input = Card.Input(name: "note", kind: .text(defaultValue: "ab\ncdef", numberOfLines: 3))
        var state = AppState.given(card(.input(input)))
        _ = state.press("tab")
        for key in keys.split(separator: " ") { _ = state.press(String(key)) }
        let value = state.form(of: CardID("c1")).value(of: input)
        guard case .text(let field) = value else {
            Issue.record("\(String(describing: value))")
            return
        }
        var shown = Array(field.text)
        shown.insert("|", at: field.caret)
        #expect(String(shown).replacing("\n", with: "/") == expected)
    }

    @Test func `the undo history is bounded`() {
        var field = TextField()
        let large = String(repeating: "x", count: 300_000)
        for _ in 0..<12 { field.insert(large) }
        var undone = 0
        while field.undo() { undone += 1 }
        #expect((1...4).contains(undone))
    }

    @Test(arguments: [("👩‍👩‍👧", 1), ("e\u{301}", 1), ("🇩🇪🇫🇷", 2)])
    func `one backspace deletes one grapheme cluster`(typed: String, count: Int) {
        var field = TextField("")
        field.insert(typed)
        #expect(field.caret == count)
        for _ in 0..<count { field.deleteBackward() }
        #expect(field == TextField(""))
    }

    @Test func `a combining mark typed after its letter joins it`() {
        var field = TextField("e")
        field.insert("\u{301}")
        #expect(field.caret == 1)
    }
}
