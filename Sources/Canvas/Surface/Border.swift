/// The kinds of frame a painter can draw.
package enum Border: String, Hashable, Sendable, CaseIterable {
    case none, light, rounded, heavy, double, ascii

    struct Glyphs {
        let horizontal: Unicode.Scalar
        let vertical: Unicode.Scalar
        let topLeft: Unicode.Scalar
        let topRight: Unicode.Scalar
        let bottomLeft: Unicode.Scalar
        let bottomRight: Unicode.Scalar
    }

    var glyphs: Glyphs? {
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
