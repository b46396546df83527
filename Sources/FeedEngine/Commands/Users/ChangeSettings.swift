package import Cards
package import FeedAPI

package import struct Foundation.Date

/// Changes some settings of a user, and replies with all settings.
package struct ChangeSettings: FeedCommand {
    private let viewer: Viewer
    private let change: UserSettings
    package let time: Int64

    package init(of viewer: Viewer, by change: UserSettings, now: Date) {
        self.viewer = viewer
        self.change = change
        time = FeedTime.milliseconds(now)
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.users = [viewer]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<UserSettings> {
        let settings = try loaded.user(viewer).settings(changedBy: change)
        var changes = FeedChanges()
        changes.settings = [viewer: settings]
        return .reply(settings, changes: changes)
    }
}
