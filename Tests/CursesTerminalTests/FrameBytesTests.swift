import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

@testable import CursesTerminal

extension CursesTerminalTests {
    /// The minimum number of bytes for the changed cells: for each run a cursor movement, the attributes of each
    /// stretch, and the characters.
    private func needed(_ changes: SurfaceDiff, of surface: Surface) -> Int {
        var bytes = 0
        for run in changes.runs {
            bytes += "\u{1B}[\(run.row + 1);\(run.columns.lowerBound + 1)H".utf8.count
            var look: Style?
            for column in run.columns {
                guard let cell = surface.cell(at: Point(column: column, row: run.row)) else { continue }
                if cell.style != look { bytes += Self.bytes(of: cell.style) }
                look = cell.style
                bytes += surface.text(of: cell).utf8.count
            }
        }
        return bytes
    }

    /// The length of the sequence that sets a style after any other: `ESC [ 0 ; … m`.
    private static func bytes(of style: Style) -> Int {
        let attributes = style.attributes.rawValue.nonzeroBitCount * 2
        return "\u{1B}[0m".utf8.count + attributes + bytes(of: style.foreground) + bytes(of: style.background)
    }

    private static func bytes(of color: Color) -> Int {
        switch color.value {
        case .default: 0
        case .palette(let number): number < 16 ? ";36".utf8.count : ";38;5;100".utf8.count
        case .rgb: ";38;5;100".utf8.count
        }
    }

    @Test func `dimming what is behind a sheet sends letters and no blanks`() throws {
        let device = try PseudoTerminal(size: Self.size)
        let terminal = try open(device)
        var frame = Frame(surface: Surface(size: terminal.size))
        _ = present(&frame, on: terminal, device) {
            $0.write("One two", at: Point(column: 30, row: 5), style: .default)
        }
        let bytes = present(&frame, on: terminal, device) { $0.restyle(Style(attributes: .dim)) }
        #expect(bytes.contains("One two") && bytes.utf8.count < 40, "\(bytes.debugDescription)")
    }

    @Test(arguments: ["j", "k", "tab", "ctrl-d", "ctrl-u", "G", "g", "?", "esc", "m", "s"])
    func `a key costs at most twice the bytes that its cells need`(name: String) throws {
        let key = try #require(KeyChord(name: name))
        let size = Size(columns: 120, rows: 40)
        let device = try PseudoTerminal(size: size)
        let terminal = try open(device)
        let (theme, _) = try ThemeLoader.load("dark", depth: .indexed256)
        var random = SeededGenerator(seed: 1)
        let words = "deploy waits for approval since Ana spent lunch on rollback of checkout and asks whether it holds"
            .split(separator: " ")
        func text(_ count: Int) -> String {
            (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
        }
        let cards = (0..<30).map { number in
            makeCard("c\(number)", body: makeBody(title: text(5), text: text(30), priority: 1 + number % 10))
        }
        let inbox = ContainerModel(id: ContainerID("inbox"), streamID: StreamID("ops"), title: "Cards")
        var state = AppState(
            size: size, now: .fixed, containers: [inbox], syncStatus: SyncStatus(connection: .live))
        let window = CardWindow(
            items: cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) }, totalCount: cards.count,
            hasEverHadCard: true)
        _ = update(&state, .feedArrived(inbox.id, window), at: .fixed)
        var cache = LayoutCache()
        var frame = Frame(surface: Surface(size: size))
        var (sent, least) = (0, 0)
        // The first frame is not counted; the following keys move the selection to the middle before the tested key.
        for (number, chord) in ([nil] + Array(repeating: KeyChord(.character("j")), count: 8) + [key, key]).enumerated()
        {
            if let chord { _ = update(&state, .keyPressed(chord), at: .fixed(Double(number))) }
            var next = Surface(size: size)
            repeat {
                frame.cursor = adopt(&state, theme, &cache, &next)
            } while state.awaitsLayout || !state.frames.isCurrent
            let changes = SurfaceDiff(from: frame.surface, to: next)
            let expected = needed(changes, of: next)
            frame.surface = next
            terminal.present(frame, changes: changes)
            let count = device.output().utf8.count
            if number > 8 { (sent, least) = (sent + count, least + expected) }
        }
        // A key that only moves the cursor still needs some bytes.
        #expect(sent <= max(2 * least, 64), "\(sent) bytes for \(least)")
    }

    private func adopt(
        _ state: inout AppState, _ theme: Theme, _ cache: inout LayoutCache, _ surface: inout Surface
    ) -> Point? {
        let report = CardUI.draw(state, theme: theme, cache: &cache, into: &surface)
        _ = state.adopt(report)
        return report.cursor
    }
}
