/// Where a card is in its life (Atomic SwiftUI SDK guide 25.4, card lifecycle).
///
/// `active`, `embargoed` and `snoozed` are open; the others are final. Embargoed and snoozed cards are not shown
/// and not counted.
public enum CardStatus: String, Hashable, Sendable, CaseIterable {
    /// Shown; waiting for its time; put off by the user.
    case active, embargoed, snoozed
    /// Answered; sent away; taken back by its publisher; past its end of life.
    case completed, dismissed, cancelled, expired

    /// Whether the card may still change and want something.
    public var isOpen: Bool {
        switch self {
        case .active, .embargoed, .snoozed: true
        case .completed, .dismissed, .cancelled, .expired: false
        }
    }
}
