/// Whether a command can be used now, and if not, why: the reason is shown when its key is pressed.
///
/// The reason is worked out only when it is read: every frame asks many commands whether they can be used, and none of
/// them why not.
package struct Availability: Sendable {
    /// Nil where the command can be used.
    private let explain: (@Sendable () -> String)?

    private init(_ explain: (@Sendable () -> String)?) { self.explain = explain }

    package static let enabled = Availability(nil)

    package static func disabled(reason: @autoclosure @escaping @Sendable () -> String) -> Availability {
        Availability(reason)
    }

    /// Enabled where it holds, else disabled for the reason.
    init(_ holds: Bool, else reason: @autoclosure @escaping @Sendable () -> String) {
        self.init(holds ? nil : reason)
    }

    package var isEnabled: Bool { explain == nil }

    /// Nil where the command can be used.
    package var reason: String? { explain?() }
}

extension Availability: Equatable {
    package static func == (left: Availability, right: Availability) -> Bool { left.reason == right.reason }
}
