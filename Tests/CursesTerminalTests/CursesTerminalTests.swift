import Canvas
import Foundation
import Glibc
import Testing

@testable import CursesTerminal

/// Serialised, because ncurses stores its screen in globals.
@Suite(.serialized) struct CursesTerminalTests {
    static let size = Size(columns: 120, rows: 40)

    /// Opens a terminal. Test results are printed while the terminal is in use, so they must not be discarded.
    func open(
        _ device: PseudoTerminal, type: String = "xterm-256color", colors: ColorSupport? = nil,
        hasTrueColor: Bool = false, hyperlinks: Bool = false, pictures: PictureChoice = .off,
        asksBackground: Bool = false, asksKeyboard: Bool = false, features: FeatureChoice = FeatureChoice()
    ) throws -> CursesTerminal {
        try CursesTerminal(
            CursesTerminal.Options(
                device: device.path, type: type, colors: colors, hasTrueColor: hasTrueColor, outputPath: "/dev/stderr",
                hyperlinks: hyperlinks,
                pictures: pictures, asksBackground: asksBackground, asksKeyboard: asksKeyboard,
                features: features))
    }

    /// Presents what `draw` paints over `frame`, and returns the bytes that were sent.
    func present(
        _ frame: inout Frame, on terminal: CursesTerminal, _ device: PseudoTerminal, _ draw: (Painter) -> Void
    ) -> String {
        let previous = frame.surface
        draw(frame.surface.painter())
        terminal.present(frame, changes: SurfaceDiff(from: previous, to: frame.surface))
        return device.output()
    }

    @Test func `frames appear, and nothing is written when nothing changes`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        #expect(terminal.size == Self.size)
        var frame = Frame(surface: Surface(size: terminal.size))
        let first = present(&frame, on: terminal, device) {
            $0.write("héllo 漢字", at: .zero, style: Style(foreground: .rgb(255, 0, 0)))
        }
        #expect(first.contains("\u{1B}[?1049h"))
        #expect(first.contains("héllo 漢字"))
        #expect(first.contains("38;5;196m"))
        #expect(present(&frame, on: terminal, device) { _ in } == "")
        let changed = present(&frame, on: terminal, device) {
            $0.write("x", at: Point(column: 50, row: 20), style: .default)
        }
        #expect(changed.contains("x") && changed.utf8.count < 30, "\(changed.debugDescription)")
    }

    @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "screen"])
    func `true colour is used with every type that has colours`(type: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        let before = getenv("TERMINFO").map { String(cString: $0) }
        let terminal = try open(device, type: type, hasTrueColor: true)
        #expect(terminal.colors == .direct)
        #expect(getenv("TERMINFO").map { String(cString: $0) } == before)
        var frame = Frame(surface: Surface(size: terminal.size))
        let style = Style(foreground: .rgb(215, 165, 255), background: .rgb(29, 23, 36))
        let bytes = present(&frame, on: terminal, device) { $0.write("plum", at: .zero, style: style) }
        #expect(bytes.contains("38;2;215;165;255m") && bytes.contains("48;2;29;23;36m"), "\(bytes.debugDescription)")
    }

    @Test func `a configured number of colours is respected`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, colors: .palette, hasTrueColor: true)
        #expect(terminal.colors == .palette)
    }

    @Test func `a terminal without a description works if it responds`() throws {
        let device = try PseudoTerminal(size: Self.size)
        device.type("\u{1B}[?62;22c")
        let terminal = try open(device, type: "no-such-terminal")
        #expect(terminal.colors == .palette)
        #expect(device.output().contains("\u{1B}[c"))
        var frame = Frame(surface: Surface(size: terminal.size))
        let bytes = present(&frame, on: terminal, device) { $0.write("here", at: .zero, style: .default) }
        #expect(bytes.contains("here"))
    }

    @Test func `a terminal without a description that does not respond is refused and restored`() throws {
        let device = try PseudoTerminal(size: Self.size)
        #expect(throws: TerminalError.unknownType(name: "no-such-terminal")) {
            try open(device, type: "no-such-terminal")
        }
        #expect(device.isCooked)
    }

    /// A terminal that has presented a frame, and the bytes of that frame.
    private func started(_ device: PseudoTerminal, asksKeyboard: Bool) throws -> (CursesTerminal, String) {
        let terminal = try open(device, asksKeyboard: asksKeyboard)
        var frame = Frame(surface: Surface(size: terminal.size))
        let bytes = present(&frame, on: terminal, device) { $0.write("a", at: .zero, style: .default) }
        return (terminal, bytes)
    }

    @Test(arguments: ["\u{1B}[?0u", "\u{1B}[?31u"])
    func `kitty's keyboard protocol is used once the terminal reports it`(reply: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try started(device, asksKeyboard: true)
        #expect(first.contains("\u{1B}[?u") && !first.contains("\u{1B}[>5u"))
        device.type(reply)
        #expect(terminal.readInput() == [])
        #expect(device.output() == "\u{1B}[>5u")
        device.type("\u{1B}[13;5u\u{1B}[27u")
        #expect(terminal.readInput() == [.key(KeyChord(.enter, .control)), .key(.escape)])
        // Another program gets the terminal in its original state, and returns it.
        terminal.release()
        let left = device.output()
        let (pop, screen) = (left.range(of: "\u{1B}[<u"), left.range(of: "\u{1B}[?1049l"))
        #expect(pop != nil && screen != nil)
        if let pop, let screen { #expect(pop.lowerBound < screen.lowerBound) }
        terminal.reclaim()
        let taken = device.output()
        let (push, entered) = (taken.range(of: "\u{1B}[>5u"), taken.range(of: "\u{1B}[?1049h"))
        #expect(push != nil && entered != nil)
        if let push, let entered { #expect(entered.lowerBound < push.lowerBound) }
        terminal.release()
        #expect(device.output().contains("\u{1B}[<u"))
    }

    @Test(arguments: ["", "\u{1B}[?62;4c", "\u{1B}[?1", "\u{1B}[12;40R"])
    func `without a response, the keyboard protocol stays unchanged`(reply: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try started(device, asksKeyboard: true)
        device.type(reply)
        _ = terminal.readInput()
        #expect(!device.output().contains("\u{1B}[>5u"))
        terminal.release()
        #expect(!device.output().contains("\u{1B}[<u"))
    }

    @Test func `the query of the keyboard protocol can be turned off`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try started(device, asksKeyboard: false)
        #expect(!first.contains("\u{1B}[?u"))
        device.type("\u{1B}[?0u")
        #expect(terminal.readInput() == [])
        #expect(!device.output().contains("\u{1B}[>5u"))
    }

    /// The last scroll region that was set: ncurses moves rows by inserting lines, and needs all rows in the region.
    private func scrollRegion(_ bytes: String) -> String? {
        bytes.matches(of: /\u{1B}\[([0-9]+;[0-9]+)r/).last.map { String($0.1) }
    }

    @Test(arguments: [12, 24, 30, 60]) func `all rows may scroll, however many there are`(rows: Int) throws {
        let device = try PseudoTerminal(size: Size(columns: 100, rows: rows))
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        let first = present(&frame, on: terminal, device) { $0.write("a", at: .zero, style: .default) }
        #expect(scrollRegion(first) == "1;\(rows)")
        device.resize(to: Size(columns: 100, rows: rows + 9))
        frame = Frame(surface: Surface(size: terminal.refreshSize()))
        let second = present(&frame, on: terminal, device) { $0.write("b", at: .zero, style: .default) }
        #expect(scrollRegion(second) == "1;\(rows + 9)")
        terminal.release()
        _ = device.output()
        terminal.reclaim()
        #expect(scrollRegion(device.output()) == "1;\(rows + 9)")
    }

    /// Framed cards of eight rows like those of the viewer. The selected card has another edge and title style.
    private func drawCards(_ painter: Painter, from first: Int = 0, selection: Int) {
        let accent = Style(foreground: .palette(6), attributes: .bold)
        let dim = Style(attributes: .dim)
        painter.clear(style: .default)
        for card in first..<first + 5 {
            let top = (card - first) * 8
            painter.border(Rect(column: 18, row: top, columns: 84, rows: 8), .rounded, style: dim)
            painter.write(
                "Expense report \(raw: String(card))", at: Point(column: 20, row: top + 1),
                style: card == selection ? accent : Style(attributes: .bold))
            for row in 2..<7 {
                painter.write(
                    "Line \(raw: String(row)) of what report \(raw: String(card)) has to say, in some words",
                    at: Point(column: 20, row: top + row), style: .default)
            }
            if card == selection { painter.verticalLine(at: Point(column: 18, row: top), rows: 8, "▌", style: accent) }
        }
    }

    /// Debian 12's kitty-terminfo has this mistake: it defines dim, but not in the capability that sets all attributes
    /// at once.
    @Test func `dim text is dim even if the terminal description lacks it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "terminfo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let source = folder.appending(path: "source")
        let look = #"sgr=%?%p9%t\E(0%e\E(B%;\E[0%?%p6%t;1%;%?%p2%t;4%;%?%p1%p3%|%t;7%;%?%p4%t;5%;%?%p7%t;8%;m"#
        try Data("forgets-dim,\n\tdim=\\E[2m, \(look),\n\tuse=xterm-256color,\n".utf8).write(to: source)
        let compile = Process()
        compile.executableURL = URL(filePath: "/usr/bin/tic")
        compile.arguments = ["-x", "-o", folder.path, source.path]
        try compile.run()
        compile.waitUntilExit()
        try #require(compile.terminationStatus == 0)
        setenv("TERMINFO", folder.path, 1)
        defer { unsetenv("TERMINFO") }
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, type: "forgets-dim")
        var frame = Frame(surface: Surface(size: terminal.size))
        let bytes = present(&frame, on: terminal, device) {
            $0.write("faint", at: .zero, style: Style(attributes: .dim))
        }
        #expect(bytes.contains("[2mfaint"), "\(bytes.debugDescription)")
    }

    @Test func `moving a selection of eight rows costs few bytes`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        _ = present(&frame, on: terminal, device) { drawCards($0, selection: 1) }
        let bytes = present(&frame, on: terminal, device) { drawCards($0, selection: 2) }
        #expect((1...450).contains(bytes.utf8.count), "\(bytes.utf8.count): \(bytes.debugDescription)")
    }

    @Test(arguments: [(1, 2500), (4, 5000)])
    func `scrolling moves what the terminal already shows`(cards: Int, limit: Int) throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        _ = present(&frame, on: terminal, device) { drawCards($0, selection: 4) }
        let bytes = present(&frame, on: terminal, device) { drawCards($0, from: cards, selection: 4 + cards) }
        #expect((1...limit).contains(bytes.utf8.count), "\(bytes.utf8.count): \(bytes.debugDescription)")
    }

    @Test func `cells with links are painted as links, and as text without`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, hyperlinks: true)
        let link = try #require(Hyperlink("https://example.com/a"))
        var frame = Frame(surface: Surface(size: terminal.size))
        let style = Style(foreground: .palette(6), attributes: .underline)
        func draw(_ painter: Painter, _ text: SafeText = "see the 漢 now", isLinked: Bool = true) {
            painter.clear(style: .default)
            painter.write(text, at: .zero, style: .default)
            painter.write("the 漢", at: Point(column: 4, row: 0), style: style)
            if isLinked { painter.link(Rect(column: 4, row: 0, columns: 6, rows: 1), to: link) }
        }
        let first = present(&frame, on: terminal, device) { draw($0) }
        let opened = "\u{1B}]8;id=cardstream-1;https://example.com/a\u{1B}\\"
        let closed = "\u{1B}]8;;\u{1B}\\"
        let part = try #require(first.split(separator: opened).dropFirst().first)
        #expect(part.contains("the 漢") && part.contains(closed), "\(first.debugDescription)")
        // Cursor and attributes are restored to where ncurses left them.
        #expect(first.contains("\u{1B}7\u{1B}[1;5H") && first.hasSuffix("\u{1B}8"), "\(first.debugDescription)")
        #expect(present(&frame, on: terminal, device) { draw($0) } == "")
        // A change next to a link paints the link again, because ncurses may have overwritten it on its way.
        let beside = present(&frame, on: terminal, device) { draw($0, "SEE the 漢 NOW") }
        #expect(beside.contains(opened) && beside.contains("NOW"))
        let other = present(&frame, on: terminal, device) {
            draw($0, "SEE the 漢 NOW")
            $0.write("x", at: Point(column: 0, row: 3), style: .default)
        }
        #expect(!other.contains("]8;"))
        let without = present(&frame, on: terminal, device) { draw($0, "SEE the 漢 NOW", isLinked: false) }
        #expect(without.contains("the 漢") && !without.contains("https"), "\(without.debugDescription)")
        let cleared = present(&frame, on: terminal, device) { $0.clear(style: .default) }
        #expect(!cleared.contains("]8;"))
    }

    @Test func `a terminal without links is sent none`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        let link = try #require(Hyperlink("https://example.com/a"))
        let bytes = present(&frame, on: terminal, device) {
            $0.write("link", at: .zero, style: .default)
            $0.link(Rect(column: 0, row: 0, columns: 4, rows: 1), to: link)
        }
        #expect(bytes.contains("link") && !bytes.contains("]8;"))
    }

    @Test func `cursor, title and mouse follow the frame`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        _ = present(&frame, on: terminal, device) { _ in }
        frame.cursor = Point(column: 4, row: 2)
        #expect(present(&frame, on: terminal, device) { _ in }.contains("\u{1B}[3;5H"))
        let hostile = "3 new\u{07}\u{1B}]0;evil"
        frame.title = SafeText(hostile)
        #expect(present(&frame, on: terminal, device) { _ in } == "\u{1B}]2;3 new\u{FFFD}\u{FFFD}]0;evil\u{07}")
        frame.mouse = true
        #expect(present(&frame, on: terminal, device) { _ in } == "\u{1B}[?1002h\u{1B}[?1006h")
        frame.mouse = false
        frame.cursor = nil
        let off = present(&frame, on: terminal, device) { _ in }
        #expect(off.contains("\u{1B}[?25l") && off.contains("\u{1B}[?1002l"))
        #expect(present(&frame, on: terminal, device) { _ in } == "")
    }

    @Test func `input is read without blocking`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        #expect(terminal.readInput() == [])
        device.type("jG\u{04}\u{1B}[1;5A\u{1B}[200~a\rb\u{1B}[201~\u{1B}")
        #expect(
            terminal.readInput() == [
                .key(KeyChord(.character("j"))), .key(KeyChord(.character("G"))), .key(.control("d")),
                .key(KeyChord(.up, .control)), .paste("a\nb"), .key(.escape),
            ])
    }

    @Test func `a resize is seen and repaints everything`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        _ = present(&frame, on: terminal, device) { $0.write("before", at: .zero, style: .default) }
        device.resize(to: Size(columns: 60, rows: 20))
        #expect(terminal.refreshSize() == Size(columns: 60, rows: 20))
        var smaller = Frame(surface: Surface(size: terminal.size))
        smaller.surface.painter().write("after", at: Point(column: 50, row: 19), style: .default)
        terminal.present(smaller, changes: SurfaceDiff(from: frame.surface, to: smaller.surface))
        let bytes = device.output()
        #expect(bytes.contains("after") && bytes.contains("\u{1B}[2J") && !bytes.contains("before"))
        #expect(terminal.readInput() == [])
    }

    @Test func `releasing gives the terminal back, reclaiming repaints it`() throws {
        let device = try PseudoTerminal(size: Self.size)
        #expect(device.isCooked)
        let terminal = try open(device)
        #expect(!device.isCooked)
        var frame = Frame(surface: Surface(size: terminal.size), mouse: true)
        _ = present(&frame, on: terminal, device) { $0.write("content", at: .zero, style: .default) }
        terminal.release()
        #expect(device.isCooked)
        let released = device.output()
        for sequence in ["[?1049l", "[?2004l", "[?1004l", "[?1006l", "[23;2t"] { #expect(released.contains(sequence)) }
        #expect(
            released.hasSuffix("\u{1B}[?1l\u{1B}>") || released.contains("\u{1B}[?25h")
                || released.contains("\u{1B}[?12l"))
        #expect(present(&frame, on: terminal, device) { $0.write("hidden", at: .zero, style: .default) } == "")
        terminal.reclaim()
        #expect(!device.isCooked)
        let reclaimed = device.output()
        for sequence in ["[?1049h", "[?2004h", "content"] { #expect(reclaimed.contains(sequence)) }
    }

    @Test func `output of libraries does not reach the screen`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let path = "/tmp/cardstream-test-output-\(getpid())"
        defer { unlink(path) }
        let terminal = try CursesTerminal(.init(device: device.path, type: "xterm-256color", outputPath: path))
        _ = "noise".withCString { write(STDERR_FILENO, $0, 5) }
        terminal.release()
        let file = Glibc.open(path, O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        #expect(read(file, &bytes, bytes.count) == 5)
        #expect(String(decoding: bytes.prefix(5), as: UTF8.self) == "noise")
        #expect(!device.output().contains("noise"))
    }

    @Test func `running out of colour pairs repaints rather than miscolours`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, type: "xterm")
        #expect(terminal.colors == .eight)
        var frame = Frame(surface: Surface(size: terminal.size))
        for round in 0..<3 {
            _ = present(&frame, on: terminal, device) { painter in
                for pair in 0..<32 {
                    let style = Style(
                        foreground: .palette(UInt8(pair % 8)), background: .palette(UInt8((pair / 8 + round * 3) % 8)))
                    painter.write("x", at: Point(column: pair, row: 0), style: style)
                }
            }
        }
        frame.surface.clear()
        let bytes = present(&frame, on: terminal, device) { painter in
            painter.write("red", at: .zero, style: Style(foreground: .palette(1)))
        }
        #expect(bytes.contains("\u{1B}[31"))
    }

    @Test func `without colours, none are sent`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, colors: ColorSupport.none)
        var frame = Frame(surface: Surface(size: terminal.size))
        let bytes = present(&frame, on: terminal, device) {
            $0.write(
                "x", at: .zero, style: Style(foreground: .palette(1), background: .rgb(1, 2, 3), attributes: .bold))
        }
        #expect(bytes.contains("1mx") && !bytes.contains("38;5") && !bytes.contains("[31m"))
    }

    @Test(
        arguments: [
            ("", TerminalError.unknownType(name: "")), ("dumb", .notCapable(name: "dumb", lacks: "cursor movement")),
        ])
    func `a terminal without the required capabilities is refused with a reason`(_ type: String, _ error: TerminalError)
        throws
    {
        let device = try PseudoTerminal(size: Self.size)
        #expect(throws: error) { _ = try open(device, type: type) }
        #expect(device.isCooked)
        #expect(device.output() == "")
        #expect(!error.message.isEmpty)
    }

    @Test func `a descriptor that is not a terminal is refused`() {
        #expect(throws: TerminalError.noTerminal(device: "/dev/null", reason: "Inappropriate ioctl for device")) {
            _ = try CursesTerminal(.init(device: "/dev/null", type: "xterm"))
        }
        #expect(throws: TerminalError.noTerminal(device: "/none", reason: "No such file or directory")) {
            _ = try CursesTerminal(.init(device: "/none", type: "xterm"))
        }
    }
}
