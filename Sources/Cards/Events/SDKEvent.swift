public import struct Foundation.Date

/// An event of a session: about its cards, its user, or its connection to the server (Atomic SwiftUI SDK guide 25.4,
/// "Observing SDK events"; `AACSDKEvent`). Observers get all events as they happen; most are also sent to the
/// publisher, see ``Kind/isAnalytics``.
public struct SDKEvent: Hashable, Sendable, Identifiable, Codable {
    /// Globally unique and never reused; the same for observers and the publisher.
    public var id: String
    /// The time by this machine's clock; for an answer, when the user gave it.
    public var at: Date
    /// The same time in the user's time zone: RFC 3339 with an offset.
    public var localTimestamp: String?
    /// The user's id (`endUserId`) from the token; nil before there was a token, and for sources without tokens.
    public var userID: String?
    /// The kind of event and its context.
    public var report: EventReport

    /// Creates an instance with these properties.
    public init(id: String, at: Date, localTimestamp: String? = nil, userID: String? = nil, report: EventReport) {
        self.id = id
        self.at = at
        self.localTimestamp = localTimestamp
        self.userID = userID
        self.report = report
    }

    /// The kind of event (`eventType`).
    public var kind: Kind { report.detail.kind }
    /// The documented name of the kind (`eventName`): `card-displayed`.
    public var name: String { kind.rawValue }
    /// The kind of event with its fields.
    public var detail: Detail { report.detail }
    /// The card of the event (`cardInstanceId`); nil for none.
    public var cardID: CardID? { report.card?.id }
    /// The stream of the event (`streamContainerId`); nil for none or several.
    public var streamID: StreamID? { report.streamID }

    /// All kinds of events, with the names of the documented classes.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// `AACSDKEventCardDisplayed`: at least half of the card was visible for half a second. Once per card.
        case cardDisplayed = "card-displayed"
        /// `AACSDKEventCardCompleted`: the server has accepted a submission.
        case cardCompleted = "card-completed"
        /// `AACSDKEventCardDismissed`: the server has accepted a dismissal.
        case cardDismissed = "card-dismissed"
        /// `AACSDKEventCardSnoozed`: the server has accepted a snooze.
        case cardSnoozed = "card-snoozed"
        /// `AACSDKEventCardFeedUpdated`: cards of a stream were added, removed or changed. For observers only.
        case cardFeedUpdated = "card-feed-updated"
        /// `AACSDKEventCardVotedUp`: the server has accepted a vote "this is useful".
        case cardVotedUp = "card-voted-up"
        /// `AACSDKEventCardVotedDown`: the server has accepted a vote "this isn't useful" with its reason.
        case cardVotedDown = "card-voted-down"
        /// `AACSDKEventRuntimeVarsUpdated`: the host resolved variables of a card. Sent to the publisher only if the
        /// stream's configuration says so.
        case runtimeVarsUpdated = "runtime-vars-updated"
        /// `AACSDKEventStreamDisplayed`: a container shows its cards for the first time or again.
        case streamDisplayed = "stream-displayed"
        /// `AACSDKEventUserRedirected`: the user was redirected to an address, or by a payload for the host.
        case userRedirected = "user-redirected"
        /// `AACSDKEventSnoozeOptionsDisplayed`: the snooze options were opened.
        case snoozeOptionsDisplayed = "snooze-options-displayed"
        /// `AACSDKEventSnoozeOptionsCanceled`: the snooze options were closed without a choice.
        case snoozeOptionsCanceled = "snooze-options-canceled"
        /// `AACSDKEventCardSubviewDisplayed`: a subview of a card was opened.
        case cardSubviewDisplayed = "card-subview-displayed"
        /// `AACSDKEventCardSubviewExited`: a subview was closed.
        case cardSubviewExited = "card-subview-exited"
        /// `AACSDKEventVideoPlayed`: a video of a card started to play.
        case videoPlayed = "video-played"
        /// `AACSDKEventVideoCompleted`: a video of a card played to its end.
        case videoCompleted = "video-completed"
        /// `AACSDKEventSDKInitialized`: a session has a user, or a new token.
        case sdkInitialized = "sdk-initialized"
        /// `AACSDKEventRequestFailed`: the server refused a request or its answer was malformed, or push fell back to
        /// polling. Not sent for an unreachable or slow server.
        case requestFailed = "request-failed"
        /// `AACSDKEventNotificationReceived`: a notification of a card arrived on this machine.
        case notificationReceived = "notification-received"
        /// `AACSDKEventUserFileUploadsStarted`: the upload of a form's files has started.
        case userFileUploadsStarted = "user-file-uploads-started"
        /// `AACSDKEventUserFileUploadsCompleted`: the server has all the files.
        case userFileUploadsCompleted = "user-file-uploads-completed"
        /// `AACSDKEventUserFileUploadsFailed`: one or more files did not arrive. Cancelling is not a failure.
        case userFileUploadsFailed = "user-file-uploads-failed"

        /// Whether events of this kind are sent to the publisher: all but `card-feed-updated`.
        public var isAnalytics: Bool { self != .cardFeedUpdated }
    }
}
