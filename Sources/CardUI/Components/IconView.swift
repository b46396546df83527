internal import Canvas
internal import Cards

/// A small picture beside text, as one sign.
///
/// A terminal's cell is too small for a picture of its own, so an image icon is shown by its fallback name, as where
/// the image cannot be loaded (Atomic iOS SDK guide, "Custom icons"). A name is a glyph of the Nerd Font, else a sign
/// that any font has, else nothing: never a box.
struct IconView {
    /// One column.
    let sign: SafeText

    /// Nil when there is nothing to show.
    init?(_ icon: Icon?, hasNerdFont: Bool) {
        guard let name = icon?.name.map(Self.bare) else { return nil }
        if hasNerdFont, let glyph = IconTable.nerd[name].flatMap({ SafeText(icon: $0) }) {
            sign = glyph
        } else if let scalar = IconTable.plain[name] {
            sign = SafeText(String(scalar))
        } else {
            return nil
        }
    }

    /// Names may come with the prefixes of web pages: "fas fa-star".
    private static func bare(_ name: String) -> String {
        let last = name.split(separator: " ").last.map(String.init) ?? name
        return last.hasPrefix("fa-") ? String(last.dropFirst(3)) : last
    }
}
