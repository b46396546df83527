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

    /// States that are not known to be on disk; nil inside takes a draft away.
    private var unsaved: [Place: FormState?] = [:]
    /// What is being written.
    private var writing: [Place: FormState?] = [:]
    /// Where a reply is being stored, which changes the draft as well: nothing else is written there meanwhile.
    private var held: Set<Place> = []

    func record(_ form: FormState?, at place: Place) { unsaved.updateValue(form, forKey: place) }

    /// What to write next; empty while a write is under way or there is nothing.
    func begin() -> [Place: FormState?] {
        guard writing.isEmpty else { return [:] }
        writing = unsaved.filter { !held.contains($0.key) }
        unsaved = unsaved.filter { held.contains($0.key) }
        return writing
    }

    func end() { writing = [:] }

    func hold(_ place: Place) { held.insert(place) }

    /// A stored reply has taken along what was recorded before it is known to be stored; what is left is recorded
    /// afterwards.
    func release(_ place: Place, isStored: Bool) {
        held.remove(place)
        if isStored { unsaved.removeValue(forKey: place) }
    }

    /// Writes what may not be on disk yet. Blocks.
    func flush(to session: CardSession) throws(SessionError) {
        for (place, form) in writing.merging(unsaved, uniquingKeysWith: { $1 }) where !held.contains(place) {
            try session.saveDraftNow(form?.draft, of: place.card, in: place.stream)
        }
        writing = [:]
        unsaved = [:]
    }
}
