public import struct Foundation.Date

/// What a viewer tells the publisher of what its user saw and did: one line of the analytics that the server collects
/// and exports (Atomic, "Extracting analytics"; names as in "Observing SDK events" of the SwiftUI SDK guide 25.4).
///
/// The server adds who the user is, from the token, and when it came. It counts a record once by its ``id``, however
/// often it is sent.
public struct AnalyticsRecord: Hashable, Sendable, Identifiable {
    /// Made by the client, unique for good; best a random UUID. 1 to 128 bytes.
    public var id: String
    /// What happened: `card-displayed`, `user-redirected`. Small letters, digits and `-`, 1 to 64 bytes.
    public var name: String
    /// When, by the client's clock, to the millisecond.
    public var at: Date
    /// The same time as the user's wall clock showed it: RFC 3339 with an offset. Nil where the client cannot tell.
    public var localTimestamp: String?
    /// The stream it happened in; nil for what belongs to none, such as `sdk-initialized`.
    public var streamID: StreamID?
    /// For what concerns several streams, such as `request-failed`. Empty by default.
    public var streamIDs: [StreamID]
    /// What the container showed at the time.
    public var stream: StreamContext?
    /// The card it happened to.
    public var card: CardContext?
    /// What else the event has, by the names of the Atomic documents: `values`, `url`, `reason`. Empty by default.
    public var properties: JSONObject
    /// What the host says of itself with every record: texts, numbers and truth values. Empty by default.
    public var hostContext: JSONObject
    /// The version of the program it happened in, see ``clientAppVersionLimit``; nil where that is not told.
    public var clientAppVersion: String?

    /// Characters of a program's version, at most (Atomic SwiftUI SDK guide 25.4, "Setting the version of the client app").
    public static let clientAppVersionLimit = 128

    /// A container at the time of an event.
    public struct StreamContext: Hashable, Sendable {
        /// How many cards the stream had.
        public var length: Int
        /// How many of them were in sight.
        public var visible: Int
        /// The card's place among them, from 0; nil for an event of no card.
        public var position: Int?
        /// How the container shows its cards; nil where that is not known.
        public var mode: DisplayMode?

        /// See the properties.
        public init(length: Int, visible: Int, position: Int? = nil, mode: DisplayMode? = nil) {
            self.length = length
            self.visible = visible
            self.position = position
            self.mode = mode
        }
    }

    /// How a container shows its cards.
    public enum DisplayMode: String, Hashable, Sendable, CaseIterable {
        /// A vertical list.
        case stream
        /// A horizontal row.
        case horizon
        /// Only the first card.
        case single
        /// One card over everything else.
        case modal
    }

    /// A card at the time of an event.
    public struct CardContext: Hashable, Sendable {
        /// The card.
        public var id: CardID
        /// Where it was in its life; nil where that is not known.
        public var status: CardStatus?
        /// Which of its pages showed; nil where that is not known.
        public var viewState: ViewState?
        /// How it was shown; nil where that is not known.
        public var presentation: Presentation?

        /// See the properties.
        public init(
            id: CardID, status: CardStatus? = nil, viewState: ViewState? = nil, presentation: Presentation? = nil
        ) {
            self.id = id
            self.status = status
            self.viewState = viewState
            self.presentation = presentation
        }
    }

    /// Which layout of a card was shown.
    public enum ViewState: String, Hashable, Sendable, CaseIterable { case topview, subview }

    /// Whether a card stood for itself or for several.
    public enum Presentation: String, Hashable, Sendable, CaseIterable { case individual, bundle }

    /// See the properties.
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
            throw InvalidField("/eventName", expected: "1 to 64 small letters, digits and \"-\"")
        }
        if let localTimestamp, Date(rfc3339: localTimestamp) == nil {
            throw InvalidField(
                "/eventContext/userLocalTimestamp", expected: "an RFC 3339 time such as 2026-11-21T22:30:00+13:00")
        }
        for (value, name) in [
            (stream?.length, "streamLength"), (stream?.visible, "streamLengthVisible"),
            (stream?.position, "cardPositionInStream"),
        ] where value.map({ $0 < 0 }) == true {
            throw InvalidField("/streamContext/\(name)", expected: "a number from 0")
        }
        if let pointer = JSONValue.object(properties).pointer(deeperThan: CardLimits.depth) {
            throw InvalidField("/properties" + pointer, expected: JSONValue.depthExpectation)
        }
        try InvalidField.check(flat: hostContext, "/hostContext", most: 64)
        if let clientAppVersion, !(1...Self.clientAppVersionLimit).contains(clientAppVersion.count) {
            throw InvalidField(
                "/sdkContext/clientAppVersion", expected: "1 to \(Self.clientAppVersionLimit) characters")
        }
    }
}

/// What the server made of a batch of records. All of them are done with: none needs to be sent again.
public struct AnalyticsReceipt: Hashable, Sendable {
    /// Records that are on the server's disk by this batch.
    public var accepted: Int
    /// Records that were there before.
    public var duplicates: Int
    /// Records that the server cannot take, now or later.
    public var refused: [Refusal]

    /// A record that is not valid, and why.
    public struct Refusal: Hashable, Sendable {
        /// Its place in the batch, from 0.
        public var index: Int
        /// Nil where it has none that can be read.
        public var id: String?
        /// A JSON pointer into the batch.
        public var pointer: String?
        /// What belongs there.
        public var expected: String?
        /// What is wrong with it, for people.
        public var detail: String?

        /// See the properties.
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

    /// See the properties.
    public init(accepted: Int, duplicates: Int = 0, refused: [Refusal] = []) {
        self.accepted = accepted
        self.duplicates = duplicates
        self.refused = refused
    }
}
