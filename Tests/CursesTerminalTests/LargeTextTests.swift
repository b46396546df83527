import Canvas
import Foundation
import Testing

@testable import CursesTerminal

extension CursesTerminalTests {
    private static let title = "\u{1B}]66;s=2;Big\u{1B}\\"

    private func open(_ size: Size) throws -> (PseudoTerminal, CursesTerminal, Frame) {
        let device = try PseudoTerminal(size: size)
        let terminal = try open(device)
        return (device, terminal, Frame(surface: Surface(size: terminal.size)))
    }

    /// Draws a new frame instead of drawing over the last one.
    private func presentAnew(
        _ frame: inout Frame, on terminal: CursesTerminal, _ device: PseudoTerminal, _ draw: (Painter) -> Void
    ) -> String {
        let previous = frame.surface
        frame.surface.clear()
        draw(frame.surface.painter())
        terminal.present(frame, changes: SurfaceDiff(from: previous, to: frame.surface))
        return device.output()
    }

    @Test func `large text is painted once over its letters, with its own style`() throws {
        let (device, terminal, blank) = try open(Size(columns: 40, rows: 10))
        var frame = blank
        let bold = Style(attributes: .bold)
        let first = presentAnew(&frame, on: terminal, device) {
            #expect($0.writeLarge("Big", at: Point(column: 2, row: 1), style: bold) == 6)
        }
        #expect(first.contains("B i g"), "\(first.debugDescription)")
        let painted = try #require(first.range(of: Self.title))
        let before = first[..<painted.lowerBound]
        #expect(before.contains("\u{1B}[2;3H      \u{1B}[3;3H      \u{1B}[2;3H"), "\(first.debugDescription)")
        let again = presentAnew(&frame, on: terminal, device) {
            $0.writeLarge("Big", at: Point(column: 2, row: 1), style: bold)
        }
        #expect(again == "")
        let two = presentAnew(&frame, on: terminal, device) {
            $0.writeLarge("One", at: .zero, style: bold)
            $0.writeLarge("Two", at: Point(column: 0, row: 3), style: bold)
            $0.write("Three", at: Point(column: 20, row: 7), style: bold)
        }
        // Each title starts with reset attributes, whatever ncurses and the previous title left.
        for title in ["One", "Two"] {
            let end = try #require(two.range(of: "\u{1B}]66;s=2;\(title)")?.lowerBound, "\(two.debugDescription)")
            let start = try #require(two[..<end].range(of: "\u{1B}[m", options: .backwards)?.upperBound)
            #expect(two[start..<end].hasSuffix("1m"), "\(title): \(two.debugDescription)")
        }
        let plain = presentAnew(&frame, on: terminal, device) {
            $0.writeLarge("Big", at: Point(column: 2, row: 1), style: .default)
        }
        #expect(plain.contains(Self.title))
    }

    @Test func `the cells of large text that is covered, clipped or removed are repainted`() throws {
        let (device, terminal, blank) = try open(Size(columns: 40, rows: 10))
        var frame = blank
        let place = Point(column: 0, row: 2)
        _ = presentAnew(&frame, on: terminal, device) { $0.writeLarge("Big", at: place, style: .default) }
        let covered = presentAnew(&frame, on: terminal, device) {
            $0.writeLarge("Big", at: place, style: .default)
            $0.write("x", at: Point(column: 3, row: 3), style: .default)
        }
        #expect(!covered.contains("]66;") && covered.contains("B i g"), "\(covered.debugDescription)")
        let clipped = presentAnew(&frame, on: terminal, device) {
            $0.clipped(to: Rect(column: 0, row: 0, columns: 40, rows: 3)).writeLarge("Big", at: place, style: .default)
        }
        #expect(!clipped.contains("]66;"))
        let back = presentAnew(&frame, on: terminal, device) { $0.writeLarge("Big", at: place, style: .default) }
        #expect(back.contains(Self.title))
        let gone = presentAnew(&frame, on: terminal, device) { $0.write("Other", at: place, style: .default) }
        #expect(!gone.contains("]66;") && gone.contains("Other"), "\(gone.debugDescription)")
        #expect(presentAnew(&frame, on: terminal, device) { $0.write("Other", at: place, style: .default) } == "")
    }

    @Test func `large text that scrolls is painted at its new position, and wide letters take four columns`() throws {
        let (device, terminal, blank) = try open(Size(columns: 40, rows: 10))
        var frame = blank
        _ = presentAnew(&frame, on: terminal, device) {
            $0.writeLarge("日x", at: Point(column: 0, row: 4), style: .default)
        }
        let moved = presentAnew(&frame, on: terminal, device) {
            #expect($0.writeLarge("日x", at: Point(column: 0, row: 3), style: .default) == 6)
        }
        #expect(moved.contains("\u{1B}[4;1H") && moved.contains("]66;s=2;日x\u{1B}\\"), "\(moved.debugDescription)")
        #expect(frame.surface.text(row: 3).hasPrefix("日  x"))
    }
}
