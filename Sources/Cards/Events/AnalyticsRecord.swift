public import struct Foundation.Date

/// An analytics record for the publisher about what a user saw and did. The server collects and exports records
/// (Atomic, "Extracting analytics"; names as in "Observing SDK events" of the SwiftUI SDK guide 25.4).
///
/// The server adds the user, taken from the token, and the time of arrival. It counts a record once by its ``id``.
public struct AnalyticsRecord: Hashable, Sendable, Identifiable {
    /// Chosen by the client, globally unique and never reused; preferably a random UUID. 1 to 128 bytes.
    public var id: String
    /// The event's name: `card-displayed`, `user-redirected`. Lowercase letters, digits and `-`, 1 to 64 bytes.
    public var name: String
    /// The time of the event by the client's clock, to the millisecond.
    public var at: Date
    /// The same time in the user's time zone: RFC 3339 with an offset. Nil if the client does not know it.
    public var localTimestamp: String?
    /// The stream of the event; nil for events without one, such as `sdk-initialized`.
    public var streamID: StreamID?
    /// The streams of an event that concerns several, such as `request-failed`. Empty by default.
    public var streamIDs: [StreamID]
    /// The state of the container at the time.
    public var stream: StreamContext?
    /// The card of the event.
    public var card: CardContext?
    /// Further properties by the names of the Atomic documents: `values`, `url`, `reason`. Empty by default.
    public var properties: JSONObject
    /// The host's properties for every record: texts, numbers and booleans. Empty by default.
    public var hostContext: JSONObject
    /// The version of the host program, see ``clientAppVersionLimit``; nil if not set.
    public var clientAppVersion: String?

    /// The maximum length of a program's version in characters (Atomic SwiftUI SDK guide 25.4, "Setting the version of
    /// the client app").
    public static let clientAppVersionLimit = 128

    /// The state of a container at the time of an event.
    public struct StreamContext: Hashable, Sendable, Codable {
        /// The number of cards in the stream.
        public var length: Int
        /// The number of visible cards.
        public var visible: Int
        /// The card's index among them, from 0; nil for an event without a card.
        public var position: Int?
        /// The layout of the container; nil if not known.
        public var mode: DisplayMode?

        /// Creates an instance with these properties.
        public init(length: Int, visible: Int, position: Int? = nil, mode: DisplayMode? = nil) {
            self.length = length
            self.visible = visible
            self.position = position
            self.mode = mode
        }
    }

    /// The layout of a container.
    public enum DisplayMode: String, Hashable, Sendable, Codable, CaseIterable {
        /// A vertical list.
        case stream
        /// A horizontal row.
        case horizon
        /// Only the first card.
        case single
        /// One card over everything else.
        case modal
    }

    /// The state of a card at the time of an event.
    public struct CardContext: Hashable, Sendable, Codable {
        /// The card.
        public var id: CardID
        /// The card's status; nil if not known.
        public var status: CardStatus?
        /// The layout that was shown; nil if not known.
        public var viewState: ViewState?
        /// How the card was presented; nil if not known.
        public var presentation: Presentation?

        /// Creates an instance with these properties.
        public init(
            id: CardID, status: CardStatus? = nil, viewState: ViewState? = nil, presentation: Presentation? = nil
        ) {
            self.id = id
            self.status = status
            self.viewState = viewState
            self.presentation = presentation
        }
    }

    /// The layout of a card that was shown.
    public enum ViewState: String, Hashable, Sendable, Codable, CaseIterable { case topview, subview }

    /// Whether a card was shown individually or as part of a batch.
    public enum Presentation: String, Hashable, Sendable, Codable, CaseIterable { case individual, bundle }

    /// Creates an instance with these properties.
    public init(
        id: String, name: String, at: Date, localTimestamp: String? = nil, streamID: StreamID? = nil,
        streamIDs: [StreamID] = [], stream: StreamContext? = nil, card: CardContext? = nil,
        properties: JSONObject = JSONObject(), hostContext: JSONObject = JSONObject(),
        clientAppVersion: String? = nil
    ) {
        self.id = id
        self.name = name
        self.at = at
        self.localTimestamp = localTimestamp
        self.streamID = streamID
        self.streamIDs = streamIDs
        self.stream = stream
        self.card = card
        self.properties = properties
        self.hostContext = hostContext
        self.clientAppVersion = clientAppVersion
    }

    /// - Throws: ``InvalidField`` with a pointer into the record's JSON.
    public func validate() throws(InvalidField) {
        _ = try RecordID(id, at: "/id")
        let isName = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
        }
        guard (1...64).contains(name.utf8.count), isName else {
            throw InvalidField("/eventName", expected: "from 1 to 64 lowercase letters, digits and \"-\"")
        }
        if let localTimestamp, Date(rfc3339: localTimestamp) == nil {
            throw InvalidField(
                "/eventContext/userLocalTimestamp", expected: "an RFC 3339 time such as 2026-11-21T22:30:00+13:00")
        }
        for (value, name) in [
            (stream?.length, "streamLength"), (stream?.visible, "streamLengthVisible"),
            (stream?.position, "cardPositionInStream"),
        ] where value.map({ $0 < 0 }) == true {
            throw InvalidField("/streamContext/\(name)", expected: "a number of at least 0")
        }
        if let pointer = JSONValue.object(properties).pointer(deeperThan: CardLimits.depth) {
            throw InvalidField("/properties" + pointer, expected: JSONValue.depthExpectation)
        }
        try InvalidField.check(flat: hostContext, "/hostContext", most: 64)
        if let clientAppVersion, !(1...Self.clientAppVersionLimit).contains(clientAppVersion.count) {
            throw InvalidField(
                "/sdkContext/clientAppVersion", expected: "from 1 to \(Self.clientAppVersionLimit) characters")
        }
    }
}

/// The server's result for a batch of records. All records are settled: none needs to be sent again.
public struct AnalyticsReceipt: Hashable, Sendable {
    /// The number of records that this batch added.
    public var accepted: Int
    /// The number of records that the server already had.
    public var duplicates: Int
    /// Records that the server can never accept.
    public var refused: [Refusal]

    /// An invalid record and the reason.
    public struct Refusal: Hashable, Sendable {
        /// The record's index in the batch, from 0.
        public var index: Int
        /// The record's id; nil if it has none that can be read.
        public var id: String?
        /// A JSON pointer into the batch.
        public var pointer: String?
        /// The value that was expected there.
        public var expected: String?
        /// A description of the problem, for display.
        public var detail: String?

        /// Creates an instance with these properties.
        public init(
            index: Int, id: String? = nil, pointer: String? = nil, expected: String? = nil, detail: String? = nil
        ) {
            self.index = index
            self.id = id
            self.pointer = pointer
            self.expected = expected
            self.detail = detail
        }
    }

    /// Creates an instance with these properties.
    public init(accepted: Int, duplicates: Int = 0, refused: [Refusal] = []) {
        self.accepted = accepted
        self.duplicates = duplicates
        self.refused = refused
    }
}
