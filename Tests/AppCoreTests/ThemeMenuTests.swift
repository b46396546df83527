import AppCore
import Testing

struct ThemeMenuTests {
    private static let list = ThemeList(
        items: [
            .init(name: "mine", isOwn: true), .init(name: "terminal", isOwn: false), .init(name: "ink", isOwn: false),
        ],
        current: "dark", currentListed: "terminal")

    private func opened(_ list: ThemeList = Self.list) -> AppState {
        var state = AppState.given(["c0"])
        #expect(state.press("t") == [.theme(.list)])
        #expect(state.menu == nil)
        #expect(update(&state, .theme(.listed(list)), at: state.now) == [])
        return state
    }

    @Test func `the menu opens on the current theme and marks the user's themes`() throws {
        let menu = try #require(opened().menu)
        #expect(menu.items.map(\.label) == ["mine", "terminal", "ink"])
        #expect(menu.items.map(\.detail) == ["yours", "in use", nil])
        #expect(menu.selected == 1)
    }

    @Test func `a theme file outside the folders is in the menu while it is in use`() throws {
        let list = ThemeList(items: Self.list.items, current: "./odd.toml")
        let menu = try #require(opened(list).menu)
        #expect(menu.items.map(\.label) == ["./odd.toml", "mine", "terminal", "ink"])
        #expect(menu.selected == 0)
    }

    @Test func `moving previews a theme, and enter selects it and says how to make it permanent`() {
        var state = opened()
        #expect(state.press("j") == [.theme(.use("ink", isChosen: false))])
        #expect(state.press("j") == [.theme(.use("mine", isChosen: false))])
        #expect(state.press("k") == [.theme(.use("ink", isChosen: false))])
        #expect(update(&state, .theme(.used("ink", isChosen: false)), at: state.now) == [])
        #expect(state.toast == nil)
        #expect(state.press("enter") == [.theme(.use("ink", isChosen: true))])
        #expect(state.menu == nil)
        _ = update(&state, .theme(.used("ink", isChosen: true)), at: state.now)
        #expect(state.toast?.contains("theme = \"ink\"") == true)
    }

    @Test(arguments: ["esc", "q"]) func `closing the menu restores the previous theme`(key: String) {
        var state = opened()
        _ = state.press("j")
        #expect(state.press(key) == [.theme(.use("dark", isChosen: false))])
        #expect(state.menu == nil)
    }

    @Test func `a number selects a theme immediately`() {
        var state = opened()
        #expect(state.press("3") == [.theme(.use("ink", isChosen: true))])
        #expect(state.menu == nil)
    }

    @Test func `a theme that cannot be used cannot be chosen, and says why`() throws {
        var state = opened()
        _ = state.press("g")
        _ = update(&state, .theme(.refused("mine", reason: "mine.toml:3:1: not TOML")), at: state.now)
        #expect(state.toast == "mine.toml:3:1: not TOML")
        #expect(try #require(state.menu).items[0].detail == "has mistakes")
        #expect(state.press("enter") == [])
        #expect(state.menu != nil)
        #expect(state.press("j") == [.theme(.use("terminal", isChosen: false))])
    }

    @Test func `a theme with mistakes is marked, and can be chosen`() throws {
        var list = Self.list
        list.items[0].hasMistakes = true
        var state = opened(list)
        #expect(try #require(state.menu).items.map(\.detail) == ["has mistakes", "in use", nil])
        #expect(state.press("1") == [.theme(.use("mine", isChosen: true))])
    }

    @Test func `a theme's mistake is not shown any more after another theme is selected or the mistake is corrected`() {
        var state = opened()
        _ = update(&state, .theme(.refused("mine", reason: "mine.toml:3:1: not TOML")), at: state.now)
        _ = update(&state, .theme(.faulty(reason: "other.toml:2: no scope")), at: state.now)
        #expect(state.toast == "other.toml:2: no scope" && state.toasts.waiting.isEmpty)
        _ = update(&state, .theme(.sound), at: state.now)
        #expect(state.toast == nil)
        // Other error messages stay.
        state.toasts.show(Toast("No connection", kind: .failure), at: state.now)
        _ = update(&state, .theme(.sound), at: state.now)
        #expect(state.toast == "No connection")
    }

    @Test func `with several mistakes, their number comes first, because long text is cut at its end`() {
        #expect(Strings.Themes.mistakes("a.toml:3: x", others: 0) == "a.toml:3: x")
        #expect(Strings.Themes.mistakes("a.toml:3: x", others: 7) == "8 mistakes, the first: a.toml:3: x")
    }

    @Test func `the menu stays open when the selected card is removed`() {
        var state = opened()
        _ = state.arrive(.of([]))
        #expect(state.menu != nil)
    }
}
