/// Whether a command is available now. If not, the reason is shown when its key is pressed.
///
/// The reason is computed only when it is read, because every frame checks the availability of many commands without
/// reading the reason.
package struct Availability: Sendable {
    /// Computes the reason; nil if the command is available.
    private let explain: (@Sendable () -> String)?

    private init(_ explain: (@Sendable () -> String)?) { self.explain = explain }

    package static let enabled = Availability(nil)

    package static func disabled(reason: @autoclosure @escaping @Sendable () -> String) -> Availability {
        Availability(reason)
    }

    /// Creates an enabled value if the condition holds, and otherwise a disabled one with the reason.
    init(_ holds: Bool, else reason: @autoclosure @escaping @Sendable () -> String) {
        self.init(holds ? nil : reason)
    }

    package var isEnabled: Bool { explain == nil }

    /// Why the command is not available; nil if it is.
    package var reason: String? { explain?() }
}

extension Availability: Equatable {
    package static func == (left: Availability, right: Availability) -> Bool { left.reason == right.reason }
}
