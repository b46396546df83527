import Cards
import Testing

struct MarkdownEscapesTests {
    @Test(arguments: [
        "Release 4.12.7?", "Delete build/*.o and build/*.a?", "2*3*4", "__init__", "[x](y)", "a\\b", "\\*", "C:\\*.txt",
        "<b>",
        "AT&amp;T", "~~no~~", "`code`", "👍 ok",
    ])
    func `escaped text renders as the original`(text: String) {
        #expect(MarkdownEscapes.removing(from: MarkdownEscapes.adding(to: text)) == text)
    }

    @Test func `plain words get no backslashes, and only backslashes before punctuation are removed`() {
        #expect(MarkdownEscapes.adding(to: "Release 4.12.7? (at 14:00)") == "Release 4.12.7? (at 14:00)")
        #expect(MarkdownEscapes.removing(from: #"Which user\? \a \\ \"#) == #"Which user? \a \ \"#)
    }
}
