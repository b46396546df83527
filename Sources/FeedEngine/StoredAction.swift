package import FeedAPI

/// A user's action, as it is remembered: the same request again gets the first answer.
package struct StoredAction: Hashable, Sendable {
    package var viewer: Viewer
    /// The request as ``FeedCoder`` writes it.
    package var request: [UInt8]
    /// The first answer.
    package var receipt: ActionReceipt

    package init(viewer: Viewer, request: [UInt8], receipt: ActionReceipt) {
        self.viewer = viewer
        self.request = request
        self.receipt = receipt
    }
}
