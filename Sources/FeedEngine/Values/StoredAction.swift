package import Cards
package import FeedAPI

/// A stored action of a user, so that a repeated request returns the first answer.
package struct StoredAction: Hashable, Sendable, Identifiable {
    /// Keys are unique within a user.
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
    /// The first answer.
    package var receipt: ActionReceipt
    /// In milliseconds since 1970.
    package var receivedAt: Int64

    package init(viewer: Viewer, request: [UInt8], receipt: ActionReceipt, receivedAt: Int64) {
        self.viewer = viewer
        self.request = request
        self.receipt = receipt
        self.receivedAt = receivedAt
    }

    package var id: ID { ID(viewer: viewer, key: receipt.key) }
}
