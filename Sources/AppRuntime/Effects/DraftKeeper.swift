import AppCore
import CardSession
import Cards

/// Keeps half-filled forms without ever making a key wait: of each card only the newest state is written, one write at
/// a time, and what is not on disk when the program ends is written then.
final class DraftKeeper {
    struct Place: Hashable, Sendable {
        var card: CardID
        var stream: StreamID
    }

    /// States that are not known to be on disk; nil inside takes a draft away.
    private var unsaved: [Place: FormState?] = [:]
    /// What is being written.
    private var writing: [Place: FormState?] = [:]

    func record(_ form: FormState?, at place: Place) { unsaved.updateValue(form, forKey: place) }

    /// What to write next; empty while a write is under way or there is nothing.
    func begin() -> [Place: FormState?] {
        guard writing.isEmpty else { return [:] }
        writing = unsaved
        unsaved = [:]
        return writing
    }

    func end() { writing = [:] }

    /// Writes what may not be on disk yet. Blocks.
    func flush(to session: CardSession) throws(SessionError) {
        for (place, form) in writing.merging(unsaved, uniquingKeysWith: { $1 }) {
            try session.saveDraftNow(form?.draft, of: place.card, in: place.stream)
        }
        writing = [:]
        unsaved = [:]
    }
}
