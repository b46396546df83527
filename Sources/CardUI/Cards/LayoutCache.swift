internal import AppCore
internal import Basics
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// Caches card layouts from earlier frames. Laying out a card costs a hundred times as much as drawing it, and most
/// frames show the same cards as the frame before.
package struct LayoutCache {
    /// Enough for several screens. When the cache is full, the half that was drawn least recently is removed.
    static let capacity = 192

    private var entries: [Key: Entry] = [:]
    /// The names of keys, valid until the keymap changes.
    private var keyHints = KeyHintCache()
    /// The content of rows in lists.
    private var rows = ListRowCache()
    /// The settings of the screen, followed by those of containers with their own theme.
    private var settings: [LayoutSettings] = []
    private var frame = 0
    /// Layouts that the next frames probably need. They are made after this frame is on the screen.
    private var ahead: [Request] = []
    /// The number of layouts made since the start, for tests and measurements.
    package private(set) var layoutsMade = 0
    /// The number of layouts in the cache.
    package var count: Int { entries.count }
    /// The number of list rows made since the start, for tests.
    package var rowsMade: Int { rows.rowsMade }

    private enum Request {
        case card(LayoutRequest)
        case row(CardWindow.Item, isNarrow: Bool, variables: [String: String]?, settingsIndex: Int)
    }

    private struct Key: Hashable {
        let card: CardID
        let width: Int
        // The same card may appear in two containers, with a subview open in one of them, or with different wording.
        let subview: String?
        let words: CardWords
        let settingsIndex: Int
    }

    /// A class, so that a lookup copies nothing.
    private final class Entry {
        let version: Int64
        let form: FormState?
        let delivery: CardWindow.Delivery
        let unsent: [UnsentReply]
        let unfolded: Set<Int>?
        let carouselPositions: [Int: Int]?
        let variables: [String: String]?
        let pages: LoadedPages?
        let capabilities: SourceCapabilities
        let layout: CardLayout
        var lastFrame: Int

        init(_ request: LayoutRequest, _ layout: CardLayout, frame: Int) {
            version = request.item.version
            form = request.form
            delivery = request.item.delivery
            unsent = request.item.unsent
            unfolded = request.unfolded
            carouselPositions = request.carouselPositions
            variables = request.variables
            pages = request.pages
            capabilities = request.capabilities
            self.layout = layout
            lastFrame = frame
        }

        func answers(_ request: LayoutRequest) -> Bool {
            version == request.item.version && delivery == request.item.delivery && unsent == request.item.unsent
                && form == request.form && unfolded == request.unfolded
                && carouselPositions == request.carouselPositions
                && variables == request.variables && pages == request.pages && capabilities == request.capabilities
                && layout.isCurrent(with: request.gallery)
        }
    }

    package init() {}

    /// Starts a frame. Empties the cache if a setting that all layouts depend on has changed. Call this once per frame.
    ///
    /// - Parameter settings: Indexed by ``DrawContext/settingsIndex``.
    mutating func begin(_ settings: [LayoutSettings]) {
        frame += 1
        ahead = []
        rows.begin()
        if self.settings != settings {
            self.settings = settings
            entries.removeAll(keepingCapacity: true)
            rows.removeAll()
        }
    }

    /// The content of a card shown as a row of a list.
    mutating func row(
        of item: CardWindow.Item, isNarrow: Bool, variables: [String: String]?, settingsIndex: Int
    ) -> ListRow {
        rows.row(of: item, isNarrow: isNarrow, variables: variables, settings(settingsIndex))
    }

    private func settings(_ index: Int) -> LayoutSettings {
        settings.indices.contains(index) ? settings[index] : LayoutSettings()
    }

    /// The names of keys, and the key hints of a layer.
    mutating func keys(_ keymap: Keymap, layer: KeyLayer) -> KeyHintCache {
        keyHints.update(keymap, layer: layer)
        return keyHints
    }

    mutating func layout(_ request: LayoutRequest) -> CardLayout {
        let key = Key(
            card: request.item.id, width: request.width, subview: request.subview, words: request.words,
            settingsIndex: request.settingsIndex)
        if let found = entries[key], found.answers(request) {
            found.lastFrame = frame
            return found.layout
        }
        var builder = CardLayoutBuilder(
            width: request.width, form: request.form ?? FormState(), settings: settings(request.settingsIndex),
            words: request.words, unfolded: request.unfolded ?? [], carouselPositions: request.carouselPositions ?? [:],
            gallery: request.gallery, capabilities: request.capabilities)
        builder.build(
            request.item, subview: request.subview, variables: request.variables ?? [:],
            pages: request.pages ?? LoadedPages())
        layoutsMade += 1
        if entries.count >= Self.capacity { evict() }
        entries[key] = Entry(request, builder.layout, frame: frame)
        return builder.layout
    }

    // MARK: Ahead of the next frame

    /// Whether ``layOutAhead()`` has something to do.
    package var hasRequests: Bool { !ahead.isEmpty }

    /// Requests a layout that the next frame may need.
    mutating func request(_ request: LayoutRequest) { ahead.append(.card(request)) }

    /// Requests the list row of a card, which the next frame may need.
    mutating func requestRow(of item: CardWindow.Item, isNarrow: Bool, variables: [String: String]?, settingsIndex: Int)
    {
        ahead.append(.row(item, isNarrow: isNarrow, variables: variables, settingsIndex: settingsIndex))
    }

    /// Makes one requested layout, so that the frame that shows the card need not wait for it. Call this while the
    /// program is idle.
    package mutating func layOutAhead() {
        switch ahead.popLast() {
        case .card(let request)?: _ = layout(request)
        case .row(let item, let isNarrow, let variables, let settingsIndex)?:
            _ = row(of: item, isNarrow: isNarrow, variables: variables, settingsIndex: settingsIndex)
        case nil: break
        }
    }

    private mutating func evict() {
        let frames = entries.values.map(\.lastFrame).sorted()
        let median = frames[frames.count / 2]
        entries = entries.filter { $0.value.lastFrame > median }
        if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    }
}

/// The settings that every layout depends on, in addition to its card and width.
struct LayoutSettings: Equatable {
    /// Whether there are blank rows between groups of components.
    var isSpacious = true
    /// Whether there also is a blank row between the inputs of a form.
    var spacesInputs = true
    /// The keys that resend and discard a refused action, leave a subview, and show a card's JSON.
    var retryKey = ""
    var discardKey = ""
    var backKey = ""
    var inspectKey = ""
    /// The key that presses the focused element.
    var pressKey = ""
    /// Whether links show the keys that open them, for terminals without hyperlinks.
    var numbersLinks = false
    var hasNerdFont = false
    /// Whether icons are replaced by their alternative text, for users of screen readers.
    var speaksIcons = false
    /// Whether each row of a table is one line with the names of its columns, for users of screen readers.
    var speaksTables = false
    /// The number of blank rows between groups of components.
    var elementSpacing = 1
    /// The text form of each scope, for scopes whose text is not written unchanged.
    var forms: [StyleScope: TextForm] = [:]
    /// The frame style of pictures in a carousel.
    var border = Border.rounded
    /// How pictures are drawn; with ``PictureSupport/none`` they are shown as text.
    var pictures = PictureSupport.none
    var iconColors = IconColors()
    /// The start of the user's current day, and their time zone, for the times shown on cards.
    var today = Date(timeIntervalSince1970: 0)
    var zone = LocalZone.utc
}
