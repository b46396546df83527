import AppCore
import Canvas
import Cards
import Support
import Testing

struct KeymapTests {
    @Test func `a key that other terminals cannot distinguish has the same command here unless it is bound`() {
        let keymap = Keymap.standard
        func means(_ name: String, in layer: KeyLayer) -> Keymap.Resolution? {
            KeyChord(name: name).map { keymap.resolve([$0], in: layer) }
        }
        #expect(means("shift-backspace", in: .form) == .command(.deleteBackward))
        #expect(means("shift-esc", in: .form) == .command(.leaveField))
        #expect(means("ctrl-enter", in: .menu) == means("enter", in: .menu))
        #expect(means("alt-shift-backspace", in: .form) == .command(.deleteWord))
        #expect(means("shift-enter", in: .form) == .command(.newline))
        #expect(means("shift-up", in: .form) == .unbound)
    }

    @Test func `every row of the key table has a name of its own and keys that exist`() {
        #expect(Set(Command.table.map(\.name)).count == Command.table.count)
        #expect(Set(Command.table.map(\.command)).count == Command.table.count)
        for entry in Command.table {
            #expect(!entry.help.isEmpty)
            #expect(Command(name: entry.name) == entry.command)
            for (layer, notations) in entry.keys {
                for notation in notations {
                    let keys = KeySequence.parse(notation)
                    #expect(keys != nil, "\(entry.name): no key \(notation)")
                    // Also fails when two commands use the same key in one layer.
                    #expect(
                        Keymap.standard.resolve(keys ?? [], in: layer) == .command(entry.command),
                        "\(notation) in \(layer)")
                }
            }
        }
    }

    @Test func `sequences wait for their last key and give up on a wrong one`() throws {
        var state = AppState.given(["a", "b", "c"])
        state.settings.keymap.bind(try #require(KeySequence.parse("b b")), to: .lastCard, in: .stream)
        #expect(state.press("b") == [])
        #expect(state.keyboard.pending.count == 1)
        _ = state.press("b")
        #expect(state.selection == "c")
        #expect(state.keyboard.pending.isEmpty)
        _ = state.press("b", "k")
        #expect(state.selection == "c")
        _ = state.press("k")
        #expect(state.selection == "b")
    }

    @Test func `a freed key does nothing`() throws {
        var state = AppState.given(["a"])
        state.settings.keymap.bind([KeyChord(.character("d"))], to: nil, in: .stream)
        #expect(state.press("d") == [])
        #expect(state.toast == nil)
    }

    @Test func `help lists every bound command once, under its group`() {
        let rows = HelpText.rows(for: .standard)
        let keys = rows.compactMap { row -> String? in
            guard case .key(_, let help) = row else { return nil }
            return help
        }
        #expect(Set(keys).count == keys.count)
        let unbound = Command.table.count { $0.keys.isEmpty }
        #expect(keys.count == Command.table.count - 24 - unbound)
        #expect(rows.contains(.key("j down ctrl-n", help: "Next card; scrolls inside tall cards")))
        #expect(rows.contains(.key("1-9", help: "Press the numbered button")))
        #expect(rows.contains(.key("alt-1…alt-9", help: "Screens")))
    }

    @Test func `help follows the keymap in force`() throws {
        var keymap = Keymap.standard
        keymap.bind(try #require(KeySequence.parse("d")), to: nil, in: .stream)
        keymap.bind(try #require(KeySequence.parse("alt-d")), to: .dismiss, in: .stream)
        #expect(HelpText.rows(for: keymap).contains(.key("alt-d", help: "Dismiss the card or the marked cards")))
    }

    @Test func `hints name only available commands`() {
        let state = AppState.given(card(actions: .init(isSwipeEnabled: false)))
        let words = KeyHint.all(for: state).map(\.word)
        #expect(!words.contains("dismiss"))
        #expect(words.contains("quit"))
        let dismiss = KeyHint.all(for: .given(makeCard())).first { $0.command == .dismiss }
        #expect(dismiss?.key == "d" && dismiss?.word == "dismiss")
    }

    private static let items = [Card.Input.Choice(value: "a", label: "A"), Card.Input.Choice(value: "b", label: "B")]

    @Test(arguments: [
        (Card.Input.Kind.checkboxGroup(items: items, defaultValue: []), ["space choose", "right move"]),
        (.radioGroup(items: items, defaultValue: nil), ["space choose", "right change"]),
        (.dropdown(items: items, defaultValue: nil), ["space choose", "right change"]),
        (.stepper(defaultValue: nil, minimum: 0, maximum: 9, step: 1), ["left smaller", "right larger"]),
        (.toggle(defaultValue: false), ["space choose"]),
    ])
    func `hints in a field say what its keys do`(kind: Card.Input.Kind, expected: [String]) {
        var state = AppState.given(card(.input(Card.Input(name: "n", label: "N", kind: kind))))
        _ = state.press("tab")
        let hints = KeyHint.all(for: state).filter {
            [.toggleChoice, .choicePrevious, .choiceNext].contains($0.command)
        }
        #expect(hints.map { "\($0.key) \($0.word)" } == expected)
    }
}
