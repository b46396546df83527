import AppCore
import Canvas
import Cards
import Support
import Testing

struct ChooserTests {
    private static let cities = [
        "Zürich", "Málaga", "Ho Chi Minh City (Thành phố Hồ Chí Minh)", "Łódź", "Straße", "東京",
    ]

    private static func dropdown(_ chosen: String? = nil, isRequired: Bool = true) -> Card.Input {
        Card.Input(
            name: "city", label: "City",
            kind: .dropdown(items: cities.map { Card.Input.Choice(value: $0) }, defaultValue: chosen),
            validation: isRequired ? [.init(.required)] : [])
    }

    private func opened(_ input: Card.Input) -> AppState {
        var state = AppState.given(card(.input(input)))
        #expect(state.press("tab", "enter") == [])
        return state
    }

    private func value(_ state: AppState) -> FieldValue? { state.form(of: CardID("c1")).values["city"] }

    static let searches: [(String, [String])] = [
        ("", cities), ("zur", ["Zürich"]), ("ZÜR", ["Zürich"]), ("malaga", ["Málaga"]), ("lodz", ["Łódź"]),
        ("ho chi", ["Ho Chi Minh City (Thành phố Hồ Chí Minh)"]), ("thanh pho", [cities[2]]),
        ("minh city ho", [cities[2]]),
        ("strasse", ["Straße"]), ("京", ["東京"]), ("zu\u{308}r", ["Zürich"]), ("xyz", []),
    ]

    @Test(arguments: searches)
    func `typing filters the choices, regardless of case and diacritics`(typed: String, expected: [String]) {
        var state = opened(Self.dropdown())
        state.type(typed)
        let chooser = state.chooser
        #expect(chooser?.matches.map { Self.cities[$0] } == expected)
    }

    @Test func `a letter on a dropdown opens its list with the letter typed, and runs no command`() {
        for letter in ["d", "s", "m", "j", "g", "q", "u", "h", "l"] {
            var state = AppState.given(card(.input(Self.dropdown())))
            #expect(state.press("tab", letter) == [])
            #expect(state.chooser?.field.text == letter)
        }
        var state = AppState.given(card(.input(Self.dropdown("Zürich"))))
        // The field keeps its own keys, and keys that are not letters keep their meaning.
        #expect(state.press("tab", "right") == [])
        #expect(value(state) == .choice("Málaga"))
        #expect(state.press("?") == [])
        #expect(state.chooser == nil && state.overlays.count == 1)
    }

    @Test func `a letter on any other choice input opens nothing and runs no command`() {
        var state = AppState.given(card(.input(Card.Input(name: "on", kind: .toggle(defaultValue: false)))))
        #expect(state.press("tab", "d") == [] && state.overlays.isEmpty)
        #expect(state.press("esc", "d") == [.responded("c1", .dismiss)])
    }

    @Test func `Enter accepts only the selected choice`() {
        var state = opened(Self.dropdown())
        state.type("l")
        #expect(state.press("down", "enter") == [])
        #expect(value(state) == .choice("Łódź"))
        #expect(state.overlays.isEmpty)
        #expect(state.focus == .input(name: "city"))
    }

    @Test func `Escape changes nothing`() {
        var state = opened(Self.dropdown("Zürich"))
        state.type("mal")
        _ = state.press("esc")
        #expect(value(state) == nil)
        #expect(state.overlays.isEmpty)
    }

    @Test func `if nothing matches, Enter shows a message and typing continues`() {
        var state = opened(Self.dropdown())
        state.type("xyz")
        #expect(state.press("enter") == [])
        #expect(state.toast == "No choice matches “xyz”")
        _ = state.press("ctrl-u", "enter")
        #expect(value(state) == .choice("Zürich"))
    }

    @Test func `the sheet opens on the current choice, and the selection wraps around`() {
        var state = opened(Self.dropdown("東京"))
        #expect(state.chooser?.selected == 5)
        _ = state.press("down")
        #expect(state.chooser?.selected == 0)
        _ = state.press("up", "pageup", "pageup", "pageup")
        #expect(state.chooser?.selected == 0)
    }

    @Test func `an optional choice can be cleared`() {
        var state = opened(Self.dropdown("東京", isRequired: false))
        state.type(Strings.Form.noChoice)
        _ = state.press("enter")
        #expect(value(state) == .choice(nil))
        #expect(opened(Self.dropdown("東京")).chooser?.items.count == Self.cities.count)
    }

    @Test func `typing searches for a choice and does not clear the current one`() {
        var state = opened(Self.dropdown("東京", isRequired: false))
        _ = state.press("down")
        #expect(state.chooser?.selectedItem?.label == Strings.Form.noChoice)
        state.type("e")
        #expect(state.chooser?.selectedItem?.value != nil)
    }

    @Test func `a choice that an update has removed is not accepted`() {
        var state = opened(Self.dropdown())
        var input = Self.dropdown()
        input.kind = .dropdown(items: [Card.Input.Choice(value: "Bern")], defaultValue: nil)
        _ = state.arrive(.of([card(.input(input))]))
        _ = state.press("enter")
        #expect(value(state) == nil)
        #expect(state.toast == Strings.Form.choiceGone)
    }

    @Test func `ten thousand choices are filtered within a frame`() {
        let items = (0..<10_000).map { Card.Input.Choice(value: "Choice number \($0)") }
        var state = opened(Card.Input(name: "city", kind: .dropdown(items: items, defaultValue: nil)))
        let start = ContinuousClock.now
        state.type("9999")
        #expect(state.chooser?.matches.count == 1)
        // A generous limit, because tests are built without optimisation.
        #expect(ContinuousClock.now - start < .seconds(2))
    }
}

extension AppState {
    var chooser: ChooserOverlay? {
        guard case .chooser(let chooser)? = overlays.last else { return nil }
        return chooser
    }
}
