package import EmulatorHTTP

/// The faults that a test requests; none by default.
package struct EmulatorFaults: Hashable, Sendable {
    /// Faults of the next matching requests. If several match, the first one applies.
    package var requests: [RequestFault] = []
    /// Faults of the next matching events. If several match, the first one applies.
    package var events: [EventFault] = []
    /// Whether sockets stay open but do not send or answer anything.
    package var isHalfOpen = false
    /// The number of seconds by which the service's clock is ahead.
    package var clockSkew = 0.0

    package init() {}

    /// Returns the fault of a request and decrements its count; nil for none.
    ///
    /// - Parameter path: The decoded path without `/apispaces/{id}`.
    mutating func effect(on method: String, path: String?) -> RequestFault.Effect? {
        guard let index = requests.firstIndex(where: { $0.matches(method, path: path ?? "") }) else { return nil }
        requests[index].count -= 1
        return requests[index].effect
    }

    /// Returns the fault of an event and decrements its count; nil for none.
    mutating func effect(onEvent name: String) -> EventFault.Effect? {
        guard let index = events.firstIndex(where: { $0.matches(name) }) else { return nil }
        events[index].count -= 1
        return events[index].effect
    }
}
