/// An event as reported by the code that detects it, without id, time and user, which the session adds.
public struct EventReport: Hashable, Sendable, Codable {
    /// What happened.
    public var detail: SDKEvent.Detail
    /// The stream of the event; nil for events without one.
    public var streamID: StreamID?
    /// The streams of an event that concerns several, such as `request-failed`. Empty by default.
    public var streamIDs: [StreamID]
    /// The state of the container at the time; nil if nothing was shown.
    public var stream: AnalyticsRecord.StreamContext?
    /// The card of the event; nil for none.
    public var card: AnalyticsRecord.CardContext?
    /// The page of the card on which it happened; the card's own content by default.
    public var view: CardView

    /// A page of a card (`cardViewState`, `subviewId`, `subviewLevel`, `subviewTitle`).
    public struct CardView: Hashable, Sendable, Codable {
        /// Nil for the card's own content.
        public var subviewID: String?
        /// The subview's heading.
        public var subviewTitle: String?
        /// 0 for the card's own content, 1 for a subview.
        public var subviewLevel: Int { subviewID == nil ? 0 : 1 }

        /// The card's own content.
        public static let own = CardView()

        /// Creates an instance with these properties.
        public init(subviewID: String? = nil, subviewTitle: String? = nil) {
            self.subviewID = subviewID
            self.subviewTitle = subviewTitle
        }
    }

    /// Creates an instance with these properties.
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

    /// Creates an event of a visible, active card on the page of `view`.
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

    /// Whether the publisher gets the event: depends on its kind, and for values of variables on the configuration.
    public var isAnalytics: Bool {
        if case .runtimeVarsUpdated(_, let isSent) = detail { return isSent }
        return detail.kind.isAnalytics
    }
}

/// Where an answer to a card was given, for the publisher's analytics.
public struct ResponseOrigin: Hashable, Sendable {
    /// The control that the user used; unknown by default.
    public var source: SDKEvent.ActionSource
    /// The state of the container; nil, the default, if nothing was shown.
    public var stream: AnalyticsRecord.StreamContext?
    /// The page of the card that was shown; the card's own content by default.
    public var view: EventReport.CardView
    /// The host's values of runtime variables by card and name, used for card titles in the history. Empty by default,
    /// which uses the cards' defaults.
    public var variables: [CardID: [String: String]]
    /// The proofs of answers to cards that belong to a question, by card. Empty by default.
    public var proofs: [CardID: AnswerProof]
    /// The form values that the user entered for a reply, in the viewer's own format. They stay on this machine and
    /// return to the form if the reply is discarded. Empty by default.
    package var entered: JSONObject = [:]

    /// Creates an instance with these properties.
    public init(
        source: SDKEvent.ActionSource = .unknown, stream: AnalyticsRecord.StreamContext? = nil,
        view: EventReport.CardView = .own, variables: [CardID: [String: String]] = [:],
        proofs: [CardID: AnswerProof] = [:]
    ) {
        self.variables = variables
        self.proofs = proofs
        self.source = source
        self.stream = stream
        self.view = view
    }
}
