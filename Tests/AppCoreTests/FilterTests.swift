import AppCore
import Canvas
import Cards
import Support
import Testing

/// The line for the text of a filter.
struct FilterTests {
    private func line(_ state: AppState) -> FilterOverlay? {
        guard case .filter(let line)? = state.overlays.last else { return nil }
        return line
    }

    private func query(_ effects: [Effect]) -> FeedQuery? {
        guard case .window(_, let query)? = effects.first, effects.count == 1 else { return nil }
        return query
    }

    /// Types a text, and returns the effects of all keys, such as requests for windows.
    private func type(_ text: String, _ state: inout AppState) -> [Effect] {
        text.flatMap { character in
            update(&state, .keyPressed(KeyChord(.character(character))), at: state.now)
        }
    }

    @Test func `every change filters the cards and keeps the selected one in place`() throws {
        var state = AppState.given(["a", "b", "c"], selecting: "b")
        _ = state.press("/")
        #expect(state.keyLayer == .filter)
        let effects = type("ab", &state)
        #expect(effects.count == 2)
        let wanted = try CardSearch("ab")
        #expect(query([effects[1]])?.filter.search == wanted)
        #expect(query([effects[1]])?.anchor == .card("b"))
        // Keys do not wait for the result of a filter.
        #expect(!state.awaitsCards)
        _ = state.press("enter")
        #expect(state.overlays.isEmpty && state.containers[0].typedFilter?.text == "ab")
    }

    @Test func `a mistake is reported and does not change the cards`() throws {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("is:snoozed", &state)
        _ = type(" foo", &state)
        #expect(type(":", &state).isEmpty)
        // The text is not a mistake while the word is being typed.
        #expect(line(state)?.problem == nil)
        #expect(line(state)?.expectation?.hasPrefix("foo: expected one of is, has,") == true)
        #expect(state.containers[0].typedFilter?.text == "is:snoozed foo")
        _ = state.press("enter")
        #expect(line(state) != nil && state.toast?.hasPrefix("foo: expected") == true)
        #expect(line(state)?.problem?.hasPrefix("foo: expected one of is, has,") == true)
        _ = state.press("backspace")
        #expect(line(state)?.problem == nil)
        _ = type(": x", &state)
        #expect(line(state)?.problem?.hasPrefix("foo: expected") == true && line(state)?.expectation == nil)
    }

    @Test(arguments: [
        ("pri", ["priority:"]), ("deploy -HA", ["deploy -has:"]), ("is:s", ["is:seen", "is:snoozed", "is:seen"]),
        ("v", ["var."]), ("h", ["has:", "has:image", "has:video"]), ("zzz", ["zzz"]), ("\"on pri", ["\"on pri"]),
        ("is:unseen", ["is:unseen"]),
    ])
    func `Tab completes the last word, and goes through its completions`(text: String, expected: [String]) {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type(text, &state)
        for completed in expected {
            _ = state.press("tab")
            #expect(line(state)?.field.text == completed)
        }
    }

    @Test func `after a key, its values are listed`() {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("x -is:", &state)
        #expect(line(state)?.expectation == "unseen, seen, snoozed, waiting, refused, voted, unread, read")
        _ = state.press("ctrl-u")
        _ = type("priority:", &state)
        #expect(line(state)?.expectation == "priority: expected a number from 1 to 10, such as priority:>=3")
    }

    @Test func `a completion filters immediately`() throws {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("is:", &state)
        #expect(query(state.press("tab"))?.filter.search == (try CardSearch("is:unseen")))
    }

    @Test func `up recalls earlier filters, the newest first, and down returns to the typed text`() {
        var state = AppState.given(["a"])
        for text in ["one", "two", "one", "three"] {
            _ = state.press("/", "ctrl-u")
            _ = type(text, &state)
            _ = state.press("enter")
        }
        _ = state.press("/", "ctrl-u")
        _ = type("new", &state)
        var texts: [String?] = []
        for key in ["up", "up", "up", "up", "down", "down", "down", "down"] {
            _ = state.press(key)
            texts.append(line(state)?.field.text)
        }
        #expect(texts == ["three", "one", "two", "two", "one", "three", "new", "new"])
    }

    @Test func `editing an earlier filter makes a new one`() {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("one", &state)
        _ = state.press("enter", "/", "ctrl-u", "up")
        _ = type("x", &state)
        _ = state.press("enter")
        #expect(state.recent.filters == ["onex", "one"])
    }

    @Test func `undoing typed text filters again`() {
        var state = AppState.given(["a", "b"])
        _ = state.press("/")
        _ = type("ab", &state)
        #expect(query(state.press("ctrl-_"))?.filter.isEmpty == true)
    }

    @Test func `a key that is being typed does not filter as a word until it is accepted`() throws {
        var state = AppState.given(["a"])
        _ = state.press("/")
        // Only complete terms filter.
        #expect(type("-priority", &state).isEmpty && type(":", &state).isEmpty)
        #expect(line(state)?.problem == nil && line(state)?.expectation != nil)
        #expect(type("3", &state).count == 1)
        _ = state.press("ctrl-u")
        #expect(type("has", &state).isEmpty && line(state)?.problem == nil)
        #expect(query(state.press("enter"))?.filter.search == (try CardSearch("has")))
    }

    @Test(arguments: [
        ("pri", "pri", "priority:"), ("deploy -HA", "-HA", "-has:"), ("is", "is", "is:"), ("ca", "ca", "category:"),
        ("v", "v", "var.NAME:"),
        ("a -is:UN", "-is:UN", "-is:unseen"), ("has:i", "has:i", "has:image"),
    ])
    func `a word that may become a key shows a hint instead of a count`(text: String, word: String, key: String) throws
    {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type(text, &state)
        let unfinished = try #require(line(state)?.unfinished)
        #expect(unfinished.word == word && unfinished.key == key && line(state)?.problem == nil)
    }

    @Test(arguments: ["", "prix", "is:", "is:unseen", "is:unseenx", "\"on pri", "pri ", "priority:3"])
    func `any other word filters immediately`(text: String) {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type(text, &state)
        #expect(line(state)?.unfinished == nil)
    }

    @Test func `esc removes the filter, both in the line and after it`() throws {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("x", &state)
        #expect(query(state.press("esc"))?.filter.isEmpty == true)
        #expect(state.overlays.isEmpty && state.containers[0].typedFilter == nil)

        _ = state.press("/")
        _ = type("x", &state)
        _ = state.press("enter")
        #expect(query(state.press("esc"))?.filter.isEmpty == true)
        #expect(state.containers[0].typedFilter == nil)
    }

    @Test func `esc first leaves a focused button, then the filter`() {
        var state = AppState.given(card("c1", buttons(("Yes", .dismiss))))
        _ = state.press("/")
        _ = type("x", &state)
        _ = state.press("enter", "tab", "esc")
        #expect(state.focus == nil && state.containers[0].typedFilter != nil)
        _ = state.press("esc")
        #expect(state.containers[0].typedFilter == nil)
    }

    @Test func `a reopened filter shows its text, which typing replaces and up recalls`() {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("abc", &state)
        _ = state.press("enter", "/")
        #expect(line(state)?.field.text == "abc")
        #expect(line(state)?.field.isSelected == true)
        _ = type("x", &state)
        #expect(line(state)?.field.text == "x")
        _ = state.press("up")
        #expect(line(state)?.field.text == "abc")
    }

    @Test func `moving the cursor in a reopened filter keeps its text`() {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("abc", &state)
        _ = state.press("enter", "/", "end")
        _ = type("d", &state)
        #expect(line(state)?.field.text == "abcd")
    }

    @Test func `ctrl-c closes the line and leaves the viewer open`() {
        var state = AppState.given(["a"])
        _ = state.press("/")
        _ = type("abc", &state)
        let effects = state.press("ctrl-c")
        #expect(!effects.contains(.quit(code: 0)))
        #expect(state.overlays.isEmpty)
        #expect(state.containers[0].typedFilter == nil)
    }

    @Test func `the selection stays on its card, and returns to it after a filter without matches`() throws {
        var state = AppState.given(["a", "b", "c"], selecting: "b")
        _ = state.press("/")
        _ = type("x", &state)
        _ = state.arrive(.of(["b", "c"]))
        #expect(state.selection == "b")
        _ = type("y", &state)
        _ = state.arrive(.of([String]()))
        #expect(state.selection == nil)
        let effects = state.press("backspace")
        #expect(query(effects)?.anchor == .card("b"))
        _ = state.arrive(.of(["b", "c"]))
        #expect(state.selection == "b")
    }

    @Test func `if the selected card is filtered out, the next card below is selected`() {
        var state = AppState.given(["a", "b", "c", "d"], selecting: "b")
        _ = state.press("/")
        _ = type("x", &state)
        _ = state.arrive(.of(["a", "d"]))
        #expect(state.selection == "d")
    }

    @Test func `cards that a filter shows again do not count as new`() {
        var state = AppState.given((0..<30).map { "c\($0)" })
        _ = state.press("/")
        _ = type("x", &state)
        _ = state.arrive(.of(["c1", "c9", "c20"]))
        #expect(state.arrived == [0, 0])
        // The same filter now finds more cards.
        state.containers[0].window.isPartial = true
        _ = state.arrive(.of(["c1", "c9", "c20", "c21", "c22", "c23", "c24", "c25", "c26", "c27"]))
        #expect(state.arrived == [0, 0])
        _ = state.press("esc")
        _ = state.arrive(.of((0..<30).map { "c\($0)" }))
        #expect(state.arrived == [0, 0])
    }

    @Test func `ctrl-n and ctrl-p move the selection while the filter is typed`() {
        var state = AppState.given(["a", "b", "c"], selecting: "a")
        _ = state.press("/", "ctrl-n", "ctrl-n", "ctrl-p")
        #expect(state.selection == "b" && line(state) != nil)
    }

    @Test func `other windows of the container are filtered as well`() throws {
        var state = AppState.given(.slice(0..<60, of: 500))
        _ = state.press("/")
        _ = type("x", &state)
        _ = state.press("enter")
        _ = state.arrive(.slice(0..<60, of: 400))
        let effects = state.press("G")
        #expect(query(effects)?.anchor == .end && query(effects)?.filter.isEmpty == false)
    }

    @Test func `a strip without matches stays, so that its filter can be removed`() {
        var state = AppState(
            size: Size(columns: 80, rows: 20), now: .fixed,
            containers: [ContainerModel(id: main, kind: .single, streamID: ops)])
        state.containers[0].options.emptyStyle = .shrink
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        _ = update(&state, .feedArrived(main, .of(["a"])), at: .fixed)
        _ = state.press("/")
        _ = type("x", &state)
        _ = update(&state, .feedArrived(main, .of([String]())), at: .fixed)
        #expect(!state.isCollapsed(state.containers[0]))
        // The strip also stays while the cards that the filter hid are loading, because otherwise the keys would go to
        // another container.
        _ = state.press("esc")
        #expect(!state.isCollapsed(state.containers[0]))
        _ = update(&state, .feedArrived(main, .of([String]())), at: .fixed)
        #expect(state.isCollapsed(state.containers[0]))
    }

    @Test func `while a modal card is shown, there is no filter`() {
        var state = AppState(
            size: Size(columns: 80, rows: 20), now: .fixed,
            containers: [
                ContainerModel(id: main, streamID: ops),
                ContainerModel(id: ContainerID("m"), kind: .modal, streamID: StreamID("m")),
            ],
            screens: [ScreenModel(name: "s", .container(main), modals: [ContainerID("m")])])
        _ = update(&state, .syncStatusChanged(.online), at: .fixed)
        _ = update(&state, .feedArrived(main, .of(["a"])), at: .fixed)
        _ = update(&state, .feedArrived(ContainerID("m"), .of(["m1"])), at: .fixed)
        #expect(Command.search.availability(in: state) == .disabled(reason: Strings.Disabled.modal))
    }

    @Test func `a container's own filters are in every window it asks for`() throws {
        var options = ContainerOptions()
        options.filters = [try CardFilter(.priority, .lessThan, .number(JSONNumber(4)))]
        let container = ContainerModel(id: main, streamID: ops, options: options)
        #expect(container.query.filter.conditions == options.filters)
    }
}
