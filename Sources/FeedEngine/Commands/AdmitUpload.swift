package import Cards
package import FeedAPI

/// Whether a file may be sent: the card is open, a file input of it names the bucket, and not too many of the user's files
/// wait for a submit. Asked before any of the file is read.
///
/// Throws a ``Problem`` of type `unknown-card`, `card-closed`, `unknown-bucket` or `too-many-requests`.
package struct AdmitUpload: FeedCommand {
    private let target: UploadTarget
    private let viewer: Viewer
    private let others: Set<ActionKey>
    private let limit: Int

    /// Nothing of it depends on the time.
    package var time: Int64 { 0 }

    /// - Parameters:
    ///   - others: The keys of the user's uploads that began before and are under way.
    ///   - limit: How many files of a user may wait.
    package init(_ target: UploadTarget, by viewer: Viewer, beside others: Set<ActionKey> = [], limit: Int) {
        self.target = target
        self.viewer = viewer
        self.others = others
        self.limit = limit
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.cards = [CardAddress(target.cardID, in: FeedKey(viewer: viewer, streamID: target.streamID))]
        // One more, as the upload itself may be among them.
        needs.waitingUploads = [FeedNeeds.WaitingUploads(viewer: viewer, limit: limit + 1)]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        try FeedEngine.checkUpload(into: target.bucketID, for: loaded.cards.first)
        // An upload that was just stored may still be under way: it counts once.
        let waiting = others.union(loaded.uploads.map(\.id.key)).subtracting([target.key])
        guard waiting.count < limit else {
            throw Problem(
                .tooManyRequests,
                detail: "\(limit) files wait for a submit already; those older than a day are forgotten.")
        }
        return .reply(())
    }
}
