package import Cards
package import FeedAPI

/// A file that a user has uploaded for a card, without its content.
package struct StoredUpload: Hashable, Sendable, Identifiable {
    /// The id of an upload. Keys are unique for each user.
    package struct ID: Hashable, Sendable {
        package var viewer: Viewer
        package var key: ActionKey

        package init(viewer: Viewer, key: ActionKey) {
            self.viewer = viewer
            self.key = key
        }
    }

    package var id: ID
    package var cardID: CardID
    /// The receipt of the upload, with the id and bucket of the file.
    package var receipt: UploadReceipt
    /// Distinguishes a repeated upload from an upload of another file with the same key.
    package var fingerprint: String
    /// When the file was last uploaded, in milliseconds since 1970.
    package var createdAt: Int64
    /// When a submit named the file, in milliseconds since 1970; nil if none has.
    package var submittedAt: Int64?

    package init(
        id: ID, cardID: CardID, receipt: UploadReceipt, fingerprint: String, createdAt: Int64,
        submittedAt: Int64? = nil
    ) {
        self.id = id
        self.cardID = cardID
        self.receipt = receipt
        self.fingerprint = fingerprint
        self.createdAt = createdAt
        self.submittedAt = submittedAt
    }
}
