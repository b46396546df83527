public import Cards

/// A question to one or more users: `POST /v1/asks` with a publisher key. Each user gets the same card; the ask has one
/// deadline and one settlement.
///
/// JSON: `{"stream","users":["ana"],"card":{…},"key"?,"timeout"?:"10m","quorum"?:2|"majority"|"all","veto"?,
/// "not"?:["bo"],"escalate"?:[{"after":"5m","users":["carl"]}],"onTimeout"?:"button","signed"?:true,"undo"?:true,
/// "detached"?:true}`.
public struct AskRequest: Hashable, Sendable {
    /// More users who are asked if the ask is still open after a while. Those asked before can still answer.
    public struct Step: Hashable, Sendable {
        /// In seconds since the ask was made.
        public var after: Int
        public var users: [UserID]

        public init(after: Int, users: [UserID]) {
            self.after = after
            self.users = users
        }
    }

    public var streamID: StreamID
    /// The users who are asked at once; at least one. `@oncall` is the group `oncall`, here and in the other lists: its users
    /// are those at the time of the ask.
    public var users: [UserID]
    /// The UTF-8 JSON object of the card. It needs a submit button that does not keep the card.
    public var body: [UInt8]
    /// The asker's idempotency key: asking again with it returns the same ask.
    public var key: PublicationKey?
    /// In seconds, ``allowedTimeout``. The deadline is on the server, so it holds if the asker ends.
    public var timeout: Int
    /// Nil: the first answer settles the ask.
    public var quorum: AskQuorum?
    /// Whether one no settles the ask.
    public var hasVeto: Bool
    /// Users who are not asked, wherever they are named, such as the author of a change.
    public var excluded: [UserID]
    /// Further users, earliest first.
    public var steps: [Step]
    /// The name of the submit button that counts at the deadline; nil for ``AskOutcome/timeout``.
    public var onTimeout: String?
    /// Whether only answers count that users have signed with keys of their own. False by default.
    public var isSigned = false

    /// Whether users can undo their answer for some seconds before it is sent; false by default, since the asker waits.
    public var allowsUndo: Bool

    /// Whether no asker waits for the answer, which is read later; false by default. Otherwise the cards say so while no request
    /// waits.
    public var isDetached: Bool

    /// 1 second to 30 days.
    public static let allowedTimeout = 1...(30 * 86_400)
    /// 10 minutes.
    public static let defaultTimeout = 600
    /// The maximum number of users of an ask, those of its steps included.
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
    /// Whether both ask the same; that one of them is not waited for makes no difference.
    package func asksTheSame(as other: AskRequest) -> Bool {
        var other = other
        other.isDetached = isDetached
        return self == other
    }

    /// Whether the request names a group.
    package var namesGroups: Bool { (users + excluded + steps.flatMap(\.users)).contains(where: \.isGroup) }
}
