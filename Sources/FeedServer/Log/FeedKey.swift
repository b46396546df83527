import Cards
import FeedAPI

/// One user's stream: the unit that has a sequence of changes of its own.
struct FeedKey: Hashable, Sendable {
    var viewer: Viewer
    var streamID: StreamID
}

extension FeedKey {
    init(environment: EnvironmentID, user: UserID, streamID: StreamID) {
        self.init(viewer: Viewer(environment: environment, user: user), streamID: streamID)
    }
}
