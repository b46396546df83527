public import Cards

/// A finished request of a source and its outcome, for logs and for the event `request-failed`.
public struct RequestReport: Hashable, Sendable {
    /// The purpose of a request.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Purpose: Hashable, Sendable {
        /// A snapshot or changes.
        case cards
        /// A live feed.
        case live
        /// An action of the user.
        case action
        /// An uploaded file.
        case file
        /// A page of a card.
        case page
        /// Analytics records.
        case analytics
        /// A profile, a device, an event or metrics.
        case account
    }

    /// The purpose of the request.
    public var purpose: Purpose
    /// The path of the request, without its query.
    public var path: String
    /// The stream that the request concerns; nil for none or several.
    public var streamID: StreamID?
    /// The card that the request concerns; nil for none.
    public var cardID: CardID?
    /// The error; nil on success.
    public var error: SourceError?

    /// Creates a report from its properties.
    public init(
        _ purpose: Purpose, path: String, streamID: StreamID? = nil, cardID: CardID? = nil, error: SourceError? = nil
    ) {
        self.purpose = purpose
        self.path = path
        self.streamID = streamID
        self.cardID = cardID
        self.error = error
    }
}

/// A source that reports its requests.
public protocol RequestReporting: CardSource {
    /// Returns the same source, which calls `onRequest` from any thread when a request has ended.
    func reporting(_ onRequest: @escaping @Sendable (RequestReport) -> Void) -> any CardSource
}
