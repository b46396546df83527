import Basics
internal import CardSources
public import Cards

extension CardSession {
    /// Notifies the source of a stream that the user is typing, if the source shows that to others
    /// (``SourceCapabilities/tellsTyping``). Call it with each change of a text. A notification that cannot be sent is
    /// not sent later.
    ///
    /// - Parameter field: The name of the input; nil once the text was sent or removed.
    public func setTyping(into field: String?, of card: CardID, in stream: StreamID) async {
        guard !state.withLock({ $0.isMuted }) else { return }
        await (link(of: stream)?.source as? any TypingSink)?.setTyping(into: field, of: card, in: stream)
    }
}
