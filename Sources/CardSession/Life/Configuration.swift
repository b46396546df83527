internal import Basics
public import Cards
public import Logging

extension CardSession {
    /// Settings of a session, from its first connection on. Each can be changed later by the call that its comment names.
    public struct Configuration: Sendable {
        /// Asked about every request to the server, unless a ``CardSession/Connection`` has its own; nil, the default, allows
        /// all. See ``CardSession/setRequestPolicy(_:)``.
        public var requestPolicy: RequestPolicy?
        /// The version of the host program, which is added to every event for the publisher; "unknown" by default, and for
        /// an empty string. It is cut after 128 characters. See ``CardSession/setClientAppVersion(_:)``.
        public var clientAppVersion = CardSession.unknownClientAppVersion
        /// How changes arrive after a login: pushed by default. See ``CardSession/setAPIProtocol(_:)``.
        public var apiProtocol = APIProtocol.webSocket
        /// How long after an event a batch is sent: 30 seconds by default, at least
        /// ``CardSession/minimumEventFlushInterval``, at most 366 days. See ``CardSession/setEventFlushInterval(_:)``.
        public var eventFlushInterval = CardSession.eventFlushInterval
        /// How much the session logs: nothing by default. See ``CardSession/setDebugLevel(_:logger:)``.
        public var debugLevel = DebugLevel.off
        /// The host's logger, whose level must let the messages through; nil, the default, creates one that logs everything.
        public var logger: Logger?

        /// Creates the default configuration.
        public init() {}
    }
}

extension SessionState {
    init(_ configuration: CardSession.Configuration) {
        requestPolicy = configuration.requestPolicy
        clientAppVersion = CardSession.clientAppVersion(configuration.clientAppVersion)
        apiProtocol = configuration.apiProtocol
        flushInterval = max(configuration.eventFlushInterval, CardSession.minimumEventFlushInterval).seconds
        guard configuration.debugLevel > .off else { return }
        log = SessionLog(level: configuration.debugLevel, logger: configuration.logger ?? .lettingAllThrough)
    }
}
