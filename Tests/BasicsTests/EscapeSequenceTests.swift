import Basics
import Testing

struct EscapeSequenceTests {
    @Test(arguments: [
        ("plain", "plain"), ("", ""),
        ("\u{1B}[1;31mred\u{1B}[0m and \u{1B}[38;2;1;2;3mmore\u{1B}[m", "red and more"),
        ("\u{1B}]8;;https://a.example\u{1B}\\link\u{1B}]8;;\u{07}!", "link!"),
        ("\u{1B}(Bcharset\u{1B}=keypad", "charsetkeypad"),
        ("cut \u{1B}[31", "cut "), ("cut \u{1B}]0;title", "cut "), ("cut \u{1B}", "cut "),
        ("broken \u{1B}[3\u{1B}[0mend", "broken end"), ("tab\tbell\u{07}", "tab\tbell\u{07}"),
    ])
    func `escape sequences are removed, and other text stays`(text: String, expected: String) {
        #expect(text.withoutEscapeSequences == expected)
    }
}
