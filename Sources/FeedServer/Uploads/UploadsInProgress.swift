import Cards
import FeedEngine

/// The uploads that are under way, so that several at once do not pass together what each alone may.
actor UploadsInProgress {
    /// How often each key is under way: a client may try again before we know that its first try is lost.
    private var counts: [Viewer: [ActionKey: Int]] = [:]

    /// Pair it with ``end(_:of:)``.
    /// - Returns: The user's other keys that are under way.
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
