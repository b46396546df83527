public import CardSources
internal import CardStore
public import Cards

extension CardSession {
    /// The last received theme that the publisher has set for a stream; nil if it is unknown or the stream has none.
    ///
    /// A session requests the themes of its streams once per connection and stores them, so that they are available
    /// immediately after the next start. ``SessionEvent/themeChanged(_:)`` reports a change.
    /// `ContainerAppearance.usesPublisherTheme` of `CardStreamUI` displays the theme. The document is exactly what the
    /// source has sent: a host that draws cards itself must check it. Blocks for well under a millisecond.
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
