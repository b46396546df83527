import AppCore
import CardSession
import Cards
import Logging

extension EffectRunner {
    /// Plays a video, and reports whether it started, completed or failed.
    func play(_ video: Video) {
        let (session, mailbox, logger) = (session, mailbox, logger)
        let outcome = links.play(video.address) { stage in
            let detail: SDKEvent.Detail
            switch stage {
            case .started: detail = .videoPlayed(url: video.address)
            case .completed: detail = .videoCompleted(url: video.address)
            case .failed: return mailbox.post(.noticed(Strings.Toasts.videoFailed(video.address)))
            }
            // This task is not counted as running, because a video may last for hours.
            Task.detached {
                await Self.write(
                    EventReport(detail, of: video.card, in: video.stream, view: video.view), to: session, logger)
            }
        }
        report(outcome)
    }
}
