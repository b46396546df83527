import struct Foundation.Date

/// When the contact is sent although nothing asked for it: the service may have lost it, or may not know a new status.
enum ContactHealing {
    /// Seconds after the last success.
    static let interval = 86_400.0

    /// - Parameter hasContact: Whether a contact waits to be sent.
    static func isNeeded(_ state: CordialState, hasContact: Bool, at now: Date) -> Bool {
        guard !hasContact, !state.pushToken.isEmpty, state.phase == .active || state.phase == .new else { return false }
        guard let last = state.upsertedAt, state.sentStatus == state.permission.status else { return true }
        return now.timeIntervalSince(last) >= interval
    }
}
