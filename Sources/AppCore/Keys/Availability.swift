/// Whether a command can be used now, and if not, why: the reason is shown when its key is pressed.
package enum Availability: Hashable, Sendable {
    case enabled
    case disabled(reason: String)

    /// Enabled where it holds, else disabled for the reason.
    init(_ holds: Bool, else reason: String) { self = holds ? .enabled : .disabled(reason: reason) }

    package var isEnabled: Bool { self == .enabled }

    package var reason: String? {
        guard case .disabled(let reason) = self else { return nil }
        return reason
    }
}
