package import Canvas
package import Cards
package import Theming
package import ViewModels

package import struct Foundation.Date

/// Some cards, drawn by the viewer's own code on a surface that is as high as they need: for previews and pictures.
package struct CardSheet {
    package let surface: Surface
    /// What answers to a click, topmost last.
    package let hits: [HitRegion]
    /// The rows of each card.
    package let cards: [CardReport]

    /// The widest card the viewer draws.
    package static var greatestColumns: Int { ScreenLayout.maxColumns }

    /// - Parameters:
    ///   - columns: of a card, its frame included.
    ///   - subview: to show instead of the cards' own content, where a card has it.
    package init(
        _ items: [CardWindow.Item], theme: Theme, columns: Int, subview: String? = nil, now: Date,
        zone: LocalZone = .utc, keymap: Keymap = .standard
    ) {
        // What the screen adds at both sides depends on its size.
        let width =
            ScreenLayout(Size(columns: columns, rows: Self.firstRows)).viewport.size.columns == columns
            ? columns : columns + 2
        var container = ContainerModel(id: ContainerID("sheet"), streamID: StreamID("sheet"))
        container.window = CardWindow(items: items, totalCount: items.count, hasEverHadCard: true)
        container.hasWindow = true
        container.selection = items.first?.id
        for item in items { container.openSubviews[item.id] = subview }
        var state = AppState(
            size: Size(columns: width, rows: Self.firstRows), now: now, zone: zone, keymap: keymap,
            containers: [container])
        state.launch = .ready

        var cache = LayoutCache()
        var surface = Surface(size: state.size)
        var report = draw(state, theme: theme, cache: &cache, into: &surface)
        while let missing = Self.missingRows(report, items.count), state.size.rows < Self.greatestRows {
            let rows = min(state.size.rows + missing, Self.greatestRows)
            state.size = Size(columns: width, rows: rows)
            surface = Surface(size: state.size)
            report = draw(state, theme: theme, cache: &cache, into: &surface)
        }
        let shown = report.containers.first
        let viewport = shown?.viewport ?? surface.bounds
        let rows = min(viewport.size.rows, shown?.cards.last.map { $0.top + $0.height } ?? 0)
        let area = Rect(origin: viewport.origin, size: Size(columns: viewport.size.columns, rows: rows))
        self.surface = surface.cropped(to: area)
        cards = shown?.cards ?? []
        hits = report.hits.compactMap { hit in
            let rect = hit.rect.intersection(area)
            guard !rect.isEmpty else { return nil }
            return HitRegion(
                rect: rect.offset(columns: -area.minColumn, rows: -area.minRow), target: hit.target)
        }
    }

    /// High enough that the screen spares no blank rows.
    private static let firstRows = 60
    /// Some hundred cards; what is further below is cut.
    private static let greatestRows = 20_000

    /// How many rows more are surely needed to show everything; nil when everything is in sight.
    private static func missingRows(_ report: FrameReport, _ count: Int) -> Int? {
        guard let container = report.containers.first, let last = container.cards.last else { return nil }
        let cut = last.hiddenBelow(viewportHeight: container.viewport.size.rows)
        let below = count - container.cards.count
        // A card has three rows at least; guessing low only means to draw once more.
        return cut + below > 0 ? max(cut + 3 * below, container.viewport.size.rows / 2) : nil
    }
}
