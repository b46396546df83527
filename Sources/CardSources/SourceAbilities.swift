public import Cards

/// A source that keeps a profile of the user.
public protocol ProfileSource: CardSource {
    /// The user's profile; empty if nothing was ever set. Throws ``SourceError``.
    func profile() async throws(SourceError) -> UserSettings
    /// Changes the fields that are set and returns the updated profile. Throws ``SourceError``.
    func updateProfile(_ settings: UserSettings) async throws(SourceError) -> UserSettings
}

/// A source whose publisher says what streams look like.
public protocol ThemeSource: CardSource {
    /// The theme of a stream.
    ///
    /// - Parameter tag: ``StreamTheme/tag`` of the theme that is known; nil for none.
    /// - Returns: Nil if the theme with this tag is still the stream's.
    /// - Throws: ``SourceError``; the theme that is known stays.
    func theme(of stream: StreamID, unless tag: String?) async throws(SourceError) -> StreamTheme?
}

/// A source that counts the user's cards.
public protocol MetricsSource: CardSource {
    /// The current numbers by stream. Throws ``SourceError``.
    func metrics() async throws(SourceError) -> UserMetrics
}

/// A source that sends notifications to devices.
public protocol DeviceSource: CardSource {
    /// Registers a device in the requested environments that the source has, and returns those. Idempotent. Throws
    /// ``SourceError``.
    func registerDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment]
    /// Removes a registration and returns the environments it was removed from; a missing registration is no error.
    /// Throws ``SourceError``.
    func deregisterDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment]
    /// Sets the streams that a device wants notifications of. Throws ``SourceError``.
    func registerStreams(_ registration: StreamRegistration) async throws(SourceError)
}

/// A source that forwards analytics to the publisher.
public protocol AnalyticsSink: CardSource {
    /// Records count once by their id, so that a batch whose answer was lost can be sent again.
    ///
    /// - Parameter records: At most 500.
    /// - Throws: ``SourceError``. A refusal with reason ``SourceRefusal/Reason/invalid`` means that a record can never
    ///   be accepted.
    func sendAnalytics(_ records: [AnalyticsRecord]) async throws(SourceError) -> AnalyticsReceipt
}

/// A source that is told what the user has read, for read receipts.
public protocol ReadSink: CardSource {
    /// The user has read a card as it was delivered last: the user went into it, and it was visible for half a second.
    /// A card that is only on the screen is not read. Called again when the card has changed, also without a connection.
    func markRead(_ card: CardID, in stream: StreamID) async
}

/// A source that shows others that the user is typing, as chats do. It says so by ``SourceCapabilities/tellsTyping``.
public protocol TypingSink: CardSource {
    /// The user is typing into a text field of a card. Called with each change, so the source limits how often it sends.
    ///
    /// - Parameter field: The name of the input; nil when what was typed was sent or removed.
    func setTyping(into field: String?, of card: CardID, in stream: StreamID) async
}

/// A source in which the user can start conversations. It says so by ``SourceCapabilities/startsConversations``.
public protocol ConversationStarter: CardSource {
    /// Starts a conversation of the user with others. Not repeated: where the answer is lost, it may have been started.
    ///
    /// - Parameters:
    ///   - name: Not empty.
    ///   - people: As the user knows them: ids or names.
    /// - Returns: The card of the conversation.
    /// - Throws: ``SourceError``. A refusal with reason ``SourceRefusal/Reason/badAction`` says who is not known.
    func startConversation(
        named name: String, with people: [String], in stream: StreamID
    ) async throws(SourceError) -> CardID
}

/// A source that takes part when the user opens links in the texts of its cards, as to count the clicks. It says so by
/// ``SourceCapabilities/followsLinks``.
public protocol LinkFollower: CardSource {
    /// The user opens a link in a text of a card. Links of buttons are not told.
    ///
    /// - Returns: The address for a browser.
    /// - Throws: ``SourceError``; the link itself is opened then.
    func follow(_ link: String, of card: CardID, in stream: StreamID) async throws(SourceError) -> String
}

/// A source that keeps something for actions until it performs them, such as files.
public protocol UnperformedActionSink: CardSource {
    /// Actions that carry values have ended, and ``CardSource/perform(_:)`` is not called for them again: the user took
    /// them back or gave them up, or their card ended. Called on this machine only, and not for what a logout removes. The
    /// last attempt may have arrived although it failed.
    func actionsEnded(_ actions: [ActionRequest]) async
}

/// A source that forwards custom events of the host program.
public protocol EventSink: CardSource {
    /// Sends an event; events with the same id count once. Throws ``SourceError``.
    func sendEvent(_ event: CustomEvent) async throws(SourceError)
}

/// A source whose user is known only when it connects. A session that has stored cards of another user of the source then
/// removes them.
public protocol UserReporting: CardSource {
    /// Returns the same source, which calls `admit` once it knows its user, and again for another one, before it returns
    /// or sends anything of that user's. What `admit` throws, the call throws.
    ///
    /// - Parameter admit: Is given the user and the origin of the cards, as "ana at example.com".
    func reportingUser(
        to admit: @escaping @Sendable (_ user: String) async throws(SourceError) -> Void
    ) -> any CardSource
}
