import Basics
public import Cards

public import struct Foundation.Date

// Calls of earlier versions, which took seconds as numbers.

extension Duration {
    /// Converts seconds of the deprecated calls. Limits them to the range of valid and just invalid values; NaN counts
    /// as negative.
    fileprivate init(formerly seconds: Double) {
        self = .seconds(seconds.isNaN ? -1 : max(-1, min(seconds, 2 * .longestWait)))
    }
}

extension CardAction {
    @available(*, deprecated, message: "use a Duration", renamed: "snooze(_:in:for:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func snooze(_ card: CardID, in stream: StreamID, seconds: Double) -> CardAction {
        .snooze(card, in: stream, for: Duration(formerly: seconds))
    }
}

extension CardAction.Kind {
    @available(*, deprecated, message: "use a Duration", renamed: "snooze(for:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func snooze(seconds: Double) -> CardAction.Kind { .snooze(for: Duration(formerly: seconds)) }
}

extension CardSession {
    @available(*, deprecated, message: "use a Duration", renamed: "responseTime")
    @_documentation(visibility: internal)
    public static let answerTime = responseTime.seconds

    @available(
        *, deprecated, message: "use a Duration, such as .seconds(30); enqueue(_:undoWindow:from:) does not wait"
    )
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func perform(
        _ action: CardAction, within seconds: Double?, from origin: ResponseOrigin = ResponseOrigin()
    ) async throws -> ActionOutcome {
        if let seconds { return try await perform(action, within: Duration(formerly: seconds), from: origin) }
        try await enqueue(action, from: origin)
        return .queued
    }

    @available(*, deprecated, message: "use enqueue(_:undoWindow:from:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func respond(
        to card: CardID, in stream: StreamID, with response: CardResponse, undoWindow: Double = 0,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Date {
        try await respond(
            to: card, in: stream, with: response, undoWindow: Duration(formerly: undoWindow), from: origin)
    }

    @available(*, deprecated, message: "use enqueue(_:onAll:in:undoWindow:from:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func respond(
        toAll cards: [CardID], in stream: StreamID, with response: CardResponse, undoWindow: Double = 0,
        from origin: ResponseOrigin = ResponseOrigin()
    ) async throws(SessionError) -> Int {
        try await respond(
            toAll: cards, in: stream, with: response, undoWindow: Duration(formerly: undoWindow), from: origin)
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func sendHeld(within seconds: Double) async throws(SessionError) {
        try await sendHeld(within: Duration(formerly: seconds))
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func logout(deregisterNotifications: Bool = false, within seconds: Double) async throws {
        try await logout(deregisterNotifications: deregisterNotifications, within: Duration(formerly: seconds))
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(30)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func setEventFlushInterval(_ seconds: Double) async throws(RequestError) {
        try await setEventFlushInterval(Duration(formerly: seconds))
    }

    @available(*, deprecated, message: "use a Duration", renamed: "cardCount(in:filters:within:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func cardCount(
        of stream: StreamID, filters: [CardFilter] = [], within seconds: Double = 10
    ) async throws -> Int {
        try await cardCount(in: stream, filters: filters, within: Duration(formerly: seconds))
    }

    @available(*, deprecated, message: "use a Duration", renamed: "cardCounts(in:interval:filters:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func cardCounts(
        of stream: StreamID, interval: Double = 15, filters: [CardFilter] = []
    ) throws(RequestError) -> AsyncStream<Result<Int, RequestError>> {
        try cardCounts(in: stream, interval: Duration(formerly: interval), filters: filters)
    }

    @available(*, deprecated, message: "use a Duration", renamed: "observeCardCount(in:interval:filters:handler:)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func observeCardCount(
        of stream: StreamID, interval: Double = 15, filters: [CardFilter] = [],
        handler: @escaping @Sendable (Result<Int, RequestError>) -> Void
    ) throws(RequestError) -> ObservationToken {
        try observeCardCount(
            in: stream, interval: Duration(formerly: interval), filters: filters, handler: handler)
    }
}

extension CardSession.Connection.Delivery {
    @available(*, deprecated, message: "use a Duration, such as .seconds(15)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func push(fallbackInterval: Double) -> CardSession.Connection.Delivery {
        .push(fallbackInterval: Duration(formerly: fallbackInterval))
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(15)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func polling(interval: Double) -> CardSession.Connection.Delivery {
        .polling(interval: Duration(formerly: interval))
    }
}

extension StreamObserverConfiguration {
    @available(*, deprecated, message: "use Durations, such as .seconds(15)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        refreshInterval: Double, filters: [CardFilter] = [], limit: Int = defaultLimit,
        variableResolutionTimeout: Double = 5, sendsRuntimeVariableAnalytics: Bool = false,
        onRuntimeVariablesRequested: (@Sendable ([Card]) async -> [Card])? = nil
    ) {
        self.init(
            refreshInterval: Duration(formerly: refreshInterval), filters: filters, limit: limit,
            variableResolutionTimeout: Duration(formerly: variableResolutionTimeout),
            sendsRuntimeVariableAnalytics: sendsRuntimeVariableAnalytics,
            onRuntimeVariablesRequested: onRuntimeVariablesRequested)
    }

    @available(*, deprecated, message: "use Durations, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        filters: [CardFilter] = [], limit: Int = defaultLimit, variableResolutionTimeout: Double,
        sendsRuntimeVariableAnalytics: Bool = false,
        onRuntimeVariablesRequested: (@Sendable ([Card]) async -> [Card])? = nil
    ) {
        self.init(
            filters: filters, limit: limit, variableResolutionTimeout: Duration(formerly: variableResolutionTimeout),
            sendsRuntimeVariableAnalytics: sendsRuntimeVariableAnalytics,
            onRuntimeVariablesRequested: onRuntimeVariablesRequested)
    }
}

extension RuntimeVariableSource {
    @available(*, deprecated, message: "use a Duration, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(timeout: Double, handler: @escaping @Sendable ([Card]) async -> Values) {
        self.init(timeout: Duration(formerly: timeout), handler: handler)
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        timeout: Double, values: [String: String], command: String? = nil,
        onFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(timeout: Duration(formerly: timeout), values: values, command: command, onFailure: onFailure)
    }

    @available(*, deprecated, message: "use a Duration, such as .seconds(5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func values(for cards: [Card], within seconds: Double) async -> Values {
        await values(for: cards, within: Duration(formerly: seconds))
    }
}
