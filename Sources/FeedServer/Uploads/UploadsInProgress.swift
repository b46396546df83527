import Cards
import FeedEngine

/// Tracks uploads in progress, so that concurrent uploads together cannot exceed the limit.
actor UploadsInProgress {
    /// The number of uploads for each key. It may be more than one, because a client may retry before the server
    /// notices that the first connection was lost.
    private var counts: [Viewer: [ActionKey: Int]] = [:]

    /// Registers an upload. Pair it with ``end(_:of:)``.
    /// - Returns: The keys of the user's other uploads in progress.
    func begin(_ key: ActionKey, of viewer: Viewer) -> Set<ActionKey> {
        let others = Set(counts[viewer, default: [:]].keys).subtracting([key])
        counts[viewer, default: [:]][key, default: 0] += 1
        return others
    }

    func end(_ key: ActionKey, of viewer: Viewer) {
        guard let count = counts[viewer]?[key] else { return }
        counts[viewer]?[key] = count > 1 ? count - 1 : nil
        if counts[viewer]?.isEmpty == true { counts[viewer] = nil }
    }
}
