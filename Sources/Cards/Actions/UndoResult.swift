/// The result of undoing the last action.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum UndoResult: Hashable, Sendable {
    /// The action was withdrawn before it was sent. All cards that were answered with it are as before.
    case undone(CardID, CardResponse, count: Int = 1)
    /// Like `undone`, but another program with the same card store, or an earlier run of this program, took the action.
    /// The title is that of the first card, and may be empty.
    case undoneOther(CardID, CardResponse, count: Int, title: String)
    /// The action may have been sent; only the server's answer shows it.
    case underWay
    /// There is no unsent action.
    case nothing
}
