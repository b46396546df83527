internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Card layouts of earlier frames. Laying out costs a hundred times what drawing does, and most frames show the cards
/// of the frame before.
package struct LayoutCache {
    /// Some screens' worth; the least recently drawn half goes when it is full.
    static let capacity = 192

    private var entries: [Key: Entry] = [:]
    /// The names of keys, as long as the keymap stays.
    private var keyNames = KeyNames()
    private var settings: LayoutSettings?
    private var frame = 0
    /// Layouts made since the start, for tests and measurements.
    package private(set) var layoutsMade = 0
    /// Layouts held now.
    package var count: Int { entries.count }

    private struct Key: Hashable {
        let card: CardID
        let width: Int
        // The same card may stand in two containers, with a subview open in one, and with other words.
        let subview: String?
        let words: CardWords
    }

    private struct Entry {
        let version: Int64
        let form: FormState?
        let delivery: CardWindow.Delivery
        let unfolded: Set<Int>?
        let variables: [String: String]?
        let layout: CardLayout
        var lastFrame: Int
    }

    package init() {}

    /// To be called once per frame: forgets everything when what all layouts depend on has changed.
    mutating func begin(_ settings: LayoutSettings) {
        frame += 1
        if self.settings != settings {
            self.settings = settings
            entries.removeAll(keepingCapacity: true)
        }
    }

    /// What keys are called, and the hints of a layer.
    mutating func keys(_ keymap: Keymap, layer: KeyLayer) -> KeyNames {
        keyNames.update(keymap, layer: layer)
        return keyNames
    }

    mutating func layout(
        of item: CardWindow.Item, subview: String?, words: CardWords = CardWords(), form: FormState?,
        unfolded: Set<Int>? = nil, variables: [String: String]? = nil, width: Int,
        gallery: PictureGallery = PictureGallery()
    ) -> CardLayout {
        let key = Key(card: item.id, width: width, subview: subview, words: words)
        if let entry = entries[key], entry.version == item.version, entry.delivery == item.delivery, entry.form == form,
            entry.unfolded == unfolded, entry.variables == variables, entry.layout.isCurrent(with: gallery)
        {
            entries[key]?.lastFrame = frame
            return entry.layout
        }
        let settings = self.settings ?? LayoutSettings()
        var builder = CardLayoutBuilder(
            width: width, form: form ?? FormState(), settings: settings, words: words,
            unfolded: unfolded ?? [], gallery: gallery)
        builder.build(item, subview: subview, variables: variables ?? [:])
        layoutsMade += 1
        if entries.count >= Self.capacity { evict() }
        entries[key] = Entry(
            version: item.version, form: form, delivery: item.delivery, unfolded: unfolded, variables: variables,
            layout: builder.layout, lastFrame: frame)
        return builder.layout
    }

    private mutating func evict() {
        let frames = entries.values.map(\.lastFrame).sorted()
        let median = frames[frames.count / 2]
        entries = entries.filter { $0.value.lastFrame > median }
        if entries.count >= Self.capacity { entries.removeAll(keepingCapacity: true) }
    }
}

/// What every layout depends on besides its card and width.
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
    /// Whether links show the keys that open them: the terminal cannot tell links by itself.
    var numbersLinks = false
    var hasNerdFont = false
    /// Rows between groups of components.
    var elementSpacing = 1
    /// In which form texts are written, where that is not as they come.
    var forms: [StyleScope: TextForm] = [:]
    /// How pictures are drawn; without a way they are told in words.
    var pictures = PictureSupport.none
    var inks = IconInks()
    /// What the source of the cards can do: buttons for the rest are drawn as out of use.
    var capabilities = SourceCapabilities.all
}
