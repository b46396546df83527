import CardSources
import CardStore
import Cards

/// Keeps the themes that publishers give streams up to date.
extension SyncEngine {
    /// Asks for the themes of the streams, each once a connection. Nothing waits for it, and what fails is asked again with the next
    /// connection: until then, the theme that is known stays.
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
            // Another connection, or more streams, may have begun meanwhile.
            self.lookForThemes()
        }
    }

    /// Returns whether the stream has another theme now.
    private static func update(
        _ stream: StreamID, from source: any ThemeSource, in database: CardDatabase
    ) async -> Bool {
        let epoch = database.ownerEpoch
        // A theme that cannot be read is asked for again.
        let tag = (try? database.theme(of: stream))?.tag
        // Cards are shown without it.
        guard let theme = try? await source.theme(of: stream, unless: tag), !Task.isCancelled else { return false }
        return (try? await database.setTheme(theme, of: stream, ownerEpoch: epoch)) ?? false
    }
}
