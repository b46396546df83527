package import Cards
package import FeedAPI

/// Checks whether a file may be uploaded, before its content is read. The card must be open, one of its file inputs
/// must name the bucket, and the user must not have too many unsubmitted files.
///
/// Throws ``Problem`` of type `unknown-card`, `card-closed`, `unknown-bucket` or `too-many-requests`.
package struct AdmitUpload: FeedCommand {
    private let target: UploadTarget
    private let viewer: Viewer
    private let others: Set<ActionKey>
    private let limit: Int

    /// The command does not depend on the time.
    package var time: Int64 { 0 }

    /// - Parameters:
    ///   - others: The keys of the user's other uploads in progress.
    ///   - limit: The maximum number of unsubmitted files of a user.
    package init(_ target: UploadTarget, by viewer: Viewer, beside others: Set<ActionKey> = [], limit: Int) {
        self.target = target
        self.viewer = viewer
        self.others = others
        self.limit = limit
    }

    package func begin() -> FeedNeeds {
        var needs = FeedNeeds()
        needs.cards = [CardAddress(target.cardID, in: FeedKey(viewer: viewer, streamID: target.streamID))]
        // One more, because the upload itself may be among them.
        needs.waitingUploads = [FeedNeeds.WaitingUploads(viewer: viewer, limit: limit + 1)]
        return needs
    }

    package func decide(_ loaded: LoadedFeeds) throws(Problem) -> FeedDecision<Void> {
        try FeedEngine.checkUpload(into: target.bucketID, for: loaded.cards.first)
        // An upload that has just been stored may also still be in progress; count it once.
        let waiting = others.union(loaded.uploads.map(\.id.key)).subtracting([target.key])
        guard waiting.count < limit else {
            throw Problem(
                .tooManyRequests,
                detail:
                    "\(limit) files are already waiting to be submitted. Submit some of them, or wait: a file that is not submitted within a day is deleted."
            )
        }
        return .reply(())
    }
}
