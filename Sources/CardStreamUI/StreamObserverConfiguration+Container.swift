public import CardSession
public import Cards

extension StreamObserverConfiguration {
    /// The interval, filters and settings for runtime variables of a container, to observe its stream without showing it (Atomic
    /// SwiftUI SDK guide 25.4, "Configuration options"). ``ContainerConfiguration/search`` has no counterpart here.
    ///
    /// - Parameters:
    ///   - containerConfiguration: Of a container.
    ///   - onRuntimeVariablesRequested: See the property; a container gets its own as it is made.
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
