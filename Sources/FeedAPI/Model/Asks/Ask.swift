public import Cards

public import struct Foundation.Date

/// A question to several users, with their answers and its result. `GET /v1/asks/{id}` with a publisher key.
///
/// JSON: `{"id","stream","title"?,"created","deadline","outcome"?,"button"?,"values"?,"by"?,"at"?,"receivedAt"?,"settled"?,
/// "byTimeout"?,"reason"?,"digest"?,"signature"?,"unattended"?,"votes":[…],"cards":[{"id","user","status","told"?,"seen"?}]}`.
/// There is no `outcome` while the ask is open.
public struct Ask: Hashable, Sendable, Identifiable {
    /// The answer of one user.
    public struct Vote: Hashable, Sendable {
        public var user: UserID
        public var cardID: CardID
        /// The name of the submit button that the user pressed.
        public var button: String
        public var isPositive: Bool
        /// The values of the card's inputs.
        public var values: JSONObject
        /// When the user pressed the button, according to the user's clock.
        public var at: Date
        /// When the answer arrived, according to the server's clock.
        public var receivedAt: Date
        /// The digest of the card that was shown, and the signature of the answer; nil if the client sent neither.
        public var proof: AnswerProof?

        public init(
            user: UserID, cardID: CardID, button: String, isPositive: Bool, values: JSONObject = [:], at: Date,
            receivedAt: Date, proof: AnswerProof? = nil
        ) {
            self.user = user
            self.cardID = cardID
            self.button = button
            self.isPositive = isPositive
            self.values = values
            self.at = at
            self.receivedAt = receivedAt
            self.proof = proof
        }
    }

    /// Why an ask ended without an answer.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The asker withdrew it.
        case withdrawn
        /// Every user dismissed the card, or too many for the quorum.
        case dismissed
    }

    /// The result of a settled ask.
    public struct Settlement: Hashable, Sendable {
        public var outcome: AskOutcome
        /// The deciding vote; nil if no vote decided.
        public var vote: Vote?
        /// The button that counts because the deadline has passed, see ``AskRequest/onTimeout``; nil if none does.
        public var timeoutButton: String?
        public var reason: Reason?
        public var at: Date

        public init(
            _ outcome: AskOutcome, vote: Vote? = nil, timeoutButton: String? = nil, reason: Reason? = nil, at: Date
        ) {
            self.outcome = outcome
            self.vote = vote
            self.timeoutButton = timeoutButton
            self.reason = reason
            self.at = at
        }

        /// The name of the button that counts: that of the deciding vote, or that for the deadline; nil if no button
        /// counts.
        public var button: String? { vote?.button ?? timeoutButton }
    }

    /// The card of one user.
    public struct Card: Hashable, Sendable {
        public var id: CardID
        public var user: UserID
        public var status: CardStatus
        /// Whether a program of the user, such as a viewer, has received the card, so that the user may have seen it.
        /// Also false if the server does not report it.
        public var isTold: Bool
        /// When the user first saw the card; nil if unknown.
        public var seenAt: Date?

        public init(id: CardID, user: UserID, status: CardStatus, isTold: Bool = false, seenAt: Date? = nil) {
            self.id = id
            self.user = user
            self.status = status
            self.isTold = isTold
            self.seenAt = seenAt
        }
    }

    public var id: AskID
    public var streamID: StreamID
    /// The headline of the card; nil if it has none.
    public var title: String?
    public var createdAt: Date
    public var deadline: Date
    /// The digest of the card; nil if the server does not report it.
    public var digest: CardDigest?
    /// Whether only answers count that the users have signed with their own keys. False by default.
    public var isSigned = false
    /// The result; nil while the ask is open.
    public var settlement: Settlement?
    /// The server's signature of the result, which `cardstream verify` checks: a JSON Web Signature in compact
    /// serialization. Nil while the ask is open, and from a server that does not sign.
    public var signature: String?
    /// The answers so far, oldest first.
    public var votes: [Vote]
    /// The cards of the users asked so far.
    public var cards: [Card]
    /// Whether no request waits for the answer, which the cards then show. False by default.
    public var isUnattended = false

    public init(
        id: AskID, streamID: StreamID, title: String? = nil, createdAt: Date, deadline: Date, digest: CardDigest? = nil,
        settlement: Settlement? = nil, signature: String? = nil, votes: [Vote] = [], cards: [Card] = []
    ) {
        self.id = id
        self.streamID = streamID
        self.title = title
        self.createdAt = createdAt
        self.deadline = deadline
        self.digest = digest
        self.settlement = settlement
        self.signature = signature
        self.votes = votes
        self.cards = cards
    }
}
