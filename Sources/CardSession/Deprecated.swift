public import Cards

// Names of earlier versions.

@available(*, deprecated, renamed: "CardSession.Connection")
@_documentation(visibility: internal)
public typealias Connection = CardSession.Connection

extension CardAction {
    @available(*, deprecated, renamed: "cardID")
    @_documentation(visibility: internal)
    public var card: CardID {
        get { cardID }
        set { cardID = newValue }
    }

    @available(*, deprecated, renamed: "streamID")
    @_documentation(visibility: internal)
    public var stream: StreamID {
        get { streamID }
        set { streamID = newValue }
    }
}

extension CardCount {
    @available(*, deprecated, renamed: "streamID")
    @_documentation(visibility: internal)
    public var stream: StreamID {
        get { streamID }
        set { streamID = newValue }
    }

    @available(*, deprecated, renamed: "init(streamID:visible:total:)")
    @_documentation(visibility: internal)
    public init(stream: StreamID, visible: Int, total: Int) {
        self.init(streamID: stream, visible: visible, total: total)
    }
}

extension OutgoingFile {
    @available(*, deprecated, renamed: "cardID")
    @_documentation(visibility: internal)
    public var card: CardID {
        get { cardID }
        set { cardID = newValue }
    }

    @available(*, deprecated, renamed: "streamID")
    @_documentation(visibility: internal)
    public var stream: StreamID {
        get { streamID }
        set { streamID = newValue }
    }

    @available(
        *, deprecated, renamed: "init(cardID:streamID:bucketID:path:filename:format:size:identity:)"
    )
    @_documentation(visibility: internal)
    public init(
        card: CardID, stream: StreamID, bucketID: String, path: String, filename: String, format: FileFormat,
        size: Int, identity: String? = nil
    ) {
        self.init(
            cardID: card, streamID: stream, bucketID: bucketID, path: path, filename: filename, format: format,
            size: size, identity: identity)
    }
}

extension CardSession {
    @available(*, deprecated, renamed: "setVisibleLimit(_:in:)")
    @_documentation(visibility: internal)
    public func setVisibleLimit(_ limit: Int?, of stream: StreamID) { setVisibleLimit(limit, in: stream) }

    @available(*, deprecated, renamed: "cardIDs(in:matching:between:)")
    @_documentation(visibility: internal)
    public func cards(
        in stream: StreamID, through filter: FeedFilter = FeedFilter(), between ends: (CardID, CardID)? = nil
    ) async throws(SessionError) -> Set<CardID> {
        try await cardIDs(in: stream, matching: filter, between: ends)
    }
}

extension CardSession {
    @available(*, deprecated, renamed: "minimumEventFlushInterval")
    @_documentation(visibility: internal)
    public static var leastEventFlushInterval: Duration { minimumEventFlushInterval }
}

extension StreamSnapshot {
    @available(*, deprecated, renamed: "isTruncated")
    @_documentation(visibility: internal)
    public var isCut: Bool {
        get { isTruncated }
        set { isTruncated = newValue }
    }

    @available(*, deprecated, renamed: "init(cards:totalCount:isTruncated:problem:)")
    @_documentation(visibility: internal)
    public init(cards: [Card] = [], totalCount: Int = 0, isCut: Bool, problem: RequestError? = nil) {
        self.init(cards: cards, totalCount: totalCount, isTruncated: isCut, problem: problem)
    }
}
