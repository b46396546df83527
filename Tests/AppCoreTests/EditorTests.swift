import AppCore
import Canvas
import Cards
import Support
import Testing

struct EditorTests {
    private static func field(lines: Int) -> Card.Input {
        Card.Input(name: "note", kind: .text(defaultValue: "Lunch", numberOfLines: lines))
    }

    private func edited(_ outcome: EditOutcome, lines: Int = 3) -> AppState {
        var state = AppState.given(card(.input(Self.field(lines: lines))))
        #expect(state.press("tab", "alt-e") == [.editText("Lunch")])
        _ = update(&state, .textEdited(outcome), at: .fixed)
        return state
    }

    private func note(_ state: AppState) -> FieldValue? { state.form(of: CardID("c1")).values["note"] }

    @Test func `the editor's text becomes the field's text, and undo restores the old one`() {
        var state = edited(.edited("Lunch\nwith Jo", leftOut: 0))
        #expect(note(state) == .text(TextField("Lunch\nwith Jo")))
        #expect(state.toast == nil)
        _ = state.press("ctrl-_")
        #expect(note(state) == .text(TextField("Lunch")))
    }

    @Test func `in a field of one line, line breaks become spaces`() {
        #expect(note(edited(.edited("Lunch\nwith Jo", leftOut: 0), lines: 1)) == .text(TextField("Lunch with Jo")))
    }

    @Test func `an editor that changed nothing leaves the field untouched`() {
        #expect(note(edited(.edited("Lunch", leftOut: 0))) == nil)
    }

    @Test func `a failing editor leaves the text and says why`() {
        let state = edited(.failed(reason: "The editor ended with exit code 1; the text is unchanged"))
        #expect(note(state) == nil)
        #expect(state.toast == "The editor ended with exit code 1; the text is unchanged")
    }

    @Test func `removed characters are reported`() {
        #expect(edited(.edited("ab", leftOut: 2)).toast == "2 control characters were removed")
    }

    @Test func `a text that is too long is reported in the prompt`() {
        let vote = ActionProperties(voteUp: .enabled(feedbackLabel: "Why?"))
        var state = AppState.given(card(actions: vote, .headline(Card.Headline(text: "A"))))
        #expect(state.press("+", "alt-e") == [.editText("")])
        _ = update(&state, .textEdited(.edited(String(repeating: "a\n", count: 150), leftOut: 0)), at: .fixed)
        #expect(state.prompt?.problem == Strings.Vote.tooLong)
        #expect(state.prompt?.field.text.contains("\n") == false)
    }

    @Test func `without a focused text field, there is nothing to edit`() {
        var state = AppState.given(card(.input(Self.field(lines: 1))))
        #expect(update(&state, .command(.editOutside), at: .fixed) == [])
        #expect(state.toast == Strings.Disabled.noField)
    }

    static let files: [(String, EditedText)] = [
        ("Lunch\n", .text("Lunch", leftOut: 0)), ("Lunch", .text("Lunch", leftOut: 0)),
        ("Lunch\n\n", .text("Lunch\n", leftOut: 0)), ("", .text("", leftOut: 0)), ("\n", .text("", leftOut: 0)),
        ("a\r\nb\r\n", .text("a\nb", leftOut: 0)), ("\u{FEFF}a\n", .text("a", leftOut: 0)),
        ("a\u{1B}[31mb\u{7}\tc\u{9B}\n", .text("a[31mb\tc", leftOut: 3)),
        ("a\0b", .refused(reason: Strings.Editor.notText)),
    ]

    @Test(arguments: files)
    func `the editor's file is read as text`(file: String, expected: EditedText) {
        #expect(EditedText(Array(file.utf8)) == expected)
    }

    @Test func `a file beyond the limit is refused`() {
        let bytes = [UInt8](repeating: 0x78, count: EditedText.limit)
        #expect(EditedText(bytes) == .text(String(decoding: bytes, as: UTF8.self), leftOut: 0))
        #expect(EditedText(bytes + [0x78]) == .refused(reason: Strings.Editor.tooLong))
    }

    @Test func `bytes that are no UTF-8 are refused`() {
        #expect(EditedText([0x61, 0xFF]) == .refused(reason: Strings.Editor.notText))
    }

    @Test(arguments: ["", "a", "a\n", "a\nb\n\n"])
    func `a text round-trips through the editor's file`(text: String) {
        #expect(EditedText(Array(EditedText.file(of: text).utf8)) == .text(text, leftOut: 0))
    }
}
