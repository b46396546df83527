import AppCore
import CardSession
package import Cards

/// Keeps half-filled forms without ever making a key wait: of each card only the newest state is written, one write at
/// a time, and what is not on disk when the program ends is written then.
package final class DraftKeeper {
    package struct Place: Hashable, Sendable {
        package var card: CardID
        package var stream: StreamID
    }

    /// What to write: nil takes a draft away.
    struct Change: Sendable {
        var place: Place
        var draft: JSONObject?
        /// What of it is known to be stored. What differs from that is written, and what other viewers have stored stays.
        var earlier: JSONObject
    }

    /// What this viewer has written.
    private var stored: [Place: JSONObject] = [:]
    /// States that are not known to be on disk; nil inside takes a draft away.
    private var unsaved: [Place: FormState?] = [:]
    /// What is being written.
    private var writing: [Place: FormState?] = [:]
    /// How many replies are being stored at a place, which changes the draft as well: nothing else is written there
    /// meanwhile.
    private var held: [Place: Int] = [:]

    func record(_ form: FormState?, at place: Place) { unsaved.updateValue(form, forKey: place) }

    /// What to write next; empty while a write is under way or there is nothing.
    func begin() -> [Change] {
        guard writing.isEmpty else { return [] }
        writing = unsaved.filter { held[$0.key] == nil }
        unsaved = unsaved.filter { held[$0.key] != nil }
        return writing.map(change)
    }

    /// - Parameter failed: What could not be written. It is written with the next change of the same draft.
    func end(failed: Set<Place>) {
        for (place, form) in writing where !failed.contains(place) { stored[place] = form?.draft ?? [:] }
        writing = [:]
    }

    private func change(_ place: Place, _ form: FormState?) -> Change {
        Change(place: place, draft: form?.draft, earlier: stored[place] ?? form?.stored ?? [:])
    }

    func hold(_ place: Place) { held[place, default: 0] += 1 }

    /// A reply is stored, or cannot be.
    func release(_ place: Place) {
        guard let count = held[place] else { return }
        held[place] = count > 1 ? count - 1 : nil
        // The reply has replaced it.
        stored[place] = [:]
    }

    /// Writes what may not be on disk yet. Blocks.
    func flush(to session: CardSession) throws(SessionError) {
        // One after the other: what is being written may be stored already, and what differs from it has to be written.
        for batch in [writing, unsaved] {
            for (place, form) in batch where held[place] == nil {
                let change = change(place, form)
                try session.saveDraftNow(change.draft, changedFrom: change.earlier, of: place.card, in: place.stream)
                stored[place] = change.draft ?? [:]
            }
        }
        writing = [:]
        unsaved = [:]
    }
}
