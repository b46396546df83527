/// The kinds of frame a painter can draw.
package enum Border: String, Hashable, Sendable, CaseIterable {
    case none, light, rounded, heavy, double, ascii

    package struct Glyphs: Sendable {
        package let horizontal: Unicode.Scalar
        package let vertical: Unicode.Scalar
        package let topLeft: Unicode.Scalar
        package let topRight: Unicode.Scalar
        package let bottomLeft: Unicode.Scalar
        package let bottomRight: Unicode.Scalar

        package init(
            horizontal: Unicode.Scalar, vertical: Unicode.Scalar, topLeft: Unicode.Scalar, topRight: Unicode.Scalar,
            bottomLeft: Unicode.Scalar, bottomRight: Unicode.Scalar
        ) {
            self.horizontal = horizontal
            self.vertical = vertical
            self.topLeft = topLeft
            self.topRight = topRight
            self.bottomLeft = bottomLeft
            self.bottomRight = bottomRight
        }
    }

    package var glyphs: Glyphs? {
        switch self {
        case .none: nil
        case .light:
            Glyphs(horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘")
        case .rounded:
            Glyphs(horizontal: "─", vertical: "│", topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯")
        case .heavy:
            Glyphs(horizontal: "━", vertical: "┃", topLeft: "┏", topRight: "┓", bottomLeft: "┗", bottomRight: "┛")
        case .double:
            Glyphs(horizontal: "═", vertical: "║", topLeft: "╔", topRight: "╗", bottomLeft: "╚", bottomRight: "╝")
        case .ascii:
            Glyphs(horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+")
        }
    }
}
