internal import AppCore
internal import Basics
internal import Canvas
internal import Cards
internal import Theming

internal import struct Foundation.Date

/// Card layouts of earlier frames. Laying out costs a hundred times what drawing does, and most frames show the cards
/// of the frame before.
package struct LayoutCache {
    /// Some screens' worth; the least recently drawn half goes when it is full.
    static let capacity = 192

    private var entries: [Key: Entry] = [:]
    /// The names of keys, as long as the keymap stays.
    private var keyNames = KeyNames()
    /// What the rows of lists say.
    private var rows = ListRowCache()
    /// Of the screen, then of containers with a theme of their own.
    private var settings: [LayoutSettings] = []
    private var frame = 0
    /// What the next frames probably need, to be made once this frame is on the screen.
    private var ahead: [Request] = []
    /// Layouts made since the start, for tests and measurements.
    package private(set) var layoutsMade = 0
    /// Layouts held now.
    package var count: Int { entries.count }
    /// Rows of lists made since the start, for tests.
    package var rowsMade: Int { rows.rowsMade }

    private enum Request {
        case card(LayoutRequest)
        case row(CardWindow.Item, isNarrow: Bool, variables: [String: String]?, look: Int)
    }

    private struct Key: Hashable {
        let card: CardID
        let width: Int
        // The same card may stand in two containers, with a subview open in one, and with other words.
        let subview: String?
        let words: CardWords
        let look: Int
    }

    /// A class, so that finding one copies nothing.
    private final class Entry {
        let version: Int64
        let form: FormState?
        let delivery: CardWindow.Delivery
        let unsent: [UnsentReply]
        let unfolded: Set<Int>?
        let turned: [Int: Int]?
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
            turned = request.turned
            variables = request.variables
            pages = request.pages
            capabilities = request.capabilities
            self.layout = layout
            lastFrame = frame
        }

        func answers(_ request: LayoutRequest) -> Bool {
            version == request.item.version && delivery == request.item.delivery && unsent == request.item.unsent
                && form == request.form && unfolded == request.unfolded && turned == request.turned
                && variables == request.variables && pages == request.pages && capabilities == request.capabilities
                && layout.isCurrent(with: request.gallery)
        }
    }

    package init() {}

    /// To be called once per frame: forgets everything when what all layouts depend on has changed.
    ///
    /// - Parameter settings: By ``DrawContext/look``.
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

    /// What a card says as the row of a list.
    mutating func row(
        of item: CardWindow.Item, isNarrow: Bool, variables: [String: String]?, look: Int
    ) -> ListRow {
        rows.row(of: item, isNarrow: isNarrow, variables: variables, settings(look))
    }

    private func settings(_ look: Int) -> LayoutSettings {
        settings.indices.contains(look) ? settings[look] : LayoutSettings()
    }

    /// What keys are called, and the hints of a layer.
    mutating func keys(_ keymap: Keymap, layer: KeyLayer) -> KeyNames {
        keyNames.update(keymap, layer: layer)
        return keyNames
    }

    mutating func layout(_ request: LayoutRequest) -> CardLayout {
        let key = Key(
            card: request.item.id, width: request.width, subview: request.subview, words: request.words,
            look: request.look)
        if let found = entries[key], found.answers(request) {
            found.lastFrame = frame
            return found.layout
        }
        var builder = CardLayoutBuilder(
            width: request.width, form: request.form ?? FormState(), settings: settings(request.look),
            words: request.words, unfolded: request.unfolded ?? [], turned: request.turned ?? [:],
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

    /// Requests what the next frame may need to know of a card as the row of a list.
    mutating func requestRow(of item: CardWindow.Item, isNarrow: Bool, variables: [String: String]?, look: Int) {
        ahead.append(.row(item, isNarrow: isNarrow, variables: variables, look: look))
    }

    /// Makes one requested layout, so that the frame that shows the card need not wait for it. To be called while there
    /// is nothing else to do.
    package mutating func layOutAhead() {
        switch ahead.popLast() {
        case .card(let request)?: _ = layout(request)
        case .row(let item, let isNarrow, let variables, let look)?:
            _ = row(of: item, isNarrow: isNarrow, variables: variables, look: look)
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

/// What every layout depends on in addition to its card and width.
struct LayoutSettings: Equatable {
    /// Blank rows between groups of components.
    var isSpacious = true
    /// A blank row between the inputs of a form, too.
    var spacesInputs = true
    /// The keys that resend and discard a refused action, that leave a subview, and that show a card's JSON.
    var retryKey = ""
    var discardKey = ""
    var backKey = ""
    var inspectKey = ""
    /// The key that presses what has the focus.
    var pressKey = ""
    /// Whether links show the keys that open them: the terminal cannot tell links by itself.
    var numbersLinks = false
    var hasNerdFont = false
    /// Whether icons are told in their authors' words, for people who cannot see them.
    var speaksIcons = false
    /// Rows between groups of components.
    var elementSpacing = 1
    /// In which form texts are written, where that is not as they come.
    var forms: [StyleScope: TextForm] = [:]
    /// The frames of pictures in a carousel.
    var border = Border.rounded
    /// How pictures are drawn; without a way they are shown as text.
    var pictures = PictureSupport.none
    var inks = IconInks()
    /// The first moment of the user's day, and their clock, for the times that cards tell.
    var today = Date(timeIntervalSince1970: 0)
    var zone = LocalZone.utc
}
