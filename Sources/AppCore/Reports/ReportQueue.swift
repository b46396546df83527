import Cards

/// What happened and has not been reported to the session yet.
package struct ReportQueue: Equatable, Sendable {
    private var waiting: [EventReport] = []
    /// What the user is answering a card by.
    var actionSource = SDKEvent.ActionSource.unknown
    /// The containers whose cards stand on the screen.
    private var displayed: [ContainerID] = []

    mutating func add(_ report: EventReport) { waiting.append(report) }

    /// Hands over what has happened since the last time.
    mutating func drain() -> [EventReport] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting = [] }
        return waiting
    }

    /// Takes note of the containers that a frame shows with their cards. Returns those that it did not show before.
    mutating func display(_ containers: [ContainerID]) -> [ContainerID] {
        guard containers != displayed else { return [] }
        defer { displayed = containers }
        return containers.filter { !displayed.contains($0) }
    }
}
