package import FeedAPI

/// Stores the theme of a stream, in place of an earlier one, or removes it. Replies whether the stream had one.
package struct SetTheme: FeedCommand {
    private let stored: StoredTheme

    /// The time has no influence.
    package var time: Int64 { 0 }

    package init(_ stored: StoredTheme) { self.stored = stored }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.themes = [stored.id]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Bool> {
        var changes = FeedChanges()
        changes.themes = [stored]
        return .reply(!loaded.themes.isEmpty, changes: changes)
    }
}
