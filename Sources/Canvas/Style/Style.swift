/// The style of a cell. Trivial on purpose: ten bytes, no reference counts, compared bit by bit.
package struct Style: Hashable, Sendable, BitwiseCopyable {
    package var foreground: Color
    package var background: Color
    package var attributes: Attributes

    /// The terminal's own colours, no emphasis.
    package static let `default` = Style()

    package init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    // Inlined, because what is written to the terminal is compared cell by cell.
    @inlinable package static func == (left: Style, right: Style) -> Bool {
        left.foreground.bits == right.foreground.bits && left.background.bits == right.background.bits
            && left.attributes.rawValue == right.attributes.rawValue
    }

    /// This style with `other` laid over it: colours that `other` sets win, attributes are combined.
    package func merging(_ other: Style) -> Style {
        Style(
            foreground: other.foreground == .default ? foreground : other.foreground,
            background: other.background == .default ? background : other.background,
            attributes: attributes.union(other.attributes))
    }

    package func adding(_ attributes: Attributes) -> Style {
        Style(foreground: foreground, background: background, attributes: self.attributes.union(attributes))
    }
}
