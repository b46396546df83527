/// Something that goes wrong with the next events on their way to sockets. The history of a conversation has them all.
package struct EventFault: Hashable, Sendable {
    package enum Effect: Hashable, Sendable {
        /// The event is not sent: a gap.
        case withhold
        /// The event is sent twice.
        case duplicate
        /// The event is sent after the next one that has no fault.
        case reorder
    }

    package var effect: Effect
    /// Such as `conversationMessage.sent`; nil for any event.
    package var name: String?
    /// For how many events.
    package var count: Int

    package init(_ effect: Effect, name: String? = nil, count: Int = 1) {
        self.effect = effect
        self.name = name
        self.count = count
    }

    func matches(_ name: String) -> Bool { count > 0 && (self.name ?? name) == name }
}
