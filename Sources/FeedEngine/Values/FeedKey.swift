package import Cards
package import FeedAPI

/// The key of a feed: one user's stream, which has its own sequence of changes.
package struct FeedKey: Hashable, Sendable {
    package var viewer: Viewer
    package var streamID: StreamID

    package init(viewer: Viewer, streamID: StreamID) {
        self.viewer = viewer
        self.streamID = streamID
    }

    package init(environment: EnvironmentID, user: UserID, streamID: StreamID) {
        self.init(viewer: Viewer(environment: environment, user: user), streamID: streamID)
    }
}
