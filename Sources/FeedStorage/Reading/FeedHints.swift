/// Changes that other servers of a shared storage have announced. They are only hints when to read the storage; any of
/// them may be lost.
package struct FeedHints: Hashable, Sendable {
    package var changed = FeedEffects()
    /// Whether anything may have changed: hints were lost, or there were too many changes to list.
    package var isEverything = false
    /// Whether hints are arriving at present.
    package var isListening = false

    package init() {}
}
