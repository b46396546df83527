internal import AppCore
internal import Canvas
internal import Cards

/// An icon beside text: a symbol, or an image that is two columns wide.
///
/// If an image cannot be drawn or loaded, the symbol for its Font Awesome name is used, or a placeholder if it has no
/// name (Atomic SwiftUI SDK guide 25.4, "Fallback Rules"). A name is shown as a glyph of the Nerd Font, else as a
/// symbol that every font has, else not at all (decision 0179).
struct InlineIcon {
    /// The text to write. If there is an image, the text is as wide as the image and is visible until the image is
    /// loaded.
    let text: SafeText
    let picture: PictureRequest?
    /// Whether this is an icon chosen by the author, which themes can colour, and not a bullet or a number.
    let isIcon: Bool

    /// A cell is about twice as high as wide, so two cells form a square with the height of the text.
    private static let box = Size(columns: 2, rows: 1)

    var width: Int { TextLayout.width(of: text) }

    /// Whether the icon is a symbol for an external link, in any font.
    var isExternal: Bool {
        picture == nil
            && (text == Glyph.external
                || text.string.unicodeScalars.elementsEqual(IconTable.nerd["external-link-alt"].map { [$0] } ?? []))
    }

    init(_ text: SafeText, isIcon: Bool = false) {
        self.text = text
        self.isIcon = isIcon
        picture = nil
    }

    /// Shown instead of an image that cannot be loaded.
    static let placeholder = InlineIcon(Glyph.missingIcon, isIcon: true)

    /// The symbol for a name; nil if there is none.
    init?(name: String?, hasNerdFont: Bool) {
        guard let name = name.map(Self.bare) else { return nil }
        if hasNerdFont, let glyph = IconTable.nerd[name].flatMap({ SafeText(icon: $0) }) {
            self.init(glyph, isIcon: true)
        } else if let scalar = IconTable.plain[name] {
            self.init(SafeText(String(scalar)), isIcon: true)
        } else {
            return nil
        }
    }

    /// An image; until it is loaded, its fallback is shown.
    init(_ picture: PictureRequest, fallback: InlineIcon?) {
        let sign = fallback?.text ?? .empty
        text = sign + SafeText.spaces(Self.box.columns - TextLayout.width(of: sign))
        self.picture = picture
        isIcon = true
    }

    /// The alternative text of an icon.
    init(spoken words: String) { self.init(SafeText(words, limit: 200), isIcon: true) }

    /// The picture to request; nil if images are not drawn.
    ///
    /// - Parameter ink: The colour for drawings at this place.
    static func request(_ address: String, support: PictureSupport, ink: PictureInk?) -> PictureRequest? {
        guard let method = support.method else { return nil }
        // Text around icons is rewritten whenever the focus moves, and text cannot be written over Sixel images.
        let support = method == .sixel ? .symbols : support
        return PictureRequest(address: address, box: box, support: support, ink: ink)
    }

    /// The name without prefixes from web pages, such as "fas fa-star".
    private static func bare(_ name: String) -> String {
        let last = name.split(separator: " ").last.map(String.init) ?? name
        return last.hasPrefix("fa-") ? String(last.dropFirst(3)) : last
    }
}
