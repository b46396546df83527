/// Whether the user allows notifications.
public enum NotificationPermission: String, Sendable, CaseIterable {
    /// The user has not been asked yet.
    case notDetermined
    /// The user has refused.
    case denied
    /// The user has allowed them.
    case authorized
    /// Allowed without asking the user.
    case provisional

    /// The status on the service: `opt-in` or `opt-out`.
    public var status: String {
        switch self {
        case .authorized, .provisional: "opt-in"
        case .notDetermined, .denied: "opt-out"
        }
    }
}
