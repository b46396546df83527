import CardSources
import CardStore
import Cards

/// Updates the publishers' themes of streams.
extension SyncEngine {
    /// Requests the themes of the streams, once per connection. Nothing waits for them. A failed request is repeated
    /// with the next connection, and until then the stored theme stays.
    func lookForThemes() {
        guard theming == nil, machine.state != .idle, let database, let source = source as? any ThemeSource else {
            return
        }
        let wanted = streams.filter { !themedStreams.contains($0) }
        guard !wanted.isEmpty else { return }
        themedStreams.formUnion(wanted)
        theming = Task { [onTheme] in
            for stream in wanted where await Self.update(stream, from: source, in: database) { onTheme(stream) }
            self.theming = nil
            // There may be another connection or more streams in the meantime.
            self.lookForThemes()
        }
    }

    /// Returns whether the theme of the stream has changed.
    private static func update(
        _ stream: StreamID, from source: any ThemeSource, in database: CardDatabase
    ) async -> Bool {
        let epoch = database.ownerEpoch
        // Ignore errors: a stored theme that cannot be read is requested again.
        let tag = (try? database.theme(of: stream))?.tag
        // Ignore errors: cards are shown without the theme.
        guard let theme = try? await source.theme(of: stream, unless: tag), !Task.isCancelled else { return false }
        return (try? await database.setTheme(theme, of: stream, ownerEpoch: epoch)) ?? false
    }
}
