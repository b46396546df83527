import Basics
public import Cards

// Deprecated calls, which take seconds as numbers.

extension CordialSource {
    @available(*, deprecated, message: "use a Duration, such as .seconds(60)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public init(
        client: CordialClient, stream: StreamID = CordialSource.defaultStream, inAppStream: StreamID? = nil,
        pollInterval: Double, categories: [NotificationCategory] = []
    ) {
        self.init(
            client: client, stream: stream, inAppStream: inAppStream, pollInterval: .waiting(pollInterval),
            categories: categories)
    }
}

extension CordialInAppMessages {
    @available(*, deprecated, message: "use a Duration, such as .seconds(0.5)")
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func setDisplayDelay(_ seconds: Double) async { await setDisplayDelay(.waiting(seconds)) }
}
