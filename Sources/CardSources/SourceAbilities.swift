public import Cards

/// A source that keeps a profile of the user.
public protocol ProfileSource: CardSource {
    /// The user's profile as the source has it; empty for a user of whom nothing was ever set. Throws
    /// ``SourceError``.
    func profile() async throws(SourceError) -> UserSettings
    /// Changes the fields that are set; returns the profile after it. Throws ``SourceError``.
    func updateProfile(_ settings: UserSettings) async throws(SourceError) -> UserSettings
}

/// A source that counts the cards that wait for the user.
public protocol MetricsSource: CardSource {
    /// The numbers as they are now, by stream. Throws ``SourceError``.
    func metrics() async throws(SourceError) -> UserMetrics
}

/// A source that sends notifications to devices.
public protocol DeviceSource: CardSource {
    /// Registers a device in each environment that the source has and that is asked for; returns those. Registering again
    /// changes nothing. Throws ``SourceError``.
    func registerDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment]
    /// Removes a registration; one that is not there is no error. Returns the environments it was removed from.
    /// Throws ``SourceError``.
    func deregisterDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment]
    /// Says which streams a device wants notifications of. Throws ``SourceError``.
    func registerStreams(_ registration: StreamRegistration) async throws(SourceError)
}

/// A source that passes on to the publisher what the user saw and did.
public protocol AnalyticsSink: CardSource {
    /// Records that are sent again count once, by their id, so that a batch whose answer was lost is simply repeated.
    ///
    /// - Parameter records: 500 at most.
    /// - Throws: ``SourceError``. A refusal of reason ``SourceRefusal/Reason/invalid`` means that one of them can never be taken.
    func sendAnalytics(_ records: [AnalyticsRecord]) async throws(SourceError) -> AnalyticsReceipt
}

/// A source that passes on events of the host program's own.
public protocol EventSink: CardSource {
    /// The same id again counts once. Throws ``SourceError``.
    func sendEvent(_ event: CustomEvent) async throws(SourceError)
}

/// A request of a source, and how it ended: for logs, and for the event `request-failed`.
public struct RequestReport: Hashable, Sendable {
    /// What was asked for.
    public enum Purpose: Hashable, Sendable {
        /// A snapshot, or changes.
        case cards
        /// A live feed.
        case live
        /// An action of the user.
        case action
        /// A file.
        case file
        /// Records of what the user saw and did.
        case analytics
        /// A profile, a device, an event, numbers.
        case account
    }

    /// What was asked for.
    public var purpose: Purpose
    /// Where it went, without what follows a `?`.
    public var path: String
    /// The stream that it was about; nil where it was about none or several.
    public var streamID: StreamID?
    /// The card that it was about; nil where it was about none.
    public var cardID: CardID?
    /// Nil where it was answered as it should be.
    public var error: SourceError?

    /// See the properties.
    public init(
        _ purpose: Purpose, path: String, streamID: StreamID? = nil, cardID: CardID? = nil, error: SourceError? = nil
    ) {
        self.purpose = purpose
        self.path = path
        self.streamID = streamID
        self.cardID = cardID
        self.error = error
    }
}

/// A source that reports its requests.
public protocol RequestReporting: CardSource {
    /// The same source, which calls `onRequest` when a request has ended, from any thread.
    func reporting(_ onRequest: @escaping @Sendable (RequestReport) -> Void) -> any CardSource
}
