import Canvas
import Glibc
import Testing

@testable import CursesTerminal

extension CursesTerminalTests {
    /// Reads input until picture support is reported; nil after two seconds. Other events are appended to `others`.
    private func support(
        _ terminal: CursesTerminal, others: inout [InputEvent]
    ) -> PictureSupport? {
        for _ in 0..<200 {
            for event in terminal.readInput() {
                if case .pictures(let support) = event { return support }
                others.append(event)
            }
            var request = pollfd(fd: terminal.inputDescriptor ?? -1, events: Int16(POLLIN), revents: 0)
            poll(&request, 1, Int32(min(10, (terminal.pendingInputDelay ?? 0.01) * 1000 + 1)))
        }
        return nil
    }

    private func start(_ device: PseudoTerminal, _ pictures: PictureChoice) throws -> (CursesTerminal, String) {
        let terminal = try open(device, pictures: pictures)
        var frame = Frame(surface: Surface(size: terminal.size))
        return (terminal, present(&frame, on: terminal, device) { $0.write("x", at: .zero, style: .default) })
    }

    @Test func `the terminal is queried after the first frame, and its responses are not keys`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        let (terminal, first) = try start(device, .ask)
        #expect(first.hasSuffix(GraphicsProbe.question), "\(first.debugDescription)")
        #expect(!first.contains("a=q"))
        var others: [InputEvent] = []
        // Split where the rest looks like typed text, with a noticeable pause.
        device.type("j\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;21;9t\u{1B}[?63;1")
        others += terminal.readInput()
        device.type(";2;4;6ck")
        let support = support(terminal, others: &others)
        #expect(support == PictureSupport(method: .sixel, cellPixels: Size(columns: 9, rows: 21)))
        others += terminal.readInput()
        #expect(others == [.key(KeyChord(.character("j"))), .key(KeyChord(.character("k")))])
        #expect(device.output() == "" && terminal.pendingInputDelay == nil)
    }

    @Test func `kitty is queried again with its own protocol`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        let (terminal, _) = try start(device, .ask)
        var others: [InputEvent] = []
        device.type("\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62;c")
        others += terminal.readInput()
        #expect(device.output().contains("a=q"))
        device.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
        let support = try #require(support(terminal, others: &others))
        #expect(support.method == .kitty && !support.hasLargeText)
        #expect(others.isEmpty)
    }

    @Test(arguments: [
        ("kitty(0.39.1)", false), ("kitty(0.40.0)", true), ("kitty(1.0)", true), ("tmux 3.5a", false),
        ("ghostty 1.2", false),
    ])
    func `double-size text is available from kitty 0.40`(version: String, hasLargeText: Bool) {
        var probe = GraphicsProbe(colors: .direct)
        _ = probe.handle(.version(version))
        #expect(probe.hasLargeText == hasLargeText)
    }

    @Test func `a terminal that does not respond gets symbols, and sixels after a late response`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        let (terminal, _) = try start(device, .ask)
        var others: [InputEvent] = []
        #expect(support(terminal, others: &others) == .symbols)
        device.type("\u{1B}[?62;4c")
        #expect(support(terminal, others: &others)?.method == .sixel)
        #expect(others.isEmpty)
    }

    @Test func `with pictures off, nothing is queried, and an unknown cell size is`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        var others: [InputEvent] = []
        do {
            let (terminal, first) = try start(device, .off)
            #expect(!first.contains("\u{1B}[c") && !first.contains("16t"))
            #expect(terminal.pendingInputDelay == nil && terminal.readInput().isEmpty)
        }
        _ = device.output()
        device.resize(to: Size(columns: 80, rows: 24), cell: Size(columns: 8, rows: 17))
        let (terminal, first) = try start(device, .only(.sixel))
        #expect(!first.contains("16t") && !first.contains("\u{1B}[c"))
        #expect(
            support(terminal, others: &others)
                == PictureSupport(method: .sixel, cellPixels: Size(columns: 8, rows: 17)))
        // A larger font: fewer cells with the same number of pixels.
        device.resize(to: Size(columns: 40, rows: 12), cell: Size(columns: 16, rows: 34))
        _ = terminal.refreshSize()
        #expect(support(terminal, others: &others)?.cellPixels == Size(columns: 16, rows: 34))
    }

    @Test func `a program that ends immediately consumes the responses`() throws {
        let device = try PseudoTerminal(size: Size(columns: 80, rows: 24))
        let (terminal, _) = try start(device, .ask)
        device.type("\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;21;9t\u{1B}[?63;1;2;4c")
        terminal.release()
        #expect(device.waitingInput == "")
    }
}
