/// The state of the user's session.
public enum SessionState: Sendable, Equatable {
    /// No session was started, or the last one was ended.
    case none
    /// A session is being started.
    case starting
    /// Requests use this session.
    case active(ComapiSession)
    /// The last start failed. A later call tries again.
    case failed(ComapiError)
}
