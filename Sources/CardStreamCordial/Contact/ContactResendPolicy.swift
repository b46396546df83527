import struct Foundation.Date

/// Decides when the contact is sent without a request: the service may have lost it, or may not know a new status.
enum ContactResendPolicy {
    /// The time, in seconds, after the last success at which the contact is sent again.
    static let interval = 86_400.0

    /// Whether the contact must be sent now.
    ///
    /// - Parameter hasContact: Whether a contact is already waiting to be sent.
    static func isNeeded(_ state: CordialState, hasContact: Bool, at now: Date) -> Bool {
        guard !hasContact, !state.pushToken.isEmpty, state.phase == .active || state.phase == .new else { return false }
        guard let last = state.upsertedAt, state.sentStatus == state.permission.status else { return true }
        return now.timeIntervalSince(last) >= interval
    }
}
