/// The user's text size: the sizes of iOS's Dynamic Type, and what each adds to a scalable typography style (Atomic
/// SwiftUI SDK guide 25.4, "Font sizing behavior").
package enum TextSize: String, Sendable, CaseIterable {
    case xs, s, m, l, xl, xxl, xxxl
    case accessibilityM = "accessibility-m"
    case accessibilityL = "accessibility-l"
    case accessibilityXL = "accessibility-xl"
    case accessibilityXXL = "accessibility-xxl"
    case accessibilityXXXL = "accessibility-xxxl"

    /// The default size.
    package static let standard = TextSize.l

    /// The difference from the default in pixels.
    package var delta: Int {
        switch self {
        case .xs: -3
        case .s: -2
        case .m: -1
        case .l: 0
        case .xl: 2
        case .xxl: 4
        case .xxxl: 6
        case .accessibilityM: 10
        case .accessibilityL: 15
        case .accessibilityXL: 20
        case .accessibilityXXL: 25
        case .accessibilityXXXL: 30
        }
    }
}

/// A typography style with its size in pixels.
package struct Typography: Equatable, Sendable {
    package var size: Int
    /// Whether it depends on the user's ``TextSize``.
    package var scales: Bool
    package var minimum: Int?
    package var maximum: Int?

    package init(size: Int, scales: Bool = false, minimum: Int? = nil, maximum: Int? = nil) {
        self.size = size
        self.scales = scales
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The size for a user: at least 1, and within the style's own bounds.
    package func size(for wish: TextSize) -> Int {
        guard scales else { return max(1, size) }
        let wanted = max(1, size + wish.delta)
        return max(1, min(max(wanted, minimum ?? wanted), maximum ?? .max))
    }
}

/// The representation of a size in cells of constant size: text of the default 14 pixels is plain, larger text stands
/// out increasingly.
package enum TypeStep: Int, Sendable, CaseIterable, Comparable {
    case plain, bold, boldCapitals, spaced, double

    package init(size: Int) {
        self =
            switch size {
            case ..<17: .plain
            case ..<22: .bold
            case ..<28: .boldCapitals
            case ..<34: .spaced
            default: .double
            }
    }

    package static func < (left: TypeStep, right: TypeStep) -> Bool { left.rawValue < right.rawValue }

    /// The transformation of letters; bold is an attribute.
    var form: TextForm {
        switch self {
        case .plain, .bold: []
        case .boldCapitals: .capitals
        case .spaced: [.capitals, .spaced]
        case .double: .large
        }
    }
}

/// Transformations of a text before line breaking.
package struct TextForm: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let capitals = TextForm(rawValue: 1)
    /// One space between letters, three between words.
    package static let spaced = TextForm(rawValue: 2)
    /// Twice the size in both directions if the terminal supports it; otherwise capitals with spaces.
    package static let large = TextForm(rawValue: 4)
}
