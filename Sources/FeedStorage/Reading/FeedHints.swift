/// What other servers of a shared storage say that they have changed: hints to look now, of which any may be lost.
package struct FeedHints: Hashable, Sendable {
    package var changed = FeedEffects()
    /// Whether anything may have changed: hints were lost, or there were too many changes to name them.
    package var isEverything = false
    /// Whether hints arrive at present.
    package var isListening = false

    package init() {}
}
