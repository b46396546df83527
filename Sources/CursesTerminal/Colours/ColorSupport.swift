/// The colours that a terminal supports.
package enum ColorSupport: Hashable, Sendable, CaseIterable {
    /// Attributes only.
    case none
    /// The eight basic colours.
    case eight
    case sixteen
    case palette
    /// 24 bits, as indicated by `RGB` in the terminal database: numbers from 8 are direct values.
    case direct

    init(colors: Int) {
        switch colors {
        case ..<8: self = .none
        case ..<16: self = .eight
        case ..<256: self = .sixteen
        case ..<0x100_0000: self = .palette
        default: self = .direct
        }
    }
}
