package import AppCore
package import CardSession
import Cards

extension AppState {
    /// Fills the containers on screen with the cards that are here already, so that the first frame shows them, and
    /// begins to observe them; takes over what was entered into cards and not sent.
    package mutating func open(_ session: CardSession, _ runner: EffectRunner) throws(SessionError) {
        for effect in startWindows() {
            runner.start(effect)
            guard case .window(let id, let query) = effect else { continue }
            for effect in update(&self, .feedArrived(id, try session.window(query)), at: now) {
                // Cards that are already here are not announced again.
                if case .resolveVariables = effect { runner.start(effect) }
            }
        }
        forms.restore(try Self.drafts(of: session, in: streams))
        // Nothing was given yet: what was entered comes with the cards.
        guard !session.isAdmitted else { return }
        session.whenAdmitted { [weak session, streams, mailbox = runner.mailbox] in
            // A store that cannot be read is reported when its cards are read.
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
