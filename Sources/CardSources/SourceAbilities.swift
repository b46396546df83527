public import Cards

/// A source that keeps a profile of the user.
public protocol ProfileSource: CardSource {
    /// The user's profile; empty if nothing was ever set. Throws ``SourceError``.
    func profile() async throws(SourceError) -> UserSettings
    /// Changes the fields that are set and returns the updated profile. Throws ``SourceError``.
    func updateProfile(_ settings: UserSettings) async throws(SourceError) -> UserSettings
}

/// A source that has the publisher's themes of streams.
public protocol ThemeSource: CardSource {
    /// The theme of a stream.
    ///
    /// - Parameter tag: ``StreamTheme/tag`` of the theme that the session has; nil for none.
    /// - Returns: The theme; nil if the stream's theme still has this tag.
    /// - Throws: ``SourceError``; the session then keeps the theme that it has.
    func theme(of stream: StreamID, unless tag: String?) async throws(SourceError) -> StreamTheme?
}

/// A source that counts the user's cards.
public protocol MetricsSource: CardSource {
    /// The current numbers by stream. Throws ``SourceError``.
    func metrics() async throws(SourceError) -> UserMetrics
}

/// A source that sends notifications to devices.
public protocol DeviceSource: CardSource {
    /// Registers a device in those requested environments that the source has, and returns these environments.
    /// Idempotent. Throws ``SourceError``.
    func registerDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment]
    /// Removes a registration and returns the environments it was removed from; a missing registration is no error.
    /// Throws ``SourceError``.
    func deregisterDevice(_ device: DeviceRegistration) async throws(SourceError) -> [PushEnvironment]
    /// Sets the streams for which a device receives notifications. Throws ``SourceError``.
    func registerStreams(_ registration: StreamRegistration) async throws(SourceError)
}

/// A source that forwards analytics to the publisher.
public protocol AnalyticsSink: CardSource {
    /// Sends records to the publisher. Records with the same id count once, so a batch whose response was lost can be
    /// sent again.
    ///
    /// - Parameter records: At most 500.
    /// - Throws: ``SourceError``. A refusal with reason ``SourceRefusal/Reason/invalid`` means that a record can never
    ///   be accepted.
    func sendAnalytics(_ records: [AnalyticsRecord]) async throws(SourceError) -> AnalyticsReceipt
}

/// A source that receives what the user has read, for read receipts.
public protocol ReadSink: CardSource {
    /// Called when the user has read a card as last delivered: the user focused or opened it, and it was visible for
    /// half a second. A card that was only on the screen is not read. Called again when the card has changed, and also
    /// without a connection.
    func markRead(_ card: CardID, in stream: StreamID) async
}

/// A source that shows others that the user is typing, as in a chat. It declares this with
/// ``SourceCapabilities/tellsTyping``.
public protocol TypingSink: CardSource {
    /// Called when the user types into a text field of a card. Called with each change, so the source must limit how
    /// often it sends.
    ///
    /// - Parameter field: The name of the input; nil once the text was sent or removed.
    func setTyping(into field: String?, of card: CardID, in stream: StreamID) async
}

/// A source in which the user can start conversations. It declares this with
/// ``SourceCapabilities/startsConversations``.
public protocol ConversationStarter: CardSource {
    /// Starts a conversation of the user with others. The session does not retry it: if the response was lost, the
    /// conversation may exist.
    ///
    /// - Parameters:
    ///   - name: Not empty.
    ///   - people: The participants' ids, or their names as the user knows them.
    /// - Returns: The card of the conversation.
    /// - Throws: ``SourceError``. A refusal with reason ``SourceRefusal/Reason/badAction`` names the unknown
    ///   participants.
    func startConversation(
        named name: String, with people: [String], in stream: StreamID
    ) async throws(SourceError) -> CardID
}

/// A source that is notified when the user opens links in the texts of its cards, for example to count clicks. It
/// declares this with ``SourceCapabilities/followsLinks``.
public protocol LinkFollower: CardSource {
    /// Called when the user opens a link in a text of a card, but not for links of buttons.
    ///
    /// - Returns: The address that a browser should open.
    /// - Throws: ``SourceError``; the original link is then opened.
    func follow(_ link: String, of card: CardID, in stream: StreamID) async throws(SourceError) -> String
}

/// A source that keeps resources for actions until it performs them, such as files.
public protocol UnperformedActionSink: CardSource {
    /// Called when actions that carry values have ended and ``CardSource/perform(_:)`` will not be called for them
    /// again: the user withdrew or discarded them, or their card ended. Called only on this machine, and not for
    /// actions that a logout removes. The last attempt may have reached the source although it failed.
    func actionsEnded(_ actions: [ActionRequest]) async
}

/// A source that forwards custom events of the host program.
public protocol EventSink: CardSource {
    /// Sends an event; events with the same id count once. Throws ``SourceError``.
    func sendEvent(_ event: CustomEvent) async throws(SourceError)
}

/// A source that knows its user only after it has connected. If the session has stored cards of another user of this
/// source, it removes them.
public protocol UserReporting: CardSource {
    /// Returns the same source, which calls `admit` once it knows its user, and again when the user changes, before it
    /// returns or sends any data of that user. If `admit` throws, the current call throws the same error.
    ///
    /// - Parameter admit: Receives the user and the origin of the cards, for example "ana at example.com".
    func reportingUser(
        to admit: @escaping @Sendable (_ user: String) async throws(SourceError) -> Void
    ) -> any CardSource
}
