package import AppCore
package import Basics
package import Canvas
package import Cards
package import Theming

package import struct Foundation.Date

/// Cards drawn with the viewer's own code on a surface that is exactly as high as they need. For previews and pictures.
package struct CardSheet {
    package let surface: Surface
    /// The regions that react to clicks, the topmost last.
    package let hits: [HitRegion]
    /// The rows of each card.
    package let cards: [CardReport]
    /// The pictures that the cards have room for, whether or not the gallery has them.
    package let pictures: [PictureRequest]

    /// The widest card the viewer draws.
    package static var maxColumns: Int { ScreenLayout.maxColumns }

    /// - Parameters:
    ///   - columns: The width of a card, including its frame.
    ///   - subview: The subview to show instead of the card's own content, for cards that have it.
    ///   - support: How pictures are drawn.
    ///   - gallery: The pictures that are already loaded.
    ///   - keys: Keys to press, one after the other, before the cards are drawn. Effects outside the viewer, such as
    ///     sending a response, do not happen.
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
            // A sheet is centred on the screen, so the screen must not be higher than its cards.
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

    /// The width of a screen whose cards are `columns` wide.
    private static func screenColumns(for columns: Int) -> Int {
        let same = ScreenLayout.cardColumns(of: columns)
        return same == columns ? columns : columns + 2
    }

    /// High enough that the layout adds its blank rows.
    private static let firstRows = 60
    /// The fewest rows in which a menu or prompt has room.
    private static let sheetRows = 24
    /// Enough for some hundred cards. Cards below this row are cut off.
    private static let maxRows = 20_000

    /// The viewer's state without a terminal, and the last frame that was drawn from it.
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

        /// Draws, and enlarges the screen until every card is visible.
        mutating func grow(cards count: Int) {
            draw()
            while let missing = CardSheet.missingRows(report, count), state.size.rows < maxRows {
                draw(rows: min(state.size.rows + missing, maxRows))
            }
        }
    }

    /// A lower bound for the number of rows still missing to show everything; nil when everything is visible.
    private static func missingRows(_ report: FrameReport, _ count: Int) -> Int? {
        guard let container = report.containers.first, let last = container.cards.last else { return nil }
        let cut = last.hiddenBelow(viewportHeight: container.viewport.size.rows)
        let below = count - container.cards.count
        // A card has at least three rows. A guess that is too low only costs one more drawing.
        return cut + below > 0 ? max(cut + 3 * below, container.viewport.size.rows / 2) : nil
    }
}
