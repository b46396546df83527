package import Cards
package import FeedAPI

/// Names a feed: one user's stream, the unit that has a sequence of changes of its own.
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
