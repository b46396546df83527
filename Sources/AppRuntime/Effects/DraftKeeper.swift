import AppCore
import CardSession
package import Cards

/// Stores the drafts of forms without delaying key presses. Only the newest state of each card is written, with one
/// write at a time. States that are not on disk when the program ends are written by ``flush(to:)``.
package final class DraftKeeper {
    package struct Place: Hashable, Sendable {
        package var card: CardID
        package var stream: StreamID
    }

    /// A write of a draft; nil removes the draft.
    struct Change: Sendable {
        var place: Place
        var draft: JSONObject?
        /// The stored draft, as far as it is known. Only differences from it are written, so that changes stored by
        /// other viewers are kept.
        var earlier: JSONObject
    }

    /// The drafts that this viewer has written.
    private var stored: [Place: JSONObject] = [:]
    /// States that may not be on disk yet; an inner nil removes the draft.
    private var unsaved: [Place: FormState?] = [:]
    /// States that are being written.
    private var writing: [Place: FormState?] = [:]
    /// The number of replies that are being stored for a place. Storing a reply also changes the draft, so no other
    /// draft is written for this place in the meantime.
    private var held: [Place: Int] = [:]

    func record(_ form: FormState?, at place: Place) { unsaved.updateValue(form, forKey: place) }

    /// Returns the next drafts to write; empty if a write is running or there is nothing to write.
    func begin() -> [Change] {
        guard writing.isEmpty else { return [] }
        writing = unsaved.filter { held[$0.key] == nil }
        unsaved = unsaved.filter { held[$0.key] != nil }
        return writing.map(change)
    }

    /// - Parameter failed: The places whose drafts could not be written. They are written together with the next change
    ///   of the same draft.
    func end(failed: Set<Place>) {
        for (place, form) in writing where !failed.contains(place) { stored[place] = form?.draft ?? [:] }
        writing = [:]
    }

    private func change(_ place: Place, _ form: FormState?) -> Change {
        Change(place: place, draft: form?.draft, earlier: stored[place] ?? form?.stored ?? [:])
    }

    func hold(_ place: Place) { held[place, default: 0] += 1 }

    /// Call this when a reply is stored, or cannot be stored.
    func release(_ place: Place) {
        guard let count = held[place] else { return }
        held[place] = count > 1 ? count - 1 : nil
        // The reply has replaced the draft.
        stored[place] = [:]
    }

    /// Writes the drafts that may not be on disk yet. Blocks.
    func flush(to session: CardSession) throws(SessionError) {
        // Writes them in this order, because drafts in `writing` may already be stored, and newer states must replace
        // them.
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
