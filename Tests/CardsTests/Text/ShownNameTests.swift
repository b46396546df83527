import Cards
import Testing

@Suite struct ShownNameTests {
    @Test(arguments: [
        ("cards/a b.json", "cards/a b.json"), ("C:\\x", "C:\\x"), ("große 日本.json", "große 日本.json"), ("", "\"\""),
        ("a\nb", "\"a\\nb\""), ("\r\t", "\"\\r\\t\""), ("\u{1B}[31m", "\"\\u{1B}[31m\""),
        ("a\u{85}\u{2028}", "\"a\\u{85}\\u{2028}\""), (" a", "\" a\""), ("a ", "\"a \""),
    ])
    func `a file name is shown in one line`(name: String, shown: String) {
        #expect(name.shownAsFile == shown)
    }
}
