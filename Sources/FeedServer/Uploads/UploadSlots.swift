import Cards
import FeedEngine

/// The uploads that are under way, so that several at once do not pass together what each alone may.
actor UploadSlots {
    /// How often each key is under way: a client may try again before we know that its first try is lost.
    private var taken: [Viewer: [ActionKey: Int]] = [:]

    /// Pair it with ``free(_:of:)``.
    /// - Returns: The user's other keys that are under way.
    func take(_ key: ActionKey, of viewer: Viewer) -> Set<ActionKey> {
        let others = Set(taken[viewer, default: [:]].keys).subtracting([key])
        taken[viewer, default: [:]][key, default: 0] += 1
        return others
    }

    func free(_ key: ActionKey, of viewer: Viewer) {
        guard let count = taken[viewer]?[key] else { return }
        taken[viewer]?[key] = count > 1 ? count - 1 : nil
        if taken[viewer]?.isEmpty == true { taken[viewer] = nil }
    }
}
