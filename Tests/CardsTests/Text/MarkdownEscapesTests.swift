import Cards
import Testing

struct MarkdownEscapesTests {
    @Test(arguments: [
        "Release 4.12.7?", "Delete build/*.o and build/*.a?", "2*3*4", "__init__", "[x](y)", "a\\b", "\\*", "C:\\*.txt",
        "<b>",
        "AT&amp;T", "~~no~~", "`code`", "👍 ok",
    ])
    func `a text comes out as it went in`(text: String) {
        #expect(MarkdownEscapes.removing(from: MarkdownEscapes.adding(to: text)) == text)
    }

    @Test func `plain words get no backslashes, and only those before punctuation go`() {
        #expect(MarkdownEscapes.adding(to: "Release 4.12.7? (at 14:00)") == "Release 4.12.7? (at 14:00)")
        #expect(MarkdownEscapes.removing(from: #"Which user\? \a \\ \"#) == #"Which user? \a \ \"#)
    }
}
