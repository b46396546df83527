import AppRuntime
import Testing

@Suite(.timeLimit(.minutes(1))) struct TmuxClipboardTests {
    @Test func `a tmux that is gone takes nothing`() throws {
        let clipboard = try #require(TmuxClipboard(["TMUX": "/nonexistent/tmux,1,0", "TERM_PROGRAM_VERSION": "3.4"]))
        #expect(!clipboard.copy("x"))
    }

    @Test(arguments: [
        ["TERM": "xterm"], ["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"],
        ["TMUX": "/tmp/x,1,0", "TERM_PROGRAM_VERSION": "3.1c"], ["TMUX": "/tmp/x,1,0"],
    ])
    func `outside of tmux, and in an old one, there is no such way`(variables: [String: String]) {
        #expect(TmuxClipboard(variables) == nil)
    }
}
