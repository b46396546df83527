import AppCore
import Canvas
import Testing

struct KeySequenceTests {
    @Test func `the escape key is known by both of its names`() throws {
        #expect(try KeySequence.read("esc escape ESC") == [.escape, .escape, .escape])
        #expect(try KeySequence.read("ctrl-esc alt-escape") == [KeyChord(.escape, .control), KeyChord(.escape, .alt)])
        #expect(KeySequence.text([.escape]) == "esc")
    }

    @Test(arguments: [
        ("ecs", "did you mean \"esc\"?"), ("retrun", "use for example"), ("entr", "did you mean \"enter\"?"),
        ("control-d", "did you mean \"ctrl-d\"?"), ("crtl-pagedwn", "did you mean \"ctrl-pagedown\"?"),
        ("a\u{1B}b", "\"a\\u{1B}b\" is not a key"), ("", "use for example"), ("f99", "is not a key"),
    ])
    func `an unknown key name is reported with a suggestion`(text: String, part: String) throws {
        let error = try #require(throws: KeyNameError.self) { try KeySequence.read(text) }
        #expect(error.description.contains(part), "\(error)")
    }
}
