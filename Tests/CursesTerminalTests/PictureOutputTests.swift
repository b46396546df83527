import Canvas
import Glibc
import Testing

@testable import CursesTerminal

/// The bytes that are sent for pictures. Serialised, because ncurses stores its screen in globals.
@Suite(.serialized) struct PictureOutputTests {
    private static let size = Size(columns: 80, rows: 24)
    private static let sixel = "\u{1B}P0;1;0q\"1;1;10;20#0;2;100;0;0#0!10~-\u{1B}\\"
    private static let begin = "\u{1B}[?2026h"
    private static let end = "\u{1B}[?2026l"

    private let device: PseudoTerminal
    private let terminal: CursesTerminal
    private var frame: Frame

    init() throws {
        device = try PseudoTerminal(size: Self.size)
        terminal = try CursesTerminal(
            CursesTerminal.Options(
                device: device.path, type: "xterm-256color", outputPath: "/dev/stderr",
                features: FeatureChoice(modes: true)))
        frame = Frame(surface: Surface(size: terminal.size))
        terminal.present(frame, changes: SurfaceDiff(all: frame.surface))
        device.type("\u{1B}[?2026;2$y\u{1B}[?62c")
        _ = terminal.readInput()
        _ = device.output()
        // Repaints everything, as for a first frame.
        terminal.needsFullRepaint = true
    }

    private mutating func present(_ draw: (Painter) -> Void) -> String {
        let previous = frame.surface
        frame.surface.clear()
        draw(frame.surface.painter())
        terminal.present(frame, changes: SurfaceDiff(from: previous, to: frame.surface))
        return device.output()
    }

    private func pixels(columns: Int, rows: Int) throws -> Picture {
        let pixels = try #require(PicturePixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
        return Picture(size: Size(columns: columns, rows: rows), content: .pixels(pixels))
    }

    /// A sixel picture of two rows with four cells each, "abcdefgh".
    private func sixels() -> Picture {
        let cells = (0..<8).map { Cell(glyph: UInt32(0x61 + $0), style: .default, width: 1) }
        return Picture(size: Size(columns: 4, rows: 2), content: .sixel(Array(Self.sixel.utf8), cells: cells))
    }

    @Test mutating func `kitty: the picture comes before its cells, each with its marks and colour`() throws {
        let picture = try pixels(columns: 2, rows: 2)
        let first = present { $0.draw(picture, at: Point(column: 3, row: 1)) }
        let process = max(1, Int(getpid() & 0xFF))
        let keys = "a=T,U=1,q=2,f=32,s=1,v=1,i=\(process << 24 | 16),c=2,r=2,m=0"
        let sent = try #require(Self.find("\u{1B}_G\(keys);AQID/w==\u{1B}\\", in: first))
        let mark = String(Unicode.Scalar(PlaceholderGlyph.mark(process)) ?? "?")
        let (zero, one) = ("\u{305}", "\u{30D}")
        for row in [zero, one] {
            let text = [zero, one].map { "\u{10EEEE}\(row)\($0)\(mark)" }.joined()
            let cells = try #require(Self.find(text, in: first), "\(first.debugDescription)")
            #expect(cells > sent)
        }
        #expect(first.contains("38;5;16m"))
        #expect(present { $0.draw(picture, at: Point(column: 3, row: 1)) } == "")
        let moved = present { $0.draw(picture, at: Point(column: 3, row: 2)) }
        #expect(Self.find("_G", in: moved) == nil && Self.find("\u{10EEEE}", in: moved) != nil)
        let gone = present { _ in }
        #expect(Self.find("_G", in: gone) == nil && Self.find("\u{10EEEE}", in: gone) == nil)
        let back = present { $0.draw(picture, at: .zero) }
        #expect(Self.find("_G", in: back) == nil && Self.find("\u{10EEEE}", in: back) != nil)
        terminal.release()
        let released = device.output()
        #expect(released.contains("\u{1B}_Ga=d,d=I,q=2,i=\(process << 24 | 16)\u{1B}\\"))
        terminal.reclaim()
        _ = device.output()
        terminal.present(frame, changes: SurfaceDiff(all: frame.surface))
        #expect(device.output().contains("\u{1B}_Ga=T,"))
    }

    @Test mutating func `sixel: painted over its cells, in a synchronized frame, once`() {
        let picture = sixels()
        let first = present { $0.draw(picture, at: Point(column: 3, row: 1)) }
        #expect(first.contains("abcd") && first.contains("efgh"))
        // The replacement characters would be visible through the picture, so they are erased first.
        let blanks = "\u{1B}7\u{1B}[m\u{1B}[2;4H    \u{1B}[3;4H    "
        #expect(
            first.hasSuffix("\(blanks)\u{1B}[2;4H\(Self.sixel)\u{1B}8\(Self.end)"), "\(first.debugDescription)")
        #expect(first.contains(Self.begin))
        #expect(present { $0.draw(picture, at: Point(column: 3, row: 1)) } == "")
        let beside = present {
            $0.draw(picture, at: Point(column: 3, row: 1))
            $0.write("x", at: Point(column: 0, row: 1), style: .default)
            $0.write("y", at: Point(column: 60, row: 5), style: .default)
        }
        #expect(beside.contains("x") && !beside.contains("\u{1B}P"), "\(beside.debugDescription)")
    }

    @Test mutating func `sixel: cells that it covered are written again when it moves or disappears`() {
        let picture = sixels()
        func draw(_ painter: Painter, _ text: SafeText, at point: Point?) {
            for row in 0..<6 { painter.write(text, at: Point(column: 0, row: row), style: .default) }
            if let point { painter.draw(picture, at: point) }
        }
        // The same letters are below and next to the picture, so that ncurses sees no change in its rows.
        _ = present { draw($0, "abcdefgh", at: .zero) }
        let moved = present { draw($0, "abcdefgh", at: Point(column: 20, row: 0)) }
        #expect(moved.contains("abcdefgh"), "\(moved.debugDescription)")
        #expect(moved.contains("\u{1B}[1;21H\(Self.sixel)"))
        let gone = present { draw($0, "abcdefgh", at: nil) }
        #expect(gone.contains("\u{1B}[1;21H    \u{1B}[2;21H    \u{1B}8"), "\(gone.debugDescription)")
        #expect(!gone.contains("\u{1B}P") && gone.contains("abcdefgh"), "\(gone.debugDescription)")
    }

    @Test mutating func `sixel: while one is shown, the terminal does not scroll`() {
        let picture = sixels()
        func draw(_ painter: Painter, scrolled: Int, with point: Point?) {
            for row in 4..<20 {
                painter.write(
                    SafeText("line \(row + scrolled) of many"), at: Point(column: 0, row: row), style: .default)
            }
            painter.write("the end", at: Point(column: 0, row: 23), style: .default)
            if let point { painter.draw(picture, at: point) }
        }
        _ = present { draw($0, scrolled: 0, with: nil) }
        #expect(present { draw($0, scrolled: 3, with: nil) }.contains("\u{1B}[1;24r"), "ncurses does scroll")
        _ = present { draw($0, scrolled: 3, with: Point(column: 40, row: 8)) }
        let away = present { draw($0, scrolled: 6, with: nil) }
        #expect(!away.contains("\u{1B}[1;24r") && away.contains("line 20 of many"), "\(away.debugDescription)")
        _ = present { draw($0, scrolled: 6, with: Point(column: 40, row: 0)) }
        let beside = present { draw($0, scrolled: 9, with: Point(column: 40, row: 0)) }
        #expect(!beside.contains("\u{1B}[1;24r") && !beside.contains("\u{1B}P"), "\(beside.debugDescription)")
    }

    @Test mutating func `sixel: the same cells with another picture are another picture`() {
        let (one, two) = (sixels(), sixels())
        _ = present { $0.draw(one, at: .zero) }
        let second = present { $0.draw(two, at: .zero) }
        #expect(second.contains("abcd") && second.contains(Self.sixel), "\(second.debugDescription)")
    }

    @Test mutating func `sixel: a picture that is covered, clipped or in the last row is shown by its cells`() {
        let picture = sixels()
        _ = present { $0.draw(picture, at: .zero) }
        let covered = present {
            $0.draw(picture, at: .zero)
            $0.write("X", at: Point(column: 1, row: 1), style: .default)
        }
        #expect(!covered.contains("\u{1B}P") && covered.contains("abcd") && covered.contains("eXgh"))
        let uncovered = present { $0.draw(picture, at: .zero) }
        #expect(uncovered.contains(Self.sixel))
        let cut = present { $0.draw(picture, at: Point(column: 0, row: -1)) }
        #expect(!cut.contains("\u{1B}P") && cut.contains("efgh"), "\(cut.debugDescription)")
        let last = present { $0.draw(picture, at: Point(column: 0, row: 22)) }
        #expect(!last.contains("\u{1B}P") && last.contains("efgh"))
    }

    @Test mutating func `sixel: painted again when ncurses may have blanked or crossed it`() {
        let picture = sixels()
        func draw(_ painter: Painter, behind text: SafeText, at column: Int) {
            painter.draw(picture, at: .zero)
            painter.write(text, at: Point(column: column, row: 0), style: .default)
        }
        _ = present { draw($0, behind: "near", at: 6) }
        #expect(present { draw($0, behind: "NEAR", at: 6) }.contains(Self.sixel))
        _ = present { draw($0, behind: "far", at: 60) }
        #expect(!present { draw($0, behind: "FAR", at: 60) }.contains(Self.sixel))
        #expect(present { draw($0, behind: "", at: 60) }.contains(Self.sixel))
    }

    @Test mutating func `sixel: painted again after a resize and after the terminal was away`() {
        let picture = sixels()
        _ = present { $0.draw(picture, at: .zero) }
        terminal.release()
        // Writes spaces instead of a clearing sequence, because xterm keeps sixels below cleared cells and shows them
        // again.
        #expect(device.output().hasPrefix("\u{1B}7\u{1B}[m\u{1B}[1;1H    \u{1B}[2;1H    \u{1B}8"))
        terminal.reclaim()
        _ = device.output()
        terminal.present(frame, changes: SurfaceDiff(all: frame.surface))
        #expect(device.output().contains(Self.sixel))
        device.resize(to: Size(columns: 60, rows: 20))
        frame.surface = Surface(size: terminal.refreshSize())
        #expect(present { $0.draw(picture, at: .zero) }.contains(Self.sixel))
    }

    /// The position of a text, compared scalar by scalar.
    private static func find(_ part: String, in text: String) -> Int? {
        let (part, text) = (Array(part.unicodeScalars), Array(text.unicodeScalars))
        guard text.count >= part.count else { return nil }
        return (0...(text.count - part.count)).first { Array(text[$0..<$0 + part.count]) == part }
    }
}
