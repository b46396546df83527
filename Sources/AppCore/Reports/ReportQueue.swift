import Cards

/// Events that have not been reported to the session yet.
package struct ReportQueue: Equatable, Sendable {
    private var waiting: [EventReport] = []
    /// The source of the user's current action on a card.
    var actionSource = SDKEvent.ActionSource.unknown
    /// The containers that show their cards on the screen.
    private var displayed: [ContainerID] = []

    mutating func add(_ report: EventReport) { waiting.append(report) }

    /// Returns the events since the last call.
    mutating func drain() -> [EventReport] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting = [] }
        return waiting
    }

    /// Records the containers that a frame shows with their cards. Returns those that the previous frame did not show.
    mutating func display(_ containers: [ContainerID]) -> [ContainerID] {
        guard containers != displayed else { return [] }
        defer { displayed = containers }
        return containers.filter { !displayed.contains($0) }
    }
}
