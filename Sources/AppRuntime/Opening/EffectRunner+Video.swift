import AppCore
import CardSession
import Cards
import Logging

extension EffectRunner {
    /// Plays a video, and reports what became of it.
    func play(_ video: Video) {
        let (session, mailbox, logger) = (session, mailbox, logger)
        let outcome = links.play(video.address) { stage in
            let detail: SDKEvent.Detail
            switch stage {
            case .started: detail = .videoPlayed(url: video.address)
            case .completed: detail = .videoCompleted(url: video.address)
            case .failed: return mailbox.post(.noticed(Strings.Toasts.videoFailed(video.address)))
            }
            // Not counted among what runs: a video may last for hours.
            Task.detached {
                await Self.write(
                    EventReport(detail, of: video.card, in: video.stream, view: video.view), to: session, logger)
            }
        }
        report(outcome)
    }
}
