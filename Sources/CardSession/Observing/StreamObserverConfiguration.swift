public import Cards

/// How a stream is observed (Atomic SwiftUI SDK guide 25.4, "API-driven card containers", "Configuration options").
public struct StreamObserverConfiguration: Sendable {
    /// The most cards one delivery holds unless told otherwise.
    public static let defaultLimit = 500

    /// Seconds between two looks while the server cannot push; 15 by default. 0 looks once, and else at least 1;
    /// more than 366 days count as that.
    public var refreshInterval = 15.0
    /// Which cards are wanted: those that meet all; none, the default, is all cards.
    public var filters: [CardFilter] = []
    /// The most cards of a delivery, from the top of the stream; by default ``defaultLimit``.
    public var limit = defaultLimit
    /// Gives runtime variables their values: takes cards that have some, gives them back after
    /// `Card.resolveRuntimeVariable(name:value:)`. Without it, and for what is missing in its answer, the
    /// defaults show.
    public var onRuntimeVariablesRequested: (@Sendable ([Card]) async -> [Card])?
    /// Seconds that the answer is waited for; 5 by default, not negative, 366 days at most. Then all
    /// defaults show.
    public var variableResolutionTimeout = RuntimeVariableSource.defaultTimeout
    /// Whether the publisher is told of the resolved values, by the event `runtime-vars-updated`; off by default. Who
    /// observes the session's events is told in any case.
    public var sendsRuntimeVariableAnalytics = false

    /// See the properties.
    public init(
        refreshInterval: Double = 15, filters: [CardFilter] = [], limit: Int = defaultLimit,
        variableResolutionTimeout: Double = RuntimeVariableSource.defaultTimeout,
        sendsRuntimeVariableAnalytics: Bool = false,
        onRuntimeVariablesRequested: (@Sendable ([Card]) async -> [Card])? = nil
    ) {
        self.refreshInterval = refreshInterval
        self.filters = filters
        self.limit = limit
        self.variableResolutionTimeout = variableResolutionTimeout
        self.sendsRuntimeVariableAnalytics = sendsRuntimeVariableAnalytics
        self.onRuntimeVariablesRequested = onRuntimeVariablesRequested
    }

    package func check() throws(RequestError) {
        guard refreshInterval == 0 || (refreshInterval >= 1 && refreshInterval.isFinite) else {
            throw .invalidArgument("the refresh interval is 0, or at least 1 second")
        }
        guard limit > 0 else { throw .invalidArgument("the limit is at least 1 card") }
        guard variableResolutionTimeout >= 0, variableResolutionTimeout.isFinite else {
            throw .invalidArgument("the time for runtime variables must not be negative")
        }
    }

    /// The host's handler as a source of values; nil without one.
    var variables: RuntimeVariableSource? {
        onRuntimeVariablesRequested.map { resolve in
            RuntimeVariableSource(timeout: variableResolutionTimeout) { cards in
                let defaults = Dictionary(cards.map { ($0.id, $0.body.variables) }) { first, _ in first }
                var values: RuntimeVariableSource.Values = [:]
                for card in await resolve(cards) {
                    for variable in card.body.variables
                    where defaults[card.id]?.contains(variable) == false {
                        values[card.id, default: [:]][variable.name] = variable.defaultValue
                    }
                }
                return values
            }
        }
    }
}
