package import Cards
package import FeedAPI

/// A stored action of a user, so that a repeated request gets the first receipt.
package struct StoredAction: Hashable, Sendable, Identifiable {
    /// The id of an action. Keys are unique for each user.
    package struct ID: Hashable, Sendable {
        package var viewer: Viewer
        package var key: ActionKey

        package init(viewer: Viewer, key: ActionKey) {
            self.viewer = viewer
            self.key = key
        }
    }

    package var viewer: Viewer
    /// The request as encoded by ``FeedCoder``.
    package var request: [UInt8]
    /// The receipt that the first request got.
    package var receipt: ActionReceipt
    /// When the server received the action, in milliseconds since 1970.
    package var receivedAt: Int64

    package init(viewer: Viewer, request: [UInt8], receipt: ActionReceipt, receivedAt: Int64) {
        self.viewer = viewer
        self.request = request
        self.receipt = receipt
        self.receivedAt = receivedAt
    }

    package var id: ID { ID(viewer: viewer, key: receipt.key) }
}
