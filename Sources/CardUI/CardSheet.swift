package import AppCore
package import Basics
package import Canvas
package import Cards
package import Theming

package import struct Foundation.Date

/// Some cards, drawn by the viewer's own code on a surface that is as high as they need: for previews and pictures.
package struct CardSheet {
    package let surface: Surface
    /// What answers to a click, topmost last.
    package let hits: [HitRegion]
    /// The rows of each card.
    package let cards: [CardReport]
    /// The pictures that the cards have places for, whether they were given or not.
    package let pictures: [PictureRequest]

    /// The widest card the viewer draws.
    package static var greatestColumns: Int { ScreenLayout.maxColumns }

    /// - Parameters:
    ///   - columns: of a card, its frame included.
    ///   - subview: to show instead of the cards' own content, where a card has it.
    ///   - support: How pictures are drawn.
    ///   - gallery: Those that are there.
    ///   - keys: pressed one after the other before the cards are drawn. What would leave the program, as a response
    ///     does, has no effect.
    package init(
        _ items: [CardWindow.Item], theme: Theme, columns: Int, subview: String? = nil, now: Date,
        zone: LocalZone = .utc, keymap: Keymap = .standard, support: PictureSupport = .none,
        gallery: PictureGallery = PictureGallery(), keys: [KeyChord] = []
    ) {
        var container = ContainerModel(id: ContainerID("sheet"), streamID: StreamID("sheet"))
        container.window = CardWindow(items: items, totalCount: items.count, hasEverHadCard: true)
        container.hasWindow = true
        container.selection = items.first?.id
        for item in items { container.openSubviews[item.id] = subview }
        let size = Size(columns: Self.screenColumns(for: columns), rows: Self.firstRows)
        var screen = Screen(
            state: AppState(size: size, now: now, zone: zone, keymap: keymap, containers: [container]), theme: theme)
        screen.state.launch = .ready
        screen.state.settings.features.pictures = support
        screen.state.gallery = gallery
        screen.grow(cards: items.count)
        if !keys.isEmpty {
            for key in keys { screen.press(key) }
            screen.grow(cards: items.count)
        }

        let shown = screen.report.containers.first
        cards = shown?.cards ?? []
        let needed = cards.last.map { $0.top + $0.height } ?? 0
        var area = shown?.viewport ?? screen.surface.bounds
        if screen.state.overlays.isEmpty {
            area.size = Size(columns: area.size.columns, rows: min(area.size.rows, needed))
        } else {
            // A sheet stands in the middle of the screen, so the screen must be no higher than its cards.
            let chrome = screen.state.size.rows - area.size.rows
            screen.draw(rows: max(needed + chrome, Self.sheetRows))
            area = screen.report.containers.first?.viewport ?? screen.surface.bounds
        }
        pictures = screen.report.pictures
        surface = screen.surface.cropped(to: area)
        hits = screen.report.hits.compactMap { hit in
            let rect = hit.rect.intersection(area)
            guard !rect.isEmpty else { return nil }
            return HitRegion(
                rect: rect.offset(columns: -area.minColumn, rows: -area.minRow), target: hit.target)
        }
    }

    /// How wide a screen is whose cards have so many columns.
    private static func screenColumns(for columns: Int) -> Int {
        let same = ScreenLayout.cardColumns(of: columns)
        return same == columns ? columns : columns + 2
    }

    /// High enough that the screen spares no blank rows.
    private static let firstRows = 60
    /// A menu or prompt has room in these.
    private static let sheetRows = 24
    /// Some hundred cards; what is further below is cut.
    private static let greatestRows = 20_000

    /// The viewer without its surroundings: state, and what was drawn of it last.
    private struct Screen {
        var state: AppState
        let theme: Theme
        private(set) var surface: Surface
        private(set) var report = FrameReport()
        private var cache = LayoutCache()

        init(state: AppState, theme: Theme) {
            self.state = state
            self.theme = theme
            surface = Surface(size: state.size)
        }

        mutating func draw(rows: Int? = nil) {
            if let rows { state.size = Size(columns: state.size.columns, rows: rows) }
            if surface.size != state.size { surface = Surface(size: state.size) }
            report = CardUI.draw(state, theme: theme, cache: &cache, into: &surface)
            _ = state.adopt(report)
        }

        mutating func press(_ key: KeyChord) {
            _ = update(&state, .keyPressed(key), at: state.now)
            draw()
        }

        /// Draws, and makes the screen higher until everything is in sight.
        mutating func grow(cards count: Int) {
            draw()
            while let missing = CardSheet.missingRows(report, count), state.size.rows < greatestRows {
                draw(rows: min(state.size.rows + missing, greatestRows))
            }
        }
    }

    /// How many rows more are surely needed to show everything; nil when everything is in sight.
    private static func missingRows(_ report: FrameReport, _ count: Int) -> Int? {
        guard let container = report.containers.first, let last = container.cards.last else { return nil }
        let cut = last.hiddenBelow(viewportHeight: container.viewport.size.rows)
        let below = count - container.cards.count
        // A card has three rows at least; guessing low only means to draw once more.
        return cut + below > 0 ? max(cut + 3 * below, container.viewport.size.rows / 2) : nil
    }
}
