import CardSession
import Cards
import Logging
import ViewModels

extension EffectRunner {
    /// Plays a video, and keeps what became of it for its publisher's statistics.
    func play(_ video: Video) {
        let (session, mailbox, logger) = (session, mailbox, logger)
        let outcome = links.play(video.address) { stage in
            let kind: CardEvent.Kind
            switch stage {
            case .started: kind = .videoPlayed
            case .completed: kind = .videoCompleted
            case .failed: return mailbox.post(.notice(Strings.Toasts.videoFailed(video.address)))
            }
            // Not counted among what runs: a video may last for hours.
            Task.detached {
                do throws(SessionError) {
                    try await session.record(
                        kind, of: video.card, in: video.stream, subview: video.subview, url: video.address)
                } catch {
                    logger.error("an event is not kept", metadata: ["reason": "\(error.explanation)"])
                }
            }
        }
        report(outcome)
    }
}
