import Canvas
import Foundation
import Glibc
import Testing

@testable import CursesTerminal

/// Features that are used only if the terminal reports them. A scripted terminal responds, refuses, responds late,
/// responds with garbage, or does not respond.
extension CursesTerminalTests {
    static let everything = FeatureChoice(
        modes: true, sizeReports: true, progress: .known(isInEnvironment: false), notifications: .asked, trueColor: true
    )

    /// A terminal that has presented its first frame, and the bytes of that frame.
    func featured(
        _ device: PseudoTerminal, _ choice: FeatureChoice = everything, type: String = "xterm-256color",
        progress: TerminalProgress = .none
    ) throws -> (CursesTerminal, String) {
        let terminal = try open(device, type: type, asksBackground: true, features: choice)
        var frame = Frame(surface: Surface(size: terminal.size), progress: progress)
        return (terminal, present(&frame, on: terminal, device) { $0.write("x", at: .zero, style: .default) })
    }

    static let modes = TerminalMode.allCases

    private static func answers(_ state: Int) -> String {
        modes.map { "\u{1B}[?\($0.rawValue);\(state)$y" }.joined() + "\u{1B}[?62;22c"
    }

    @Test func `all queries are sent after the first frame in one write, ending with one that every terminal answers`()
        throws
    {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try featured(device)
        for mode in Self.modes { #expect(first.contains("\u{1B}[?\(mode.rawValue)$p")) }
        let notifications = "\u{1B}]99;i=\(terminal.features.questionID.string):p=?;\u{1B}\\"
        #expect(first.contains(notifications))
        #expect(first.contains(FeatureQuery.colorQuestion) && first.contains(FeatureQuery.versionQuestion))
        #expect(first.hasSuffix("\u{1B}[c") && first.matches(of: /\u{1B}\[c/).count == 1)
        // The frame clears what a terminal may print for the queries.
        let asked = try #require(first.range(of: "\u{1B}[?2048$p"))
        let cleared = try #require(first.range(of: "\u{1B}[2J"))
        #expect(asked.upperBound < cleared.lowerBound)
        // No mode is used before the response.
        for mode in Self.modes { #expect(!first.contains("?\(mode.rawValue)h")) }
    }

    @Test func `the version is queried once`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, pictures: .ask, features: Self.everything)
        var frame = Frame(surface: Surface(size: terminal.size))
        let first = present(&frame, on: terminal, device) { $0.write("x", at: .zero, style: .default) }
        #expect(first.matches(of: /\u{1B}\[>0q/).count == 1 && first.hasSuffix(GraphicsProbe.question))
    }

    @Test func `supported modes are set, and reset whenever another program has the terminal`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type("j" + Self.answers(2) + "k")
        #expect(terminal.readInput() == ["j", "k"].map { .key(KeyChord(.character($0))) })
        let set = device.output()
        for mode in Self.modes where mode.isHeld { #expect(set.contains("\u{1B}[?\(mode.rawValue)h")) }
        #expect(!set.contains("?2026h"))
        terminal.release()
        let released = device.output()
        for mode in Self.modes where mode.isHeld { #expect(released.contains("\u{1B}[?\(mode.rawValue)l")) }
        terminal.reclaim()
        let taken = device.output()
        for mode in Self.modes where mode.isHeld { #expect(taken.contains("\u{1B}[?\(mode.rawValue)h")) }
        terminal.release()
        #expect(device.output().contains("\u{1B}[?2048l"))
    }

    @Test(arguments: [1, 3]) func `modes that are already set are used and not reset`(state: Int) throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(Self.answers(state))
        _ = terminal.readInput()
        for mode in Self.modes { #expect(terminal.features.has(mode)) }
        terminal.release()
        let sent = device.output()
        for mode in Self.modes { #expect(!sent.contains("?\(mode.rawValue)")) }
    }

    @Test(arguments: [
        answers(0), answers(4), "\u{1B}[?62;22c", "", "\u{1B}[?2026;9$y\u{1B}[?2026$y\u{1B}[?2026;$y\u{1B}[?62;22c",
        "\u{1B}[?2048;1;2$y\u{1B}[2048;2$y\u{1B}[?9999;2$y\u{1B}[?62;22c", "\u{1B}[?2048",
        "\u{1B}[?2048;2y\u{1B}[?2048;2$\u{07}\u{1B}[?62c",
    ])
    func `without a supported mode, nothing changes`(reply: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(reply)
        _ = terminal.readInput()
        var frame = Frame(surface: Surface(size: terminal.size))
        let large = present(&frame, on: terminal, device) { Self.fill($0) }
        terminal.release()
        let sent = large + device.output()
        for mode in Self.modes { #expect(!sent.contains("?\(mode.rawValue)"), "\(mode) \(sent.debugDescription)") }
    }

    static func fill(_ painter: Painter) {
        for row in 0..<40 {
            painter.write(
                SafeText(String(repeating: "x\(row) ", count: 30)), at: Point(column: 0, row: row), style: .default)
        }
    }

    @Test func `a large frame is synchronized if the terminal supports it, also after a late response`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        #expect(!present(&frame, on: terminal, device) { Self.fill($0) }.contains("?2026"))
        // After the time in which responses are expected.
        device.type("\u{1B}[?62c\u{1B}[?2026;2$y")
        _ = terminal.readInput()
        frame.surface.clear()
        terminal.present(frame, changes: SurfaceDiff(all: frame.surface))
        _ = device.output()
        let large = present(&frame, on: terminal, device) { Self.fill($0) }
        #expect(large.hasPrefix("\u{1B}[?2026h") && large.hasSuffix("\u{1B}[?2026l"))
        #expect(large.matches(of: /\?2026/).count == 2)
        #expect(!present(&frame, on: terminal, device) { $0.write("y", at: .zero, style: .default) }.contains("?2026"))
    }

    @Test func `an unsolicited response changes nothing`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try featured(device, FeatureChoice())
        #expect(!first.contains("$p") && !first.contains("]99;") && !first.contains(">0q"))
        device.type(Self.answers(2) + "\u{1B}P>|ghostty 1.2.0\u{1B}\\\u{1B}P1+r524742=382f382f38\u{1B}\\")
        #expect(terminal.readInput() == [])
        #expect(device.output() == "" && terminal.colors == .palette)
    }

    @Test func `a program that ends immediately consumes the responses about features`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(Self.answers(2))
        terminal.release()
        #expect(device.waitingInput == "")
        let left = device.output()
        #expect(left.contains("\u{1B}[?2048l"))
    }

    @Test func `a terminal that reports its scheme without knowing modes goes on reporting it`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type("\u{1B}]11;rgb:0/0/0\u{07}\u{1B}[?997;1n\u{1B}[?62c")
        #expect(terminal.readInput() == [.colorScheme(.dark)])
        #expect(device.output().contains("\u{1B}[?2031h"))
        terminal.release()
        #expect(device.output().contains("\u{1B}[?2031l"))
    }

    // MARK: Clusters

    @Test func `emoji of several scalars are sent whole to a terminal that measures them as one`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        let emoji = ["👩‍👩‍👧", "🇩🇪", "❤️", "👍🏽", "1️⃣"]
        func draw(_ painter: Painter) {
            for (row, text) in emoji.enumerated() {
                painter.write(SafeText("a" + text + "b"), at: Point(column: 2, row: row), style: .default)
            }
        }
        var frame = Frame(surface: Surface(size: terminal.size))
        let reduced = present(&frame, on: terminal, device, draw)
        for text in emoji { #expect(!reduced.contains(text)) }
        device.type("\u{1B}[?2027;2$y\u{1B}[?62c")
        #expect(terminal.readInput() == [.redraw])
        _ = device.output()
        terminal.present(frame, changes: SurfaceDiff(all: frame.surface))
        let whole = device.output()
        for (row, text) in emoji.enumerated() {
            // The next cell has an absolute cursor position.
            #expect(whole.contains("\(text)\u{1B}[\(row + 1);6H"), "\(text)")
        }
        // A change next to a cluster does not remove it.
        let changed = present(&frame, on: terminal, device) {
            $0.write("c", at: Point(column: 20, row: 1), style: .default)
        }
        #expect(changed.contains("🇩🇪") && !changed.contains("👍🏽"))
        // Where the cluster was, the cells of ncurses are shown.
        let cleared = present(&frame, on: terminal, device) {
            $0.write("a..b", at: Point(column: 2, row: 1), style: .default)
        }
        #expect(!cleared.contains("🇩🇪") && cleared.contains(".."))
    }

    @Test func `clusters of other scripts are shown as before`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type("\u{1B}[?2027;1$y\u{1B}[?62c")
        _ = terminal.readInput()
        var frame = Frame(surface: Surface(size: terminal.size))
        let bytes = present(&frame, on: terminal, device) {
            $0.write("क्षि e\u{301}", at: .zero, style: .default)
        }
        #expect(terminal.repainter.isEmpty && bytes.contains("e\u{301}"))
    }

    // MARK: Size

    private func report(_ rows: Int, _ columns: Int, height: Int = 0, width: Int = 0) -> String {
        "\u{1B}[48;\(rows);\(columns);\(height);\(width)t"
    }

    @Test func `a reported size is used, and the signal for the same change causes no second frame`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(report(10, 20))
        #expect(terminal.readInput() == [])
        #expect(terminal.size == Self.size)
        device.type(Self.answers(2) + report(40, 120))
        #expect(terminal.readInput() == [])
        device.type(report(20, 60))
        #expect(terminal.readInput() == [.redraw])
        #expect(terminal.size == Size(columns: 60, rows: 20))
        device.resize(to: Size(columns: 60, rows: 20))
        #expect(!terminal.windowChanged())
        // The same in the other order.
        device.resize(to: Size(columns: 70, rows: 30))
        #expect(terminal.windowChanged() && terminal.size == Size(columns: 70, rows: 30))
        device.type(report(30, 70))
        #expect(terminal.readInput() == [])
        var frame = Frame(surface: Surface(size: terminal.size))
        let bytes = present(&frame, on: terminal, device) {
            $0.write("edge", at: Point(column: 60, row: 29), style: .default)
        }
        #expect(bytes.contains("edge") && bytes.contains("\u{1B}[2J"))
    }

    @Test func `a resize and its reversal redraw the screen`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(Self.answers(2) + report(40, 120))
        _ = terminal.readInput()
        device.type(report(20, 60) + report(40, 120))
        #expect(terminal.readInput() == [.redraw])
        #expect(terminal.size == Self.size && terminal.needsFullRepaint)
    }

    @Test func `impossible sizes are ignored`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(
            Self.answers(2) + report(0, 80) + report(24, 0) + report(90_000, 80) + "\u{1B}[48;24t\u{1B}[48;a;b;c;dt")
        #expect(!terminal.readInput().contains(.redraw))
        #expect(terminal.size == Self.size)
    }

    @Test func `the size of cells follows from the reported sizes`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, pictures: .only(.sixel), features: Self.everything)
        var frame = Frame(surface: Surface(size: terminal.size))
        _ = present(&frame, on: terminal, device) { $0.write("x", at: .zero, style: .default) }
        device.type(Self.answers(2) + report(40, 120, height: 800, width: 1200))
        var cells: [Size] = []
        for _ in 0..<3 {
            for case .pictures(let support) in terminal.readInput() { cells.append(support.cellPixels) }
        }
        #expect(cells.last == Size(columns: 10, rows: 20))
        // A larger font, with the same number of cells.
        device.type(report(40, 120, height: 1600, width: 2400))
        for case .pictures(let support) in terminal.readInput() { cells.append(support.cellPixels) }
        #expect(cells.last == Size(columns: 20, rows: 40))
    }

    // MARK: Progress

    @Test(arguments: [
        "ghostty 1.2.0", "kitty(0.42.1)", "WezTerm 20250822-181510-d0a4e1f6", "iTerm2 3.6.6", "VTE(8003)",
        "Konsole 26.04.0",
    ])
    func `progress goes to terminals that are known to show it, and is cleared when they are left`(name: String) throws
    {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try featured(device, progress: .indeterminate)
        #expect(!first.contains("]9;4"))
        device.type("\u{1B}P>|\(name)\u{1B}\\\u{1B}[?62c")
        _ = terminal.readInput()
        #expect(device.output().contains("\u{1B}]9;4;3\u{1B}\\"))
        var frame = Frame(surface: Surface(size: terminal.size), progress: .percent(40))
        #expect(present(&frame, on: terminal, device) { _ in }.contains("\u{1B}]9;4;1;40\u{1B}\\"))
        #expect(!present(&frame, on: terminal, device) { _ in }.contains("]9;4"))
        terminal.release()
        #expect(device.output().contains("\u{1B}]9;4;0\u{1B}\\"))
        terminal.reclaim()
        #expect(device.output().contains("\u{1B}]9;4;1;40\u{1B}\\"))
        frame.progress = .none
        #expect(present(&frame, on: terminal, device) { _ in }.contains("\u{1B}]9;4;0\u{1B}\\"))
        terminal.release()
        #expect(!device.output().contains("]9;4"))
    }

    @Test(arguments: [
        "", "ghostty 1.1.3", "WezTerm 20240203-110809-5046fc22", "kitty(0.35.2)", "iTerm2 3.5.0", "tmux 3.5a",
        "foot(1.16.2)",
        "XTerm(379)", "ghostty", "VTE(7600)",
    ])
    func `progress goes to no other terminal`(name: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        var choice = Self.everything
        // The terminal's own name takes precedence over the environment.
        choice.progress = .known(isInEnvironment: !name.isEmpty)
        let (terminal, first) = try featured(device, choice, progress: .percent(1))
        device.type((name.isEmpty ? "" : "\u{1B}P>|\(name)\u{1B}\\") + "\u{1B}[?62c")
        _ = terminal.readInput()
        var frame = Frame(surface: Surface(size: terminal.size), progress: .percent(40))
        let second = present(&frame, on: terminal, device) { $0.write("z", at: .zero, style: .default) }
        terminal.release()
        #expect(!(first + second + device.output()).contains("]9;4"))
    }

    @Test func `a terminal that reports no name is identified by the environment or the user's setting`() throws {
        for progress in [FeatureChoice.Progress.known(isInEnvironment: true), .always] {
            let device = try PseudoTerminal(size: Self.size)
            var choice = Self.everything
            choice.progress = progress
            let (terminal, first) = try featured(device, choice, progress: .waiting)
            device.type("\u{1B}[?62c")
            _ = terminal.readInput()
            #expect((first + device.output()).contains("\u{1B}]9;4;4;100\u{1B}\\"))
        }
    }

    // MARK: Colours

    @Test(arguments: [
        "\u{1B}P1+r524742=382f382f38\u{1B}\\", "\u{1B}P0+r524742\u{1B}\\\u{1B}P1+r5463\u{1B}\\",
        "\u{1B}P>|foot(1.16.2)\u{1B}\\", "\u{1B}P>|tmux 3.5a\u{1B}\\",
    ])
    func `a terminal that reports true colour gets it from the next frame`(reply: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, first) = try featured(device)
        #expect(terminal.colors == .palette && first.contains("\u{1B}[?1049h"))
        device.type("j" + reply + "\u{1B}[?62;22c")
        #expect(terminal.readInput() == [.key(KeyChord(.character("j"))), .trueColor])
        #expect(terminal.colors == .direct && terminal.size == Self.size)
        #expect(getenv("TERMINFO").map { String(cString: $0) } == nil)
        var frame = Frame(surface: Surface(size: terminal.size))
        let style = Style(foreground: .rgb(215, 165, 255), background: .rgb(29, 23, 36))
        let bytes = present(&frame, on: terminal, device) {
            $0.write("plum", at: Point(column: 100, row: 39), style: style)
        }
        #expect(bytes.contains("38;2;215;165;255m") && bytes.contains("48;2;29;23;36m"), "\(bytes.debugDescription)")
        // The alternate screen is entered and left only once.
        #expect(!bytes.contains("?1049"))
        device.type("\u{1B}P1+r5463\u{1B}\\")
        #expect(terminal.readInput() == [])
        terminal.release()
        #expect(device.isCooked)
        #expect(device.output().matches(of: /\?1049l/).count == 1)
        terminal.reclaim()
        #expect(device.output().contains("plum"))
    }

    @Test(arguments: [
        "\u{1B}P0+r524742\u{1B}\\\u{1B}P0+r5463\u{1B}\\", "\u{1B}P1+r524742=2D31\u{1B}\\",
        "\u{1B}P1+r436f=323536\u{1B}\\",
        "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}P1+r\u{1B}\\\u{1B}P1+r=38\u{1B}\\\u{1B}P2+r524742\u{1B}\\", "",
    ])
    func `any other response does not change the colours`(reply: String) throws {
        let device = try PseudoTerminal(size: Self.size)
        let (terminal, _) = try featured(device)
        device.type(reply + "\u{1B}[?62c")
        #expect(!terminal.readInput().contains(.trueColor))
        #expect(terminal.colors == .palette)
    }

    @Test func `colours are not queried if they are known`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device, hasTrueColor: true, features: FeatureChoice(trueColor: true))
        var frame = Frame(surface: Surface(size: terminal.size))
        let first = present(&frame, on: terminal, device) { $0.write("x", at: .zero, style: .default) }
        #expect(!first.contains("+q") && !first.contains(">0q") && !first.hasSuffix("\u{1B}[c"))
    }
}
