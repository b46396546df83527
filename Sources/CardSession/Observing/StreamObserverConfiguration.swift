import Basics
public import Cards

/// Options for observing a stream (Atomic SwiftUI SDK guide 25.4, "API-driven card containers", "Configuration
/// options").
public struct StreamObserverConfiguration: Sendable {
    /// The default maximum number of cards in one update.
    public static let defaultLimit = 500

    /// The polling interval while the server cannot push: 15 seconds by default, 366 days at most. Zero loads the
    /// stream once. Other values below one second count as one second, as the SDK guide documents.
    public var refreshInterval = Duration.seconds(15)
    /// Only cards that match all filters are delivered; none, the default, delivers all cards.
    public var filters: [CardFilter] = []
    /// The maximum number of cards in an update, from the top of the stream; ``defaultLimit`` by default.
    public var limit = defaultLimit
    /// Resolves runtime variables: receives cards that have some, and returns them after
    /// `Card.resolveRuntimeVariable(name:value:)`. Defaults are used without it and for values it does not set.
    public var onRuntimeVariablesRequested: (@Sendable ([Card]) async -> [Card])?
    /// How long to wait for the values before all defaults are used; 5 seconds by default, not negative, 366 days at most.
    public var variableResolutionTimeout = RuntimeVariableSource.defaultTimeout
    /// Whether resolved values are sent to the publisher as the event `runtime-vars-updated`; off by default. Observers
    /// of events get this event in any case.
    public var sendsRuntimeVariableAnalytics = false

    /// Creates a configuration from its properties.
    public init(
        refreshInterval: Duration = .seconds(15), filters: [CardFilter] = [], limit: Int = defaultLimit,
        variableResolutionTimeout: Duration = RuntimeVariableSource.defaultTimeout,
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

    /// The effective ``refreshInterval`` in seconds.
    package var pollingInterval: Double { refreshInterval == .zero ? 0 : max(1, refreshInterval.seconds) }

    package func check() throws(RequestError) {
        guard limit > 0 else { throw .invalidArgument("the limit must be at least 1 card") }
        guard variableResolutionTimeout >= .zero else {
            throw .invalidArgument("the time limit for runtime variables must not be negative")
        }
    }

    /// The handler as a source of values; nil if there is none.
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
