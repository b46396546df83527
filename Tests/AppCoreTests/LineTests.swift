import AppCore
import Cards
import Support
import Testing

/// What whole lines do where they are entered in place of keys.
struct LineTests {
    private static let items = [
        Card.Input.Choice(value: "r", label: "Red"), Card.Input.Choice(value: "g", label: "Green"),
    ]

    private static let form = card(
        "c1", .input(Card.Input(name: "note", kind: .text(defaultValue: "", numberOfLines: 1))),
        .input(Card.Input(name: "alarm", kind: .toggle(defaultValue: false))),
        .input(
            Card.Input(
                name: "people",
                kind: .stepper(
                    defaultValue: JSONNumber(1), minimum: JSONNumber(1), maximum: JSONNumber(9), step: JSONNumber(2)))),
        .input(Card.Input(name: "colours", kind: .checkboxGroup(items: items, defaultValue: ["r"]))),
        .input(Card.Input(name: "colour", kind: .dropdown(items: items, defaultValue: nil))),
        buttons(("Send", .submit(Card.ButtonAction.Submission(buttonName: "send")))))

    private func enter(_ lines: String..., into state: inout AppState) -> [Effect] {
        var effects: [Effect] = []
        for line in lines {
            effects += update(&state, .lineEntered(line), at: state.now).filter { !$0.isDraft }
            if state.awaitsLayout { effects += state.draw() }
        }
        return effects
    }

    private func value(_ name: String, in state: AppState) -> FieldValue? {
        state.form(of: CardID("c1")).values[name]
    }

    @Test func `undo undoes the last action, or the last change in a text`() {
        var state = AppState.given(["c1"])
        #expect(enter("undo", into: &state) == [.undo])
    }

    @Test(arguments: [true, false])
    func `a line that was typed for a previous card answers no card, once`(isEdition: Bool) {
        func pay(_ id: String, _ buttons: String...) -> Card {
            makeCard(
                id,
                body: makeBody(
                    components: [
                        .buttons(
                            Card.ButtonContainer(
                                buttons: buttons.map {
                                    Card.Button(text: $0, action: .submit(Card.ButtonAction.Submission(buttonName: $0)))
                                }))
                    ], lifecycleID: isEdition ? "pay" : nil))
        }
        var state = AppState.given(.of([pay("old", "approve", "reject")]))
        _ = enter("help", "", into: &state)
        _ = update(&state, .feedArrived(main, .of([pay("new", "reject", "approve")])), at: .fixed(10))
        _ = update(&state, .timePassed, at: .fixed(12.5))
        #expect(enter("1", into: &state) == [])
        #expect(state.toast == (isEdition ? Strings.Toasts.otherVersionCame : Strings.Toasts.listChanged))
        #expect(enter("1", into: &state) == [.respond("new", ops, .submit(buttonName: "reject", values: [:]))])
        // By now the user has had the time to hear the new card.
        _ = update(&state, .feedArrived(main, .of([pay("newer", "approve")])), at: .fixed(20))
        _ = update(&state, .timePassed, at: .fixed(23.5))
        #expect(enter("1", into: &state).count == 1)
    }

    @Test func `a line that was typed before a modal card appeared does not answer it`() {
        var state = AppState.given(["c1"])
        let urgent = ContainerID("urgent")
        state.containers.append(ContainerModel(id: urgent, kind: .modal, streamID: ops))
        state.screens[0].modals = [urgent]
        _ = update(&state, .feedArrived(urgent, .of([String]())), at: .fixed)
        _ = enter("help", "", into: &state)
        _ = update(&state, .feedArrived(urgent, .of(["u1"])), at: .fixed(10))
        _ = update(&state, .timePassed, at: .fixed(12))
        #expect(state.modal?.id == urgent && enter("dismiss", into: &state) == [])
        #expect(enter("dismiss", into: &state) == [.respond("u1", ops, .dismiss)])
    }

    @Test func `a number chooses a listed item, and a value is a whole line`() {
        var state = AppState.given(Self.form)
        #expect(enter("1", into: &state).isEmpty)
        #expect(state.focus == .input(name: "note"))
        _ = enter("2 trains at once", into: &state)
        #expect(state.focus == nil)
        _ = enter("2", "on", "3", " 5 ", "4", "1, 2", "5", "green", into: &state)
        #expect(value("note", in: state) == .text(TextField("2 trains at once")))
        #expect(value("alarm", in: state) == .toggle(true))
        #expect(value("people", in: state) == .stepper(JSONNumber(5)))
        #expect(value("colours", in: state) == .checked(["g"], cursor: 0))
        #expect(value("colour", in: state) == .choice("g"))
        let effects = enter("6", into: &state)
        guard case .respond(CardID("c1"), _, .submit("send", let values))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(values["note"] == .string("2 trains at once"))
    }

    @Test(arguments: [
        (["2", "perhaps"], Strings.Lines.onOrOff), (["3", "4"], Strings.Lines.number("1", "9", step: "2")),
        (["3", "11"], Strings.Lines.number("1", "9", step: "2")), (["4", "1 7"], Strings.Lines.notListed(7, 2)),
        (["5", "e"], Strings.Lines.noChoice("e", 2)), (["5", "blue"], Strings.Lines.noChoice("blue", 0)),
        (["7"], Strings.Lines.notListed(7, 6)), (["0"], Strings.Lines.notListed(0, 6)),
        (["dance"], Strings.Lines.noCommand("dance")),
    ])
    func `an invalid line is reported and changes nothing`(lines: [String], toast: String) {
        var state = AppState.given(Self.form)
        for line in lines { #expect(enter(line, into: &state).isEmpty) }
        #expect(state.toast == toast)
        #expect(state.forms.isEmpty)
    }

    @Test func `an ambiguous command lists the matches, and help leaves out commands that need a screen`() {
        var state = AppState.given(["c1"])
        #expect(enter("mark", into: &state).isEmpty)
        #expect(state.toast == "“mark” could mean mark-card, mark-range or mark-all: type more letters.")
        let many = (1...9).map { "x\($0)" }
        #expect(
            Strings.Lines.noCommand("x", begins: many)
                == "“x” could mean x1, x2, x3, x4, x5, x6 or 3 more: type more letters, or help for all commands.")
        for page in ["help", "palette"] {
            _ = enter(page, into: &state)
            guard case .commands(let list)? = state.overlays.last else {
                Issue.record("\(page) is not open")
                return
            }
            let names = Set(list.items.map(\.command.name))
            #expect(names.isDisjoint(with: ["redraw", "toggle-mouse", "suspend", "caret-left", "jump"]))
            #expect(names.isSuperset(of: ["next-card", "dismiss", "quit", "undo-action"]))
            #expect(list.matches.count == list.items.count)
            _ = enter("", into: &state)
        }
    }

    @Test func `only available commands have numbers`() throws {
        var state = AppState.given(["c1", "c2"])
        _ = enter("help", into: &state)
        guard case .commands(let list)? = state.overlays.last else { throw EmptyList() }
        #expect(list.listed.count < list.matches.count)
        let number = try #require(list.listed.firstIndex { list.items[list.matches[$0]].command == .quit })
        #expect(list.listed[number] > number)
        _ = enter("\(list.listed.count + 1)", into: &state)
        #expect(state.toast == Strings.Lines.notListed(list.listed.count + 1, list.listed.count))
        #expect(enter("\(number + 1)", into: &state).contains(.quit(code: 0)))
    }

    private struct EmptyList: Error {}

    @Test func `an empty line keeps the field's value, and a colon starts a command`() {
        var state = AppState.given(Self.form)
        _ = enter("1", "", into: &state)
        #expect(state.focus == nil)
        #expect(state.forms.isEmpty)
        _ = enter("1", ":leave-field", into: &state)
        #expect(state.focus == nil)
        #expect(state.forms.isEmpty)
    }

    private static let numbers = card(
        "c1", .input(Card.Input(name: "amount", kind: .number(defaultValue: nil))),
        .input(Card.Input(name: "day", kind: .date(defaultValue: nil))))

    @Test(arguments: [
        (["1", "1,000"], "amount: write 1000 or 1.0 in place of 1,000"), (["1", "many"], "must be a number"),
        (["2", "tomorow"], "“tomorow” is not a day"),
    ])
    func `a line that is not a number or day is reported, and can be entered again`(lines: [String], toast: String) {
        var state = AppState.given(Self.numbers)
        for line in lines { _ = enter(line, into: &state) }
        #expect(state.toast?.contains(toast) == true, "\(state.toast ?? "")")
        #expect(state.focus != nil && state.forms.isEmpty)
    }

    @Test func `a day in words becomes a date immediately`() {
        var state = AppState.given(Self.numbers)
        _ = enter("2", "24 dec", into: &state)
        #expect(state.focus == nil)
        #expect(value("day", in: state) == .text(TextField("2026-12-24")))
    }

    @Test(arguments: ["snooze", "vote down", "menu", "choose-theme"])
    func `an empty line closes any list`(command: String) {
        var state = AppState.given(card("c1", .text(Card.TextBlock(text: "x"))))
        if enter(command, into: &state) == [.theme(.list)] {
            let themes = ThemeList(items: [ThemeList.Item(name: "ink", isOwn: false)], current: "ink")
            _ = update(&state, .theme(.listed(themes)), at: .fixed)
        }
        #expect(state.overlays.count == 1)
        #expect(enter("", into: &state).allSatisfy { if case .quit = $0 { false } else { true } })
        #expect(state.overlays.isEmpty)
    }

    @Test func `the list of commands closes in one step, also after a search or a command`() {
        var state = AppState.given(["a"])
        _ = enter("help", "mark", into: &state)
        #expect(state.overlays.count == 1)
        _ = enter("", into: &state)
        #expect(state.overlays.isEmpty)
        _ = enter("help", ":close", into: &state)
        #expect(state.overlays.isEmpty)
    }

    @Test func `lines move card by card, regardless of the height`() {
        var state = AppState.given(["a", "b", "c"], heights: ["a": 90, "b": 90])
        _ = enter("next", into: &state)
        #expect(state.selection == "b")
        _ = enter("j", "next", into: &state)
        #expect(state.selection == "c")
        #expect(state.toast == Strings.Lines.lastCard)
        _ = enter("previous", "k", "prev", into: &state)
        #expect(state.selection == "a")
    }

    @Test(arguments: ["dismiss", "d", "Dismiss", "dism"]) func `a command is its name, a part of it, or its key`(
        line: String
    ) {
        var state = AppState.given(["a"])
        #expect(enter(line, into: &state) == [.responded("a", .dismiss)])
    }

    @Test func `menus, prompts and calendars take lines`() {
        var state = AppState.given(card("c1", .text(Card.TextBlock(text: "x"))))
        _ = enter("vote down", into: &state)
        let count = state.menu?.items.count ?? 0
        _ = enter("9", into: &state)
        #expect(state.toast == Strings.Lines.notListed(9, count))
        _ = enter("\(count)", into: &state)
        #expect(state.prompt != nil)
        #expect(enter("too loud", into: &state) == [.responded("c1", .voteDown(reason: .other, message: "too loud"))])

        var other = AppState.given(card("c1", .text(Card.TextBlock(text: "x"))))
        _ = enter("snooze", into: &other)
        let custom = other.menu?.items.count ?? 0
        #expect(enter("\(custom)", "3h", into: &other) == [.responded("c1", .snooze(until: .fixed(3 * 3600)))])
    }

    @Test func `short words run their commands, and there are no jump letters`() {
        var state = AppState.given(["a"])
        #expect(enter("history", into: &state) == [.history(.read)])
        #expect(enter("snoozed", into: &state) == [.history(.readSnoozed([ops]))])
        _ = enter("f", into: &state)
        #expect(state.overlays.isEmpty && state.toast?.contains("number") == true)
    }

    @Test func `an empty line closes an overlay that is only read`() {
        var state = AppState.given(["a"])
        _ = enter("help", into: &state)
        #expect(state.overlays.count == 1)
        _ = enter("", into: &state)
        #expect(state.overlays.isEmpty)
    }
}
