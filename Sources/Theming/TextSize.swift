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
