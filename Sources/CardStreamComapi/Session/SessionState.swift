/// The state of the user's session.
public enum SessionState: Sendable, Equatable {
    /// None was started, or the last one was ended.
    case none
    /// A challenge is being answered.
    case starting
    /// Requests use this session.
    case active(ComapiSession)
    /// The last start failed; the next call starts again.
    case failed(ComapiError)
}
