import Canvas
import Testing

@Suite struct KeyChordTests {
    @Test(
        arguments: [
            ("a", KeyChord(.character("a"))), ("G", KeyChord(.character("G"))), ("ctrl-d", .control("d")),
            ("enter", .enter),
            ("alt-1", .alt("1")), ("space", .space), ("ctrl-space", .control(" ")), ("f12", KeyChord(.function(12))),
            ("backtab", .backtab), ("ctrl-alt-x", KeyChord(.character("x"), [.control, .alt])),
            ("shift-up", KeyChord(.up, .shift)), ("ctrl-pagedown", KeyChord(.pageDown, .control)),
            ("minus", KeyChord(.character("-"))),
            ("ctrl-minus", .control("-")), ("é", KeyChord(.character("é"))), ("?", KeyChord(.character("?"))),
            ("f", KeyChord(.character("f"))),
        ])
    func `a key name round-trips through its chord`(_ name: String, _ chord: KeyChord) {
        #expect(KeyChord(name: name) == chord)
        #expect(chord.name == name)
    }

    @Test(
        arguments: [
            ("shift-tab", "backtab"), ("ctrl-D", "ctrl-d"), ("Ctrl-d", "ctrl-d"), ("alt-ctrl-x", "ctrl-alt-x"),
            ("shift-g", "G"),
            ("-", "minus"), ("ctrl--", "ctrl-minus"), (" ", "space"), ("ENTER", "enter"), ("shift-backtab", "backtab"),
        ])
    func `other spellings have one canonical name`(_ name: String, _ canonical: String) {
        #expect(KeyChord(name: name)?.name == canonical)
    }

    @Test(arguments: ["", "ctrl-", "hyper-a", "f0", "f25", "f01", "ctrl-ctrl-a", "ab", "\n", "\u{7F}", "\u{1B}"])
    func `a name without a key is refused`(_ name: String) {
        #expect(KeyChord(name: name) == nil)
    }

    @Test func `only unmodified characters are typed text`() {
        #expect(KeyChord(.character("x")).typed == "x")
        #expect(KeyChord(.character("x"), .shift).typed == "X")
        #expect(KeyChord.control("x").typed == nil)
        #expect(KeyChord.enter.typed == nil)
    }
}
