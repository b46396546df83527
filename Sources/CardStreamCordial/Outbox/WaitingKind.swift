/// What can wait to be sent, in the order in which it is sent: contacts first, because everything else belongs to one.
enum WaitingKind: String, Sendable, CaseIterable {
    case contact, event, cart, order, mark, delete, logout

    /// What happens to rows whose refusal names some of them.
    var splits: Bool { self == .event || self == .mark }

    /// Whether rows of this kind are sent now.
    ///
    /// - Parameter hasContact: Whether a contact waits, without which the service would count the rest for another one.
    func isSent(in phase: CordialState.Phase, hasContact: Bool) -> Bool {
        switch self {
        case .contact: phase != .out
        case .logout: phase == .out
        case .event, .cart, .order, .mark, .delete: phase == .active && !hasContact
        }
    }
}
