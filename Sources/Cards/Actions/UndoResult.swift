/// The result of undoing the last action.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum UndoResult: Hashable, Sendable {
    /// The action was withdrawn before it was sent: the card, and all cards answered together with it, are as before.
    case undone(CardID, CardResponse, count: Int = 1)
    /// The same for an action that this program did not take itself: another program over the same store did, or an earlier
    /// run. The title is that of the first card, and may be empty.
    case undoneOther(CardID, CardResponse, count: Int, title: String)
    /// The action may have been sent; only the server's answer shows it.
    case underWay
    /// There is no unsent action.
    case nothing
}
