import Basics
internal import CardSources
public import Cards

extension CardSession {
    /// Tells the source of a stream that the user is typing, if it shows that to others
    /// (``SourceCapabilities/tellsTyping``). Call it with each change of a text; what cannot be sent is not sent later.
    ///
    /// - Parameter field: The name of the input; nil when what was typed was sent or removed.
    public func setTyping(into field: String?, of card: CardID, in stream: StreamID) async {
        guard !state.withLock({ $0.isMuted }) else { return }
        await (link(of: stream)?.source as? any TypingSink)?.setTyping(into: field, of: card, in: stream)
    }
}
