public import Cards

/// Why a call to a source failed, sorted by what can be done about it. Texts are for people; none holds a token or a key.
public enum SourceError: Error, Hashable, Sendable {
    // Passes: tried again, with growing waits.

    /// The connection broke, or no answer came in time.
    case network(String)
    /// No connection came about, as where it is refused. Nothing has left this machine.
    case unreachable(String)
    /// This machine has no usable network.
    case noNetwork(String)
    /// There is a network, but it knows no host of this name.
    case hostNotFound(String)
    /// An open connection does not answer any more. Mostly this machine's own way to the source broke.
    case silent(String)
    /// The source goes away and comes back, and has told all its clients so: they must not come back all at once.
    case restarting(String)
    /// The answer made no sense.
    case malformed(String)
    /// What answers is no source of cards at all.
    case notFeed(String)
    /// Something on this machine is in the way.
    case local(SyncStatus.LocalProblem)
    /// There are no credentials for now.
    case noToken(String)

    // Not tried again soon.

    /// The certificate or the handshake was refused.
    case tls(String)
    /// The request policy of this program denied the request.
    case denied(String)

    // Answers.

    /// The source answered, and did not do it; ``SourceRefusal/reason`` says what can be done.
    case refused(SourceRefusal)
    /// The file cannot be read, or is not what it was.
    case file(String)
    /// The source has no such thing; the text names it, as "profiles".
    case unsupported(String)
    /// The caller gave up.
    case cancelled

    /// A cursor that means nothing any more: a snapshot follows.
    public static var cursorExpired: SourceError { .refused(SourceRefusal(.cursorExpired)) }

    /// Whether the source may have got the request all the same. False only where it is certain that nothing of it has left
    /// this machine.
    public var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .noNetwork, .hostNotFound, .local, .tls, .denied, .noToken, .file, .unsupported: false
        case .network, .silent, .restarting, .malformed, .notFeed, .refused, .cancelled: true
        }
    }
}
