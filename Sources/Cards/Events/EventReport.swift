/// An event as whoever sees it happen tells it: without the id, the time and the user, which the session adds.
public struct EventReport: Hashable, Sendable {
    /// What happened.
    public var detail: SDKEvent.Detail
    /// The stream it happened in; nil for what belongs to none.
    public var streamID: StreamID?
    /// For what concerns several streams, such as `request-failed`. Empty by default.
    public var streamIDs: [StreamID]
    /// What the container showed at the time; nil where nothing was shown.
    public var stream: AnalyticsRecord.StreamContext?
    /// The card it happened to; nil for what is no card's.
    public var card: AnalyticsRecord.CardContext?
    /// Which page of the card it happened on; its own content by default.
    public var view: CardView

    /// A page of a card (`cardViewState`, `subviewId`, `subviewLevel`, `subviewTitle`).
    public struct CardView: Hashable, Sendable {
        /// Nil for the card's own content.
        public var subviewID: String?
        /// The subview's heading.
        public var subviewTitle: String?
        /// 0 for the card's own content, 1 for a subview.
        public var subviewLevel: Int { subviewID == nil ? 0 : 1 }

        /// The card's own content.
        public static let own = CardView()

        /// See the properties.
        public init(subviewID: String? = nil, subviewTitle: String? = nil) {
            self.subviewID = subviewID
            self.subviewTitle = subviewTitle
        }
    }

    /// See the properties.
    public init(
        _ detail: SDKEvent.Detail, streamID: StreamID? = nil, streamIDs: [StreamID] = [],
        stream: AnalyticsRecord.StreamContext? = nil, card: AnalyticsRecord.CardContext? = nil, view: CardView = .own
    ) {
        self.detail = detail
        self.streamID = streamID
        self.streamIDs = streamIDs
        self.stream = stream
        self.card = card
        self.view = view
    }

    /// An event of a card as it is shown: active, for itself, on the page of `view`.
    public init(
        _ detail: SDKEvent.Detail, of card: CardID, in streamID: StreamID,
        stream: AnalyticsRecord.StreamContext? = nil, view: CardView = .own
    ) {
        self.init(
            detail, streamID: streamID, stream: stream,
            card: AnalyticsRecord.CardContext(
                id: card, status: .active, viewState: view.subviewID == nil ? .topview : .subview,
                presentation: .individual),
            view: view)
    }

    /// Whether the publisher is told, too: by its kind, and values of variables only where that is asked for.
    public var isAnalytics: Bool {
        if case .runtimeVarsUpdated(_, let isSent) = detail { return isSent }
        return detail.kind.isAnalytics
    }
}

/// Where an answer to a card was given: goes with it to the publisher's statistics.
public struct ResponseOrigin: Hashable, Sendable {
    /// What the user answered by; unknown by default.
    public var source: SDKEvent.ActionSource
    /// What the container showed; nil, the default, where nothing was shown.
    public var stream: AnalyticsRecord.StreamContext?
    /// Which page of the card showed; its own content by default.
    public var view: EventReport.CardView
    /// The host's values that runtime variables showed, by card and then by name: the history names the card by them. Empty
    /// by default, for the cards' own defaults.
    public var variables: [CardID: [String: String]]

    /// See the properties.
    public init(
        source: SDKEvent.ActionSource = .unknown, stream: AnalyticsRecord.StreamContext? = nil,
        view: EventReport.CardView = .own, variables: [CardID: [String: String]] = [:]
    ) {
        self.variables = variables
        self.source = source
        self.stream = stream
        self.view = view
    }
}
