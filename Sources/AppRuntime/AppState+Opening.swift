package import CardSession
import Cards
package import ViewModels

extension AppState {
    /// Fills the containers on screen with the cards that are here already, so that the first frame shows them, and begins
    /// to observe them; takes over what was entered into cards and not sent.
    package mutating func open(_ session: CardSession, _ runner: EffectRunner) throws(SessionError) {
        for effect in startWindows() {
            runner.start(effect)
            guard case .window(let id, let query) = effect else { continue }
            for effect in update(&self, .feedArrived(id, try session.window(query), at: now)) {
                // The cards that are here already are not told of again.
                if case .resolveVariables = effect { runner.start(effect) }
            }
        }
        var streams: Set<StreamID> = []
        for container in containers where streams.insert(container.streamID).inserted {
            let drafts = try session.drafts(in: container.streamID).mapValues { FormState(draft: $0) }
            forms.merge(drafts) { $1 }
        }
    }
}
