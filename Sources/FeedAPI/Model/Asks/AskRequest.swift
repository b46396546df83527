public import Cards

/// A question to one or more users: `POST /v1/asks` with a publisher key. Each user gets the same card. The ask has one
/// deadline and one result.
///
/// JSON: `{"stream","users":["ana"],"card":{…},"key"?,"timeout"?:"10m","quorum"?:2|"majority"|"all","veto"?,
/// "not"?:["bo"],"escalate"?:[{"after":"5m","users":["carl"]}],"onTimeout"?:"button","signed"?:true,"undo"?:true,
/// "detached"?:true}`.
public struct AskRequest: Hashable, Sendable {
    /// Further users who are asked if the ask is still open after some time. The users who were asked earlier can still
    /// answer.
    public struct Step: Hashable, Sendable {
        /// The time in seconds after the ask was made.
        public var after: Int
        public var users: [UserID]

        public init(after: Int, users: [UserID]) {
            self.after = after
            self.users = users
        }
    }

    public var streamID: StreamID
    /// The users who are asked immediately; at least one. `@oncall` means the group `oncall`, here and in the other
    /// lists of users. A group stands for its users at the time of the ask.
    public var users: [UserID]
    /// The card, as a JSON object in UTF-8. It needs a submit button that does not keep the card.
    public var body: [UInt8]
    /// The asker's idempotency key. Another request with the same key returns the same ask. Nil for none.
    public var key: PublicationKey?
    /// The time until the deadline in seconds, within ``allowedTimeout``. The server applies the deadline even if the
    /// asker has stopped.
    public var timeout: Int
    /// How many users have to answer with yes; nil if the first answer settles the ask.
    public var quorum: AskQuorum?
    /// Whether a single no settles the ask.
    public var hasVeto: Bool
    /// Users who are not asked, even if they are named elsewhere; for example, the author of a change.
    public var excluded: [UserID]
    /// Further users to ask later, earliest step first.
    public var steps: [Step]
    /// The name of the submit button that counts when the deadline passes; nil for the outcome ``AskOutcome/timeout``.
    public var onTimeout: String?
    /// Whether only answers count that the users have signed with their own keys. False by default.
    public var isSigned = false

    /// Whether users can undo their answer for some seconds before it is sent. False by default, because the asker
    /// waits.
    public var allowsUndo: Bool

    /// Whether the answer is read later, so that no asker waits for it. False by default: the cards then show when no
    /// request waits.
    public var isDetached: Bool

    /// From 1 second to 30 days, in seconds.
    public static let allowedTimeout = 1...(30 * 86_400)
    /// 10 minutes, in seconds.
    public static let defaultTimeout = 600
    /// The maximum number of users of an ask, including the users of its steps.
    public static let mostUsers = 1000

    public init(
        streamID: StreamID, users: [UserID], body: [UInt8], key: PublicationKey? = nil,
        timeout: Int = AskRequest.defaultTimeout, quorum: AskQuorum? = nil, hasVeto: Bool = false,
        excluded: [UserID] = [], steps: [Step] = [], onTimeout: String? = nil,
        allowsUndo: Bool = false, isDetached: Bool = false
    ) {
        self.streamID = streamID
        self.users = users
        self.body = body
        self.key = key
        self.timeout = timeout
        self.quorum = quorum
        self.hasVeto = hasVeto
        self.excluded = excluded
        self.steps = steps
        self.onTimeout = onTimeout
        self.allowsUndo = allowsUndo
        self.isDetached = isDetached
    }
}

extension AskRequest {
    /// Whether both requests ask the same question. Ignores ``isDetached``.
    package func asksTheSame(as other: AskRequest) -> Bool {
        var other = other
        other.isDetached = isDetached
        return self == other
    }

    /// Whether the request names a group.
    package var namesGroups: Bool { (users + excluded + steps.flatMap(\.users)).contains(where: \.isGroup) }
}
