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

    @Test func `it opens on the theme in use and says which are the user's`() throws {
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

    @Test func `moving shows a theme, enter keeps it and says how to keep it for good`() {
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

    @Test(arguments: ["esc", "q"]) func `closing brings back what was in use`(key: String) {
        var state = opened()
        _ = state.press("j")
        #expect(state.press(key) == [.theme(.use("dark", isChosen: false))])
        #expect(state.menu == nil)
    }

    @Test func `a number chooses at once`() {
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

    @Test func `what was wrong with a theme is told no longer once another one is looked at, or it is mended`() {
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

    @Test func `of several mistakes the number is told first, as the end of a long text is cut`() {
        #expect(Strings.Themes.mistakes("a.toml:3: x", others: 0) == "a.toml:3: x")
        #expect(Strings.Themes.mistakes("a.toml:3: x", others: 7) == "8 mistakes, the first: a.toml:3: x")
    }

    @Test func `the menu stays when the selected card leaves`() {
        var state = opened()
        _ = state.arrive(.of([]))
        #expect(state.menu != nil)
    }
}
