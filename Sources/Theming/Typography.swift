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
