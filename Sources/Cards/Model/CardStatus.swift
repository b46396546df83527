/// The status of a card in its lifecycle (Atomic SwiftUI SDK guide 25.4, card lifecycle).
///
/// `active`, `embargoed` and `snoozed` are open; the others are final. Embargoed and snoozed cards are not shown
/// and not counted.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum CardStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// Visible; waiting for its publication time; snoozed by the user.
    case active, embargoed, snoozed
    /// Answered; dismissed by the user; cancelled by the publisher; expired.
    case completed, dismissed, cancelled, expired

    /// Whether the card is not final.
    public var isOpen: Bool {
        switch self {
        case .active, .embargoed, .snoozed: true
        case .completed, .dismissed, .cancelled, .expired: false
        }
    }
}
