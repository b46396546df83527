public import CardSession
public import Cards

extension StreamObserverConfiguration {
    /// Creates a configuration with a container's interval, filters and variable settings, to observe its stream
    /// without showing it (Atomic SwiftUI SDK guide 25.4, "Configuration options"). ``ContainerConfiguration/search``
    /// has no counterpart here.
    ///
    /// - Parameters:
    ///   - containerConfiguration: The configuration of a container.
    ///   - onRuntimeVariablesRequested: See the property; containers get theirs on creation.
    public init(
        containerConfiguration: ContainerConfiguration,
        onRuntimeVariablesRequested: (@Sendable ([Card]) async -> [Card])? = nil
    ) {
        self.init(
            refreshInterval: containerConfiguration.refreshInterval, filters: containerConfiguration.filters,
            variableResolutionTimeout: containerConfiguration.variableTimeout,
            sendsRuntimeVariableAnalytics: containerConfiguration.sendsRuntimeVariableAnalytics,
            onRuntimeVariablesRequested: onRuntimeVariablesRequested)
    }
}
