internal import AppCore
internal import Canvas
internal import Cards

/// The layouts of one container during one frame. A class, because scrolling asks for heights through a closure, and
/// making a layout changes the cache. The cache is moved into this object for that time.
final class LayoutSource {
    private let model: ContainerModel
    private let forms: [CardID: FormState]
    private let metrics: CardMetrics
    private let gallery: PictureGallery
    private let capabilities: SourceCapabilities
    private let words: CardWords
    private let settingsIndex: Int
    private var cache = LayoutCache()
    /// The layouts that this frame has already looked up, by position in the window.
    private var known: [Int: Known] = [:]

    /// A class, so that a lookup copies nothing.
    private final class Known {
        let layout: CardLayout
        let rows: Int

        init(_ layout: CardLayout, rows: Int) {
            self.layout = layout
            self.rows = rows
        }
    }

    init(_ model: ContainerModel, forms: [CardID: FormState], metrics: CardMetrics, _ context: DrawContext) {
        self.model = model
        self.forms = forms
        self.metrics = metrics
        gallery = context.gallery
        capabilities = context.capabilities
        settingsIndex = context.settingsIndex
        words = model.options.strings.cardWords
    }

    /// Moves the cache into this object, or back to its owner.
    func exchange(_ cache: inout LayoutCache) { swap(&self.cache, &cache) }

    func layout(_ index: Int) -> CardLayout { find(index).layout }

    private func find(_ index: Int) -> Known {
        if let found = known[index] { return found }
        let layout = cache.layout(request(index))
        let found = Known(layout, rows: metrics.height(of: layout))
        known[index] = found
        return found
    }

    /// Requests the layouts of the cards next to the visible ones. They are made after the frame is on the screen.
    func layOutLater(around shown: Range<Int>) {
        for index in [shown.lowerBound - 1, shown.upperBound] where model.window.items.indices.contains(index) {
            if known[index] == nil { cache.request(request(index)) }
        }
    }

    private func request(_ index: Int) -> LayoutRequest {
        let item = model.window.items[index]
        return LayoutRequest(
            item: item, subview: model.openSubviews.isEmpty ? nil : model.openSubviews[item.id], words: words,
            form: forms.isEmpty ? nil : forms[item.id],
            unfolded: model.unfolded.isEmpty ? nil : model.unfolded[item.id],
            carouselPositions: model.carouselPositions.isEmpty ? nil : model.carouselPositions[item.id],
            variables: model.variables.values.isEmpty ? nil : model.variables.values[item.id],
            pages: model.pages.isEmpty ? nil : model.pages[item.id],
            width: metrics.contentColumns, gallery: gallery, capabilities: capabilities, settingsIndex: settingsIndex)
    }

    /// The rows of an item, including its heading.
    func height(_ index: Int) -> Int { headingRows(index) + cardRows(index) }

    /// The rows of the heading above a card, or of a folded group.
    func headingRows(_ index: Int) -> Int { model.window.items[index].headingRows }

    /// The rows of the card itself; 0 for a folded group.
    func cardRows(_ index: Int) -> Int { isGroup(index) ? 0 : find(index).rows }

    func isGroup(_ index: Int) -> Bool { model.window.items[index].isFoldedGroup }

    /// The positions of the title and the elements of an item, below its heading. Empty for a folded group, which is
    /// recognized by its heading.
    func outline(_ index: Int) -> CardOutline {
        guard !isGroup(index) else { return CardOutline() }
        var outline = find(index).layout.outline(frameRows: metrics.top)
        outline.frameRows += headingRows(index)
        return outline
    }
}
