package import AppCore
package import CardSession
import Cards

extension AppState {
    /// Loads the cards that are already stored into the visible containers, so that the first frame shows them, and
    /// starts to observe them. Restores the drafts of cards.
    package mutating func open(_ session: CardSession, _ runner: EffectRunner) throws(SessionError) {
        for effect in startWindows() {
            runner.start(effect)
            guard case .window(let id, let query) = effect else { continue }
            // The runner ignores notifications, so that cards that are already stored are not announced again.
            for effect in update(&self, .feedArrived(id, try session.window(query)), at: now) { runner.start(effect) }
        }
        forms.restore(try Self.drafts(of: session, in: streams))
        // The session is not open yet; the drafts are loaded together with the cards.
        guard !session.isAdmitted else { return }
        session.whenAdmitted { [weak session, streams, mailbox = runner.mailbox] in
            // If the card store cannot be read, the error is reported when its cards are read.
            guard let session, let drafts = try? Self.drafts(of: session, in: streams) else { return }
            mailbox.post(.draftsFound(drafts))
        }
    }

    private var streams: Set<StreamID> { Set(containers.map(\.streamID)) }

    private static func drafts(
        of session: CardSession, in streams: Set<StreamID>
    ) throws(SessionError) -> [CardID: FormState] {
        var drafts: [CardID: FormState] = [:]
        for stream in streams {
            for (card, draft) in try session.drafts(in: stream) {
                drafts[card] = FormState(draft: draft)
                drafts[card]?.stored = draft
            }
        }
        return drafts
    }
}
