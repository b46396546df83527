package import FeedAPI

package import struct Foundation.Date

/// Stores a received file. A repeated key returns the first receipt, which names the first file.
///
/// Throws ``Problem`` of type `key-reused`, `unknown-card`, `card-closed` or `unknown-bucket`.
package struct KeepUpload: FeedCommand {
    private let target: UploadTarget
    private let receipt: UploadReceipt
    private let fingerprint: String
    private let viewer: Viewer
    package let time: Int64

    /// - Parameter fingerprint: A hash of the file's content. It distinguishes a repeated upload from another file with
    ///   the same key.
    package init(
        _ receipt: UploadReceipt, for target: UploadTarget, fingerprint: String, by viewer: Viewer, now: Date
    ) {
        self.receipt = receipt
        self.target = target
        self.fingerprint = fingerprint
        self.viewer = viewer
        time = FeedTime.milliseconds(now)
    }

    private var id: StoredUpload.ID { StoredUpload.ID(viewer: viewer, key: target.key) }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.uploads = [id]
        needs.cards = [CardAddress(target.cardID, in: FeedKey(viewer: viewer, streamID: target.streamID))]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<UploadReceipt> {
        var changes = FeedChanges()
        if var first = loaded.uploads.first {
            guard first.fingerprint == fingerprint, first.receipt.bucketID == target.bucketID else {
                throw Problem(.keyReused, detail: "Use a new idempotency key for every file.", expected: "key")
            }
            // A repeated upload will probably be submitted soon, so its lifetime of one day starts again.
            if first.submittedAt == nil {
                first.createdAt = time
                changes.uploads = [first]
            }
            return .reply(first.receipt, changes: changes)
        }
        try FeedEngine.checkUpload(into: target.bucketID, for: loaded.cards.first)
        changes.uploads = [
            StoredUpload(
                id: id, cardID: target.cardID, receipt: receipt, fingerprint: fingerprint, createdAt: time)
        ]
        return .reply(receipt, changes: changes)
    }
}
