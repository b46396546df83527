import Canvas
import Testing

@testable import CursesTerminal

@Suite struct GraphicsProbeTests {
    private func verdict(_ replies: TerminalReply..., colors: ColorSupport = .palette) -> GraphicsProbe.Verdict? {
        var probe = GraphicsProbe(colors: colors)
        for reply in replies { _ = probe.handle(reply) }
        return probe.verdict
    }

    @Test(arguments: [
        ("kitty(0.28.1)", true), ("kitty(0.35.2)", true), ("kitty(1.0)", true), ("ghostty 1.0.1", true),
        ("kitty(0.27.1)", false), ("kitty(0)", false), ("kitty", false), ("WezTerm 20240203-110809", false),
        ("Konsole 23.08.1", false), ("", false),
    ])
    func `only terminals with placeholders are queried for kitty's graphics protocol`(version: String, isAsked: Bool) {
        var probe = GraphicsProbe(colors: .palette)
        #expect(probe.handle(.version(version)) == .wait)
        guard case .ask(let question) = probe.handle(.attributes([62])) else {
            #expect(!isAsked)
            #expect(probe.verdict?.method == .symbols)
            return
        }
        #expect(isAsked && question.contains("a=q") && question.hasSuffix("\u{1B}[c"))
        #expect(probe.handle(.graphics(isOK: true)) == .decided)
        #expect(probe.verdict?.method == .kitty)
        // The device attributes end the query and change nothing.
        #expect(probe.handle(.attributes([62])) == .decided)
        #expect(probe.verdict?.method == .kitty)
    }

    @Test func `a terminal that refuses or ignores the query gets symbols, or sixels if it has them`() {
        #expect(
            verdict(.version("kitty(0.30.0)"), .attributes([62]), .graphics(isOK: false))?.method == .symbols)
        #expect(verdict(.version("kitty(0.30.0)"), .attributes([62]), .attributes([62]))?.method == .symbols)
        #expect(verdict(.version("ghostty 2.0"), .attributes([62, 4]), .attributes([62, 4]))?.method == .sixel)
    }

    @Test func `the device attribute reports sixels, regardless of the name`() {
        #expect(verdict(.attributes([63, 1, 2, 4, 6, 9, 15]))?.method == .sixel)
        #expect(verdict(.version("XTerm(379)"), .attributes([64, 1, 2, 6, 9, 15]))?.method == .symbols)
        #expect(verdict(.version("foot(1.16.2)"), .attributes([62, 4, 22]))?.reason == "foot(1.16.2) supports sixels")
    }

    @Test func `text in a terminal's response cannot control another terminal`() {
        let evil = "kitty(0.30.0)\u{1B}]0;x\u{7}" + String(repeating: "y", count: 500)
        var probe = GraphicsProbe(colors: .palette)
        _ = probe.handle(TmuxClient(answer: evil + "\t\t0"))
        let reason = probe.verdict?.reason.string ?? ""
        #expect(reason.contains("kitty(0.30.0)") && reason.contains("allow-passthrough"))
        #expect(!reason.unicodeScalars.contains { $0.value < 0x20 } && reason.count < 200)
    }

    @Test func `without colours there are no symbols, and with few colours no placeholders`() {
        #expect(verdict(.attributes([62]), colors: .none)?.method == .some(nil))
        #expect(verdict(.attributes([62, 4]), colors: .none)?.method == .sixel)
        #expect(verdict(.version("kitty(0.30.0)"), .attributes([62]), colors: .eight)?.method == .symbols)
    }

    @Test func `an unexpected response changes nothing`() {
        #expect(verdict(.graphics(isOK: true)) == nil)
        #expect(verdict(.attributes([62]), .graphics(isOK: true))?.method == .symbols)
    }

    @Test func `without a response, symbols are used, and a late response still counts`() {
        var probe = GraphicsProbe(colors: .palette)
        probe.giveUp()
        #expect(probe.verdict?.method == .symbols)
        #expect(probe.handle(.attributes([62, 4])) == .decided)
        #expect(probe.verdict?.method == .sixel)
    }

    static let clients: [(String, GraphicsProtocol)] = [
        ("kitty(0.35.2)\tRGB,focus\ton", .kitty), ("kitty(0.35.2)\tRGB\tall", .kitty),
        ("kitty(0.35.2)\tRGB\t1", .kitty), ("kitty(0.35.2)\tRGB\t0", .symbols),
        ("kitty(0.35.2)\tRGB\toff", .symbols), ("kitty(0.35.2)\tRGB\t", .symbols),
        ("ghostty 1.1\t\ton", .kitty), ("foot(1.16.2)\tRGB,sixel\toff", .sixel),
        // tmux itself supports sixels, but the terminal around it does not, and would draw a box of plus signs.
        ("XTerm(379)\t256,focus\ton", .symbols), ("\t\ton", .symbols),
    ]

    @Test(arguments: clients)
    func `inside tmux, the outer terminal decides`(answer: String, method: GraphicsProtocol) {
        var probe = GraphicsProbe(colors: .palette)
        _ = probe.handle(.version("tmux 3.4"))
        #expect(probe.handle(.attributes([1, 2, 4])) == .askTmux)
        #expect(probe.handle(TmuxClient(answer: answer + "\n")) == .decided)
        #expect(probe.verdict?.method == method)
    }

    @Test func `with a tmux that cannot be queried, symbols are used`() {
        var probe = GraphicsProbe(colors: .palette)
        _ = probe.handle(.version("tmux 3.4"))
        _ = probe.handle(.attributes([1, 2, 4]))
        #expect(TmuxClient(answer: "no server running\n") == nil)
        #expect(probe.handle(nil as TmuxClient?) == .decided)
        #expect(probe.verdict?.method == .symbols)
    }
}
