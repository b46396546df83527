/// A fault of the next events for sockets. The history of a conversation still has all events.
package struct EventFault: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        /// The event is not sent, which leaves a gap.
        case withhold
        /// The event is sent twice.
        case duplicate
        /// The event is sent after the next event without a fault.
        case reorder
    }

    package var effect: Effect
    /// The name of the events, such as `conversationMessage.sent`; nil for any event.
    package var name: String?
    /// The number of events that still have the fault.
    package var count: Int

    package init(_ effect: Effect, name: String? = nil, count: Int = 1) {
        self.effect = effect
        self.name = name
        self.count = count
    }

    func matches(_ name: String) -> Bool { count > 0 && (self.name ?? name) == name }
}
