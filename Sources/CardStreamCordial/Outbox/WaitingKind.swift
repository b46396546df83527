/// The kinds of data that can wait, in the order in which they are sent: contacts first, because all other data belongs
/// to a contact.
enum WaitingKind: String, Sendable, CaseIterable {
    case contact, event, cart, order, mark, delete, logout

    /// Whether a refusal can name single rows or ids, so that only these are removed.
    var splits: Bool { self == .event || self == .mark }

    /// Whether rows of this kind are sent now.
    ///
    /// - Parameter hasContact: Whether a contact is waiting. Other data waits for it, because the service would assign
    ///   the data to another contact.
    func isSent(in phase: CordialState.Phase, hasContact: Bool) -> Bool {
        switch self {
        case .contact: phase != .out
        case .logout: phase == .out
        case .event, .cart, .order, .mark, .delete: phase == .active && !hasContact
        }
    }
}
