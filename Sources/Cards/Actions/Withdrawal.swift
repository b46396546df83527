/// What became of the wish to take a response back.
public enum Withdrawal: Hashable, Sendable {
    /// It was never sent, and is not going to be.
    case withdrawn
    /// Something of it may have left: whether the server has it, only its answer tells.
    case underWay
    /// There is nothing to take back: the server has answered.
    case settled
}
