package import FeedAPI

/// Stores or replaces the theme of a stream, or removes it. Replies whether the stream had a theme before.
package struct SetTheme: FeedCommand {
    private let stored: StoredTheme

    /// The command does not depend on the time.
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
