import AppRuntime
import Testing

struct HyperlinkSupportTests {
    @Test(arguments: [
        (["TERM": "xterm-256color"], false),
        (["TERM": "xterm-256color", "VTE_VERSION": "7200"], true),
        (["TERM": "xterm-256color", "VTE_VERSION": "4600"], false),
        (["TERM": "xterm-kitty"], true),
        (["TERM": "foot-extra"], true),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
        (["TERM": "xterm-256color", "WT_SESSION": "1"], true),
        (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.3a"], false),
        (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.4"], true),
        (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "next-3.6"], true),
        // The terminal around tmux does not determine what tmux supports.
        (["TERM": "screen-256color", "TMUX": "x", "VTE_VERSION": "7200"], false),
        (["TERM": "screen", "STY": "1", "VTE_VERSION": "7200"], false),
        (["TERM": "linux"], false),
        ([:], false),
    ])
    func `links are sent only to terminals that are known to support them`(variables: [String: String], expected: Bool)
    {
        #expect(HyperlinkSupport.isLikely(variables) == expected)
    }
}
