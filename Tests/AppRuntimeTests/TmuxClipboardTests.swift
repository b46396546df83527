import AppRuntime
import Testing

@Suite(.timeLimit(.minutes(1))) struct TmuxClipboardTests {
    @Test func `a tmux that has ended gets no text`() throws {
        let clipboard = try #require(TmuxClipboard(["TMUX": "/nonexistent/tmux,1,0", "TERM_PROGRAM_VERSION": "3.4"]))
        #expect(!clipboard.copy("x"))
    }

    @Test(arguments: [
        ["TERM": "xterm"], ["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"],
        ["TMUX": "/tmp/x,1,0", "TERM_PROGRAM_VERSION": "3.1c"], ["TMUX": "/tmp/x,1,0"],
    ])
    func `outside tmux and in an old version, tmux's clipboard is not used`(variables: [String: String]) {
        #expect(TmuxClipboard(variables) == nil)
    }
}
