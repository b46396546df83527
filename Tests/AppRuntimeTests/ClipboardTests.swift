import AppRuntime
import Canvas
import Foundation
import Testing

struct ClipboardTests {
    static let terminals: [([String: String], Clipboard)] = [
        (["TERM": "xterm-256color"], .plain), (["TERM": "linux"], .none), (["TERM": "screen", "STY": "1.pts"], .none),
        (["TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.5a"], .plain),
        (["TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.4"], .plain),
        (["TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.2a"], .throughTmux),
        (["TMUX": "/tmp/x,1,0"], .throughTmux),
    ]

    @Test(arguments: terminals)
    func `the way to the clipboard follows from the environment`(variables: [String: String], expected: Clipboard) {
        #expect(Clipboard(variables) == expected)
    }

    @Test(arguments: ["", "a", "ab", "abc", "abcd", "https://example.org/?q=ä🙏🏽&x=1", "\u{1B}]52;c;!\u{07}\n\0"])
    func `the escape sequence contains the text only as base64`(text: String) throws {
        let encoded = Data(text.utf8).base64EncodedString()
        #expect(Clipboard.plain.sequence(copying: text) == "\u{1B}]52;c;\(encoded)\u{07}")
        #expect(
            Clipboard.throughTmux.sequence(copying: text)
                == "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;\(encoded)\u{07}\u{1B}\\")
        #expect(Clipboard.none.sequence(copying: text) == nil)
    }

    @Test func `text beyond the limit is not copied`() {
        let text = String(repeating: "x", count: Clipboard.limit)
        #expect(Clipboard.plain.sequence(copying: text) != nil)
        #expect(Clipboard.plain.sequence(copying: text + "x") == nil)
    }
}
