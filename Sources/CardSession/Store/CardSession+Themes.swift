public import CardSources
internal import CardStore
public import Cards

extension CardSession {
    /// The theme that the publisher gives a stream, as it was received last; nil if none is known, or the stream has none.
    ///
    /// A session asks for the themes of its streams once with each connection, and stores them, so that the next start has them at
    /// once. ``SessionEvent/themeChanged(_:)`` tells of another one. `ContainerAppearance.usesPublisherTheme` of
    /// `CardStreamUI` shows it. The document is as the source has sent it: a host that draws by itself checks what it reads. Blocks
    /// for well under a millisecond.
    ///
    /// - Throws: ``SessionError`` when the store fails or the session is closed.
    public func theme(of stream: StreamID) throws(SessionError) -> StreamTheme? {
        guard isAdmitted else { return nil }
        do {
            let theme = try database.theme(of: stream)
            return theme?.document == nil ? nil : theme
        } catch { throw SessionError(error) }
    }
}
