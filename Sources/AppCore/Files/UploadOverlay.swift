package import Cards

package import struct Foundation.Date

/// Shows the progress of the files that are sent before a form is submitted.
package struct UploadOverlay: Equatable, Sendable {
    package var upload: FileUpload
    /// The submission to send after the files.
    package var submission: Card.ButtonAction.Submission
    package var values: JSONObject
    package var startedAt: Date
    /// The number of bytes sent of all files.
    package var sent = 0
    package var total: Int
    /// The index of the current file.
    package var file = 0

    package init(
        _ upload: FileUpload, submission: Card.ButtonAction.Submission, values: JSONObject, startedAt: Date
    ) {
        self.upload = upload
        self.submission = submission
        self.values = values
        self.startedAt = startedAt
        total = upload.files.reduce(0) { $0 + $1.file.size }
    }

    /// From 0 to 99. Never 100, because the sheet closes when the server has confirmed all files.
    package var percent: Int { total > 0 ? min(99, sent * 100 / total) : 0 }

    /// Seconds until the sheet is shown, so that it does not flash up for a short transfer.
    static let delay = 0.3

    package func isShown(at now: Date) -> Bool { now >= shownAt }
    var shownAt: Date { startedAt.addingTimeInterval(Self.delay) }
}

extension UploadOverlay: OverlayComponent {
    package var overlay: Overlay { .upload(self) }
    package var keyLayer: KeyLayer { .sending }
    package var requiredCard: CardID? { upload.card }

    package func deadlines(after now: Date) -> [Date] { isShown(at: now) ? [] : [shownAt] }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        switch event {
        case .command(.cancelSending), .clicked(.menuItem):
            return [
                .close, .show(Strings.Sending.cancelled, .information), .start(.files(.cancelSending(upload.id))),
            ]
        // Stop the upload, because the card is gone.
        case .cardLost: return [.start(.files(.cancelSending(upload.id)))]
        case .line(""): return []
        case .answer(.files(.progressed(upload.id, let sent, let total, let file))):
            // Without animations, the progress moves in quarters.
            self.sent = state.settings.reducesMotion && total > 0 ? sent * 4 / total * total / 4 : sent
            self.total = total
            self.file = file
            return []
        case .answer(.files(.sent(upload.id, let values))): return [.close, .submit(self, files: values)]
        case .answer(.files(.sendingFailed(upload.id, let input, let reason))):
            return [.close, .refuse(self, input: input, reason: reason)]
        default: return nil
        }
    }
}
