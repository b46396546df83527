package import EmulatorHTTP

/// What goes wrong on request. Nothing by default.
package struct EmulatorFaults: Hashable, Sendable {
    /// For the next requests that match; the first that matches counts.
    package var requests: [RequestFault] = []
    /// For the next events that match; the first that matches counts.
    package var events: [EventFault] = []
    /// Sockets stay open and neither send nor answer anything.
    package var isHalfOpen = false
    /// By how many seconds the service's clock is ahead.
    package var clockSkew = 0.0

    package init() {}

    /// What happens to a request; nil for nothing. A fault is used up when its count is.
    ///
    /// - Parameter path: Decoded, without `/apispaces/{id}`.
    mutating func effect(on method: String, path: String?) -> RequestFault.Effect? {
        guard let index = requests.firstIndex(where: { $0.matches(method, path: path ?? "") }) else { return nil }
        requests[index].count -= 1
        return requests[index].effect
    }

    /// What happens to an event; nil for nothing. A fault is used up when its count is.
    mutating func effect(onEvent name: String) -> EventFault.Effect? {
        guard let index = events.firstIndex(where: { $0.matches(name) }) else { return nil }
        events[index].count -= 1
        return events[index].effect
    }
}
