internal import AppCore
internal import Canvas
internal import Cards

/// A small picture beside text: one sign, or an image two columns wide.
///
/// An image that cannot be drawn or loaded falls back to its Font Awesome name, and without a name to a placeholder (Atomic SwiftUI
/// SDK guide 25.4, "Fallback Rules"). A name is a glyph of the Nerd Font, else a sign that any font has, else nothing
/// (decision 0179).
struct IconSign {
    /// What is written; as wide as the image where there is one, and seen until it is there.
    let text: SafeText
    let picture: PictureRequest?
    /// Whether it is an author's icon, which themes can colour, and not a bullet or a number.
    let isIcon: Bool

    /// A cell is about twice as high as wide, so these are a square as high as the text.
    private static let box = Size(columns: 2, rows: 1)

    var width: Int { TextLayout.width(of: text) }

    /// Whether it says that something opens outside, in any font.
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

    /// In place of an image that is not there.
    static let placeholder = IconSign(Glyph.missingIcon, isIcon: true)

    /// The sign for a name; nil when there is none.
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

    /// An image, until it is there shown by its fallback.
    init(_ picture: PictureRequest, fallback: IconSign?) {
        let sign = fallback?.text ?? .empty
        text = sign + SafeText.spaces(Self.box.columns - TextLayout.width(of: sign))
        self.picture = picture
        isIcon = true
    }

    /// What an icon shows, in words.
    init(spoken words: String) { self.init(SafeText(words, limit: 200), isIcon: true) }

    /// What to ask for; nil where no images are drawn.
    ///
    /// - Parameter ink: Of its place.
    static func request(_ address: String, support: PictureSupport, ink: PictureInk?) -> PictureRequest? {
        guard let method = support.method else { return nil }
        // Text is written around and over icons with every move of the focus, and sixels cannot be written over.
        let support = method == .sixel ? .symbols : support
        return PictureRequest(address: address, box: box, support: support, ink: ink)
    }

    /// Names may come with the prefixes of web pages: "fas fa-star".
    private static func bare(_ name: String) -> String {
        let last = name.split(separator: " ").last.map(String.init) ?? name
        return last.hasPrefix("fa-") ? String(last.dropFirst(3)) : last
    }
}
