/// Whether the person allows notifications.
public enum NotificationPermission: String, Sendable, CaseIterable {
    /// Not asked yet.
    case notDetermined
    /// Refused.
    case denied
    /// Allowed.
    case authorized
    /// Allowed without having been asked.
    case provisional

    /// How the service calls it: `opt-in` or `opt-out`.
    public var status: String {
        switch self {
        case .authorized, .provisional: "opt-in"
        case .notDetermined, .denied: "opt-out"
        }
    }
}
