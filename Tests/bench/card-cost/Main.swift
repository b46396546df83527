import AppCore
import Canvas
import CardUI
import Cards
import Theming

import struct Foundation.Date

/// Lays out and draws the heaviest cards at 200x60, and prints for each a line of `name layout draw ratio`: the
/// milliseconds of the first frame, the milliseconds of a frame after a key with everything laid out, and the ratio of
/// the latter to the frame of a screen of ordinary cards that is measured alternately.
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
        try measureDashboard(theme)
    }

    /// The frame after a key on a screen with several containers, and the frame after another theme has been chosen.
    private static func measureDashboard(_ theme: Theme) throws {
        let (light, _) = try ThemeLoader.load("light", depth: .indexed256)
        var dashboard = Screen(dashboardOf: HeavyCard.ordinary, theme: theme)
        let layout = milliseconds { dashboard.drawFrame() }
        var frame = Double.infinity
        var change = Double.infinity
        for _ in 0..<40 {
            dashboard.drawFrame()
            frame = min(frame, milliseconds { dashboard.drawFrame() })
            dashboard.theme = dashboard.theme.name == light.name ? theme : light
            change = min(change, milliseconds { dashboard.drawFrame() })
        }
        print("dashboard \(layout) \(frame) 1")
        print("theme \(layout) \(change) \(change / frame)")
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let duration = ContinuousClock().measure(body)
        return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    }
}

/// A viewer without a terminal.
private struct Screen {
    private var state: AppState
    private var cache = LayoutCache()
    private var surface = Surface(size: Screen.size)
    var theme: Theme
    private var isDown = false

    private static let size = Size(columns: 200, rows: 60)

    init(cards: [Card], theme: Theme) {
        self.init([(.vertical, cards)], ScreenModel(name: "main", .container(Self.id(0))), theme: theme)
    }

    /// A strip of cards above a list beside a single card.
    init(dashboardOf cards: [Card], theme: Theme) {
        let lower = Arrangement.columns([
            .init(.percent(60), .container(Self.id(1))), .init(.fill, .container(Self.id(2))),
        ])
        let arrangement = Arrangement.rows([.init(.cells(11), .container(Self.id(0))), .init(.fill, lower)])
        self.init(
            [(.horizontal, cards), (.vertical, cards), (.single, cards)],
            ScreenModel(name: "dashboard", arrangement, focus: Self.id(1)), theme: theme)
    }

    private init(_ contents: [(kind: ContainerModel.Kind, cards: [Card])], _ screen: ScreenModel, theme: Theme) {
        self.theme = theme
        let now = Date(milliseconds: 1_768_467_600_000)
        let containers = contents.enumerated().map { index, content in
            var container = ContainerModel(
                id: Self.id(index), kind: content.kind, streamID: StreamID(stored: "bench\(index)"))
            container.window = CardWindow(
                items: content.cards.map { CardWindow.Item(id: $0.id, version: 1, content: .card($0)) },
                totalCount: content.cards.count, hasEverHadCard: true)
            container.hasWindow = true
            container.selection = content.cards.first?.id
            return container
        }
        state = AppState(size: Self.size, now: now, containers: containers, screens: [screen])
        state.launch = .ready
        state.settings.features.pictures = .symbols
    }

    private static func id(_ index: Int) -> ContainerID { ContainerID("container-\(index)") }

    /// Delivers all visible pictures.
    mutating func fill() {
        for request in state.frames.last.pictures {
            let styles = (0..<256).map { number in
                Style(foreground: .palette(UInt8(number)), background: .palette(UInt8(255 - number)))
            }
            let cells = (0..<request.box.columns * request.box.rows).map { index in
                Cell(glyph: 0x2584, style: styles[index % styles.count], width: 1)
            }
            let picture = Picture(size: request.box, content: .cells(cells))
            _ = update(&state, .pictureSettled(request, .ready(picture)), at: state.now)
        }
    }

    /// The cost of a key without the terminal: the update that scrolls by a line, the frame, and the adoption of its
    /// report.
    mutating func drawFrame() {
        _ = update(&state, .command(isDown ? .previousCard : .nextCard), at: state.now)
        isDown.toggle()
        let report = draw(state, theme: theme, cache: &cache, into: &surface)
        _ = state.adopt(report)
    }
}
