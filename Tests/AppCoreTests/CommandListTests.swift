import AppCore
import Canvas
import Cards
import Support
import Testing

/// The help and the palette: every command can be found and run.
struct CommandListTests {
    private func commands(_ state: AppState) -> CommandsOverlay? {
        guard case .commands(let list)? = state.overlays.last else { return nil }
        return list
    }

    private func found(_ state: AppState) -> [String] {
        commands(state).map { list in list.matches.map { list.items[$0].command.name } } ?? []
    }

    // MARK: Every command

    @Test func `every command has help and is in the palette, with its key and its group`() throws {
        var state = AppState.given(["a"])
        _ = state.press(":")
        let list = try #require(commands(state))
        #expect(list.items.map(\.command) == Command.table.map(\.command))
        for (item, entry) in zip(list.items, Command.table) {
            #expect(!item.help.isEmpty)
            for (layer, notations) in entry.keys {
                // The keys of other layers are listed only for commands without a key here.
                guard [.stream, .global].contains(layer) else { continue }
                for notation in notations { #expect(item.keys.contains(notation), "\(entry.name) in \(layer)") }
            }
            #expect(item.keys.isEmpty == entry.keys.isEmpty)
        }
        #expect(Set(list.matches) == Set(list.items.indices))
    }

    @Test func `a command without keys is in the palette as well`() throws {
        var state = AppState.given(["a", "b"])
        for keys in ["G", "end"] {
            state.settings.keymap.bind(try #require(KeySequence.parse(keys)), to: nil, in: .stream)
        }
        _ = state.press(":")
        state.type("last-card")
        #expect(commands(state)?.selectedItem?.command == .lastCard)
        _ = state.press("enter")
        #expect(state.selection == "b" && state.overlays.isEmpty)
    }

    // MARK: Palette

    @Test func `available commands come first, and the others say why they are not available`() throws {
        var state = AppState.given([])
        _ = state.press(":")
        let list = try #require(commands(state))
        let reasons = list.matches.map { list.items[$0].unavailable }
        let possible = try #require(reasons.firstIndex { $0 != nil })
        #expect(reasons[possible...].allSatisfy { $0 != nil })
        #expect(list.items.first { $0.command == .dismiss }?.unavailable == Strings.Disabled.noCard)
    }

    @Test(arguments: [
        ("nc", "next-card"), ("quit", "quit"), ("dis", "dismiss"), ("theme", "choose-theme"), ("DISMISS", "dismiss"),
        ("snz", "snooze"), ("publish", "make-card"), ("ctrl-z", "suspend"), ("shell", "suspend"),
        ("next screen", "next-screen"),
    ])
    func `a command is found by letters of its name, a part of its help, or its key`(typed: String, name: String) {
        var state = AppState.given(["a", "b"])
        _ = state.press(":")
        state.type(typed)
        #expect(found(state).first == name, "\(found(state))")
    }

    @Test func `a command that cannot run comes after those that can, unless its whole name is typed`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("filter")
        #expect(found(state).first == "search" && found(state).contains("complete-filter"))
        _ = state.press("ctrl-u")
        state.type("complete-filter")
        #expect(found(state).first == "complete-filter")
    }

    @Test(arguments: [":", "?"]) func `only keys that run a command in the current context are listed`(opening: String)
    {
        var state = AppState.given(["a"])
        func keys(_ command: Command) -> String? { commands(state)?.items.first { $0.command == command }?.keys }
        _ = state.press(opening)
        #expect(keys(.quit) == "ctrl-c q" && keys(.nextCard) == "j down")
        #expect(keys(.caretToStart) == "ctrl-a home")
        state = AppState.starting()
        _ = state.press(opening)
        #expect(keys(.quit) == "ctrl-c q esc")
    }

    @Test func `a search without matches shows a message and runs nothing`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("zzzz")
        #expect(found(state) == [])
        #expect(state.press("enter") == [])
        #expect(state.toast == Strings.Help.nothingMatches("zzzz"))
        #expect(commands(state) != nil)
        // Deleting the text restores the full list.
        _ = state.press("ctrl-u")
        #expect(found(state).count == Command.table.count)
    }

    @Test func `enter runs the command like its key`() {
        var state = AppState.given(["a", "b"], selecting: "a")
        _ = state.press(":")
        state.type("dismiss")
        #expect(state.press("enter") == [.responded("a", .dismiss)])
        #expect(state.overlays.isEmpty)
    }

    @Test func `an unavailable command says why, and the palette stays open`() {
        var state = AppState.given(card(actions: .init(isSwipeEnabled: false)))
        _ = state.press(":")
        state.type("dismiss")
        #expect(state.press("enter") == [])
        #expect(state.toast?.isEmpty == false)
        #expect(commands(state)?.field.text == "dismiss")
    }

    @Test func `the message about a line that is not valid goes when the next one runs`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("filter is:foo")
        _ = state.press("enter")
        #expect(state.toast?.contains("is:foo") == true)
        _ = state.press("esc", "esc", ":")
        state.type("filter priority:3")
        _ = state.press("enter")
        #expect(state.containers[0].typedFilter?.text == "priority:3" && state.toast == nil)
    }

    @Test func `a sheet that a command opens replaces the palette`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("help")
        _ = state.press("enter")
        #expect(commands(state)?.purpose == .help && state.overlays.count == 1)
    }

    @Test func `the palette opens before there are cards`() {
        var state = AppState.starting()
        _ = state.press(":")
        state.type("refresh")
        #expect(state.press("enter").contains(.refresh))
    }

    @Test func `esc closes the palette regardless of the typed text`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("d")
        _ = state.press("esc")
        #expect(state.overlays.isEmpty)
    }

    @Test func `recent and likely commands come first`() {
        var state = AppState.given(card(actions: .everything, buttons(("Yes", .dismiss))))
        _ = state.press(":")
        #expect(Array(found(state).prefix(3)) == ["press", "press-button-1", "dismiss"])
        state.type("redraw")
        _ = state.press("enter", ":")
        state.type("inspect")
        _ = state.press("enter", "esc", ":")
        #expect(Array(found(state).prefix(4)) == ["inspect", "redraw", "press", "press-button-1"])
        #expect(Set(found(state)).count == Command.table.count)
    }

    @Test func `a theme is used by its name`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("theme plum")
        #expect(commands(state)?.selectedItem?.help == "Use the theme plum")
        #expect(state.press("enter") == [.theme(.use("plum", isChosen: true))])
        #expect(state.overlays.isEmpty)
    }

    @Test func `a theme that does not exist is not offered`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("theme")
        #expect(state.press("space") == [.theme(.name)])
        state.type("nope")
        #expect(commands(state)?.selectedItem?.help == "Use the theme nope")
        _ = update(&state, .theme(.named(["ink", "plum"])), at: .fixed)
        #expect(commands(state)?.selectedItem?.help == "No usable theme is called “nope”: show the list")
        _ = state.press("ctrl-w")
        #expect(state.press("i", "n", "k") == [])
        #expect(commands(state)?.selectedItem?.help == "Use the theme ink")
    }

    @Test func `the palette accepts the orders of the menu`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("sort foo")
        #expect(
            commands(state)?.selectedItem?.unavailable == "“foo” is not an order; choose from feed, newest, expiring")
    }

    @Test func `a card is snoozed until what is typed`() {
        var state = AppState.given(card(expiresAt: .fixed(30 * 3600)))
        _ = state.press(":")
        state.type("snooze tomorrow 14")
        #expect(commands(state)?.selectedItem?.help == "Snooze until tomorrow 14:00")
        #expect(state.press("enter") == [.responded("c1", .snooze(until: .fixed(29 * 3600)))])
    }

    @Test(arguments: [
        ("snooze yesterday", Strings.Snooze.inThePast),
        ("snooze 3d", "The card expires earlier: tomorrow 15:00"),
        (
            "filter foo:x",
            "foo: expected one of is, has, priority, template, category, expires, sent, var.NAME; put other text in quotes"
        ),
    ])
    func `a line that cannot be run shows the reason and stays`(typed: String, reason: String) {
        var state = AppState.given(card(expiresAt: .fixed(30 * 3600)))
        _ = state.press(":")
        state.type(typed)
        #expect(commands(state)?.selectedItem?.unavailable == reason)
        #expect(state.press("enter") == [])
        #expect(state.toast == reason)
        #expect(commands(state)?.field.text == typed)
        _ = state.press("ctrl-u")
        #expect(commands(state)?.items.count == Command.table.count)
    }

    @Test func `a typed snooze applies to marked cards as well, and not to a hidden card`() {
        var state = AppState.given(["a", "b"])
        _ = state.press("V", ":")
        state.type("snooze 1h")
        let effects = state.press("enter")
        guard case .marks(.respond(let plan, .snooze(until: .fixed(3600))))? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(plan.cards == ["a", "b"])

        state = AppState.given((0..<30).map { "c\($0)" })
        state.containers[0].selection = "c20"
        _ = state.press(":")
        state.type("snooze 1h")
        #expect(state.press("enter") == [])
        #expect(state.toast == Strings.Toasts.cardShown)
    }

    @Test func `cards are filtered by what is typed`() throws {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("filter is:unseen")
        _ = state.press("enter")
        #expect(state.containers[0].typedFilter?.search == (try CardSearch("is:unseen")))
        #expect(state.recent.filters == ["is:unseen"])
    }

    @Test(arguments: [
        ("snooze t", ["snooze this evening", "snooze tomorrow", "snooze this evening"]),
        ("sort new", ["sort newest"]), ("group d", ["group day"]), ("filter is:unse", ["filter is:unseen"]),
        ("filter -HA", ["filter -has:"]), ("sort zzz", ["sort zzz"]),
    ])
    func `tab completes the argument of a command`(typed: String, lines: [String]) {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type(typed)
        for line in lines {
            #expect(state.press("tab") == [])
            #expect(commands(state)?.field.text == line)
        }
    }

    @Test func `a completed command can be run`() {
        for line in ["snooze ", "sort ", "group "] {
            var state = AppState.given(["a"])
            _ = state.press(":")
            state.type(line)
            _ = state.press("tab")
            let first = commands(state)?.field.text
            repeat {
                #expect(commands(state)?.selectedItem?.keys == "" && commands(state)?.selectedItem?.unavailable == nil)
                _ = state.press("tab")
            } while commands(state)?.field.text != first
        }
    }

    @Test func `tab completes a theme's name as soon as the names are known`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        state.type("theme pl")
        #expect(commands(state)?.canComplete == true)
        #expect(state.press("tab") == [.theme(.name)])
        #expect(update(&state, .theme(.named(["ink", "plain", "plum"])), at: .fixed) == [])
        #expect(commands(state)?.field.text == "theme plain")
        _ = state.press("tab")
        #expect(state.press("enter") == [.theme(.use("plum", isChosen: true))])
        // A list of themes that arrives too late changes nothing.
        #expect(update(&state, .theme(.named(["ink"])), at: .fixed) == [] && state.overlays.isEmpty)
    }

    @Test func `if there is nothing to complete, tab selects the next command`() {
        var state = AppState.given(["a"])
        _ = state.press(":")
        #expect(commands(state)?.canComplete == false)
        _ = state.press("tab")
        #expect(commands(state)?.selected == 1)
    }

    // MARK: Help

    private func help(_ name: String, _ state: AppState) -> String? {
        commands(state)?.items.first { $0.command.name == name }?.help
    }

    @Test func `the help says what a key does to the focused element`() {
        var state = AppState.given(card(actions: .everything, buttons(("Yes", .dismiss))))
        _ = state.press("?")
        #expect(help("press", state) == "Go to the first button or field of the card")
        _ = state.press("esc", "tab", "?")
        #expect(help("press", state) == "Press “Yes”" && help("back", state) == "Leave this part of the card")
        state = AppState.given(["a", "b"])
        _ = state.press("V", "?")
        #expect(help("back", state) == "Clear the marks")
    }

    @Test func `the cursor of the help wraps around, and its pages do not`() throws {
        var state = AppState.given(["a"])
        _ = state.press("?")
        let count = try #require(commands(state)).matches.count
        _ = state.press("k")
        #expect(commands(state)?.selected == count - 1)
        _ = state.press("j", "j", "pagedown")
        #expect(commands(state)?.selected == 10)
        _ = state.press("G", "pagedown")
        #expect(commands(state)?.selected == count - 1)
        _ = state.press("g")
        #expect(commands(state)?.selected == 0)
        _ = state.press("?")
        #expect(state.overlays.isEmpty)
    }

    @Test func `an unavailable command closes the help and says why`() {
        var state = AppState.given(card(actions: .init(isSwipeEnabled: false)))
        _ = state.press("?", "/")
        state.type("vote-up")
        #expect(commands(state)?.selectedItem?.command == .voteUp)
        #expect(state.press("enter") == [])
        #expect(state.overlays.isEmpty && state.toast != nil)
    }

    private func firstSection(_ state: AppState) -> (title: String?, names: [String]) {
        let items = commands(state)?.items ?? []
        return (items.first?.section, items.prefix { $0.section == items[0].section }.map(\.command.name))
    }

    @Test func `the help begins with the commands for the card`() {
        var state = AppState.given(card(actions: .everything, buttons(("Yes", .dismiss))))
        _ = state.press("?")
        #expect(firstSection(state).title == "This card")
        #expect(
            firstSection(state).names == [
                "press", "press-button-1", "dismiss", "snooze", "vote-up", "vote-down", "open-menu", "undo-action",
                "search",
            ])
        // Each command is listed only once.
        let all = commands(state)?.items.map(\.command) ?? []
        #expect(Set(all).count == all.count)
    }

    @Test func `the first group of the help depends on the focus`() {
        var state = AppState.given(card(actions: ActionProperties(overflowMenu: .hidden, isSwipeEnabled: false)))
        _ = state.press("?")
        #expect(firstSection(state).names == ["undo-action", "search"])
        state = AppState.given(["a", "b"])
        _ = state.press("V", "?")
        #expect(firstSection(state).title == "The marked cards")
        #expect(firstSection(state).names.first == "dismiss")
        state = AppState.given(
            card("c1", .input(Card.Input(name: "on", label: "On", kind: .toggle(defaultValue: false)))))
        _ = state.press("tab", "?")
        #expect(firstSection(state).title == "This field")
        #expect(firstSection(state).names.first == "toggle-choice")
        state = AppState.given([String]())
        _ = state.press("?")
        #expect(firstSection(state).title == "Here")
        #expect(firstSection(state).names.contains("refresh"))
    }

    @Test func `F1 opens the help while letters are text, and closing returns to the field`() {
        let note = Card.Input(name: "note", label: "Note", kind: .text(defaultValue: "", numberOfLines: 1))
        var state = AppState.given(card("c1", .input(note)))
        _ = state.press("tab", "?")
        #expect(commands(state) == nil)
        _ = state.press("f1")
        #expect(firstSection(state).title == "This field")
        #expect(firstSection(state).names.contains("leave-field"))
        _ = state.press("f1")
        #expect(state.overlays.isEmpty && state.keyLayer == .form)
    }

    @Test(arguments: [("m", "menu-choose"), ("/", "accept-prompt")])
    func `F1 on a menu or a prompt begins with its keys`(opening: String, command: String) {
        var state = AppState.given(["a", "b"])
        _ = state.press(opening)
        let (opened, layer) = (state.overlays.count, state.keyLayer)
        _ = state.press("f1")
        #expect(firstSection(state).title == "Here")
        #expect(firstSection(state).names.contains(command), "\(firstSection(state).names)")
        // A second press closes the list, also while a search is typed.
        _ = state.press("/", "q", "f1")
        #expect(state.overlays.count == opened && state.keyLayer == layer)
    }

    @Test func `F1 on the palette replaces it with the help`() {
        var state = AppState.given(["a"])
        _ = state.press(":", "f1")
        #expect(commands(state)?.purpose == .help && state.overlays.count == 1)
    }

    @Test func `the help leaves out commands that do not apply`() {
        var state = AppState.given(["a"])
        _ = state.press("?")
        let names = commands(state)?.items.map(\.command.name) ?? []
        for name in ["screen-1", "next-screen", "next-container", "zoom", "card-right", "action-button"] {
            #expect(!names.contains(name), "\(name)")
        }
        state = AppState.given(["a"])
        state.screens = (1...6).map { ScreenModel(name: "s\($0)", .container(main)) }
        _ = state.press("?")
        let screens = commands(state)?.items.filter { if case .showScreen = $0.command { true } else { false } }
        #expect(screens?.map(\.keys) == ["alt-1…alt-6"])
        #expect(screens?.map(\.help) == ["Screens"])
    }

    @Test(arguments: ["/", ""]) func `typing searches the help and keeps its order`(key: String) {
        var state = AppState.given(["a"])
        _ = state.press("?")
        state.type(key + "redraw")
        #expect(found(state) == ["redraw"])
        // Esc leaves the search, then the help.
        _ = state.press("esc")
        #expect(found(state).count > 50 && commands(state)?.selectedItem?.command == .redraw)
        _ = state.press("esc")
        #expect(state.overlays.isEmpty)
    }

    @Test func `enter on a row of the help runs it`() {
        var state = AppState.given(["a", "b"], selecting: "a")
        _ = state.press("?")
        state.type("/last-card")
        #expect(commands(state)?.selectedItem?.command == .lastCard)
        _ = state.press("enter")
        #expect(state.selection == "b" && state.overlays.isEmpty)
    }

    @Test func `a row that stands for nine keys presses none of them`() {
        var state = AppState.given(card("c1", buttons(("Yes", .dismiss))))
        _ = state.press("?")
        state.type("/numbered button")
        #expect(state.press("enter") == [])
        #expect(state.toast == Strings.Help.numbers)
    }

    @Test func `a click on a row runs it`() throws {
        var state = AppState.given(["a", "b"], selecting: "a")
        _ = state.press("?")
        let list = try #require(commands(state))
        let row = try #require(list.matches.firstIndex { list.items[$0].command == .lastCard })
        state.frames.last.hits = [HitRegion(rect: Rect(column: 0, row: 5, columns: 9, rows: 1), target: .menuItem(row))]
        _ = update(&state, .clicked(Point(column: 2, row: 5)), at: .fixed)
        #expect(state.selection == "b")
    }
}
