/// What became of the wish to undo the last thing done.
public enum Undoing: Hashable, Sendable {
    /// It was never sent, and is not going to be: the card is as it was before, and so are those that were answered with
    /// it at once.
    case undone(CardID, CardResponse, count: Int = 1)
    /// Something of it may have left: whether the server has it, only its answer tells.
    case underWay
    /// Nothing waits to be sent.
    case nothing
}
