/// The result of withdrawing a response.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum WithdrawalResult: Hashable, Sendable {
    /// The response was withdrawn before it was sent.
    case withdrawn
    /// The response may have been sent; only the server's answer shows it.
    case underWay
    /// There is nothing to withdraw: the server has answered.
    case settled
}
