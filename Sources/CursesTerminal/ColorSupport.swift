/// How many colours a terminal can be sent.
package enum ColorSupport: Hashable, Sendable, CaseIterable {
    /// Attributes only.
    case none
    /// The eight classic ones.
    case eight
    case sixteen
    case palette
    /// 24 bits, in the terminal database's `RGB` form: numbers from 8 are direct values.
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
