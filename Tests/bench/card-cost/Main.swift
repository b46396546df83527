import Canvas
import CardUI
import Cards
import Theming
import ViewModels

import struct Foundation.Date

/// Lays out and draws the heaviest cards there are at 200x60, and prints for each a line of
/// `name layout draw ratio`: milliseconds of the first frame, milliseconds of a frame after a key with everything laid
/// out, and how often that is the time of a screen of ordinary cards measured in turn.
@main
struct Main {
    static func main() throws {
        let (theme, _) = try ThemeLoader.load("dark", depth: .indexed256)
        let ordinary = HeavyCard.ordinary
        for heavy in HeavyCard.all {
            var screen = Screen(cards: heavy.cards, theme: theme)
            var other = Screen(cards: ordinary, theme: theme)
            let layout = milliseconds { screen.drawFrame() }
            other.drawFrame()
            screen.fill()
            screen.drawFrame()
            var best = Double.infinity
            var bestOther = Double.infinity
            for _ in 0..<40 {
                best = min(best, milliseconds { screen.drawFrame() })
                bestOther = min(bestOther, milliseconds { other.drawFrame() })
            }
            print("\(heavy.name) \(layout) \(best) \(best / bestOther)")
        }
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let duration = ContinuousClock().measure(body)
        return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }
}

/// One viewer, without a terminal.
private struct Screen {
    private var state: AppState
    private var cache = LayoutCache()
    private var surface = Surface(size: Screen.size)
    private let theme: Theme
    private var isDown = false

    private static let size = Size(columns: 200, rows: 60)

    init(cards: [Card], theme: Theme) {
        self.theme = theme
        let now = Date(milliseconds: 1_768_467_600_000)
        state = AppState(
            size: Self.size, now: now,
            containers: [ContainerModel(id: ContainerID("main"), streamID: StreamID("bench"))])
        state.launch = .ready
        state.containers[0].window = CardWindow(
            items: cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) }, totalCount: cards.count,
            hasEverHadCard: true)
        state.containers[0].hasWindow = true
        state.containers[0].selection = cards.first?.id
        state.features.pictures = .symbols
    }

    /// Lets every picture in sight arrive.
    mutating func fill() {
        for request in state.lastFrame.pictures {
            let styles = (0..<256).map { number in
                Style(foreground: .palette(UInt8(number)), background: .palette(UInt8(255 - number)))
            }
            let cells = (0..<request.box.columns * request.box.rows).map { index in
                Cell(glyph: 0x2584, style: styles[index % styles.count], width: 1)
            }
            let picture = Picture(size: request.box, content: .cells(cells))
            _ = update(&state, .pictureSettled(request, .ready(picture), at: state.now))
        }
    }

    /// What a key costs without the terminal: the update that scrolls by a line, the frame, and what it tells.
    mutating func drawFrame() {
        _ = update(&state, .command(isDown ? .previousCard : .nextCard, at: state.now))
        isDown.toggle()
        let report = draw(state, theme: theme, cache: &cache, into: &surface)
        _ = state.adopt(report)
    }
}
