import Testing

@testable import Basics

struct SpellingTests {
    @Test(
        arguments: [
            ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1),
            ("kitten", "sitting", 3), ("ca", "abc", 3), ("abcdef", "badcfe", 3),
            ("zo\u{202E}e", "zoe", 1),
        ] as [(String, String, Int)])
    func `edits are counted, a swap of neighbours as one`(left: String, right: String, count: Int) {
        #expect(Spelling.distance(Array(left.unicodeScalars), Array(right.unicodeScalars)) == count)
        #expect(Spelling.distance(Array(right.unicodeScalars), Array(left.unicodeScalars)) == count)
    }

    @Test func `the nearest name is found, and an unrelated word has none`() {
        let names = ["background", "foreground", "bold", "up"]
        #expect(Spelling.nearest(to: "bakcground", among: names) == "background")
        #expect(Spelling.nearest(to: "blod", among: names) == "bold")
        #expect(Spelling.nearest(to: "ip", among: names) == "up")
        #expect(Spelling.nearest(to: "it", among: names) == nil)
        #expect(Spelling.nearest(to: "underline", among: names) == nil)
        #expect(Spelling.nearest(to: String(repeating: "x", count: 300), among: names) == nil)
        #expect(Spelling.nearest(to: "bold", among: []) == nil)
    }
}
