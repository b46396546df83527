public import struct Foundation.Date

/// Something identifiable that happened in a session: to its cards, by its user, or between it and the server (Atomic
/// SwiftUI SDK guide 25.4, "Observing SDK events"; `AACSDKEvent`). An observer gets it as it happens; most are also sent
/// to the publisher, see ``Kind/isAnalytics``.
public struct SDKEvent: Hashable, Sendable, Identifiable {
    /// Unique for good, the same for the observer and for the publisher.
    public var id: String
    /// When, by this machine's clock. Of an answer: when the user gave it.
    public var at: Date
    /// The same as the user's wall clock showed it: RFC 3339 with an offset.
    public var localTimestamp: String?
    /// Who the user is (`endUserId`): from the token; nil until there was one, and for sources without tokens.
    public var userID: String?
    /// What happened, and where.
    public var report: EventReport

    /// See the properties.
    public init(id: String, at: Date, localTimestamp: String? = nil, userID: String? = nil, report: EventReport) {
        self.id = id
        self.at = at
        self.localTimestamp = localTimestamp
        self.userID = userID
        self.report = report
    }

    /// What happened (`eventType`).
    public var kind: Kind { report.detail.kind }
    /// The same as the documents name it (`eventName`): `card-displayed`.
    public var name: String { kind.rawValue }
    /// What happened, with what only this kind has.
    public var detail: Detail { report.detail }
    /// The card it happened to (`cardInstanceId`); nil where it is no card's.
    public var cardID: CardID? { report.card?.id }
    /// The stream it happened in (`streamContainerId`); nil where it belongs to none, or to several.
    public var streamID: StreamID? { report.streamID }

    /// All that can happen. The name of the documented class stands with each.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// `AACSDKEventCardDisplayed`: at least half of the card stood before the user's eyes for half a second. Once a card.
        case cardDisplayed = "card-displayed"
        /// `AACSDKEventCardCompleted`: the server has what the user submitted.
        case cardCompleted = "card-completed"
        /// `AACSDKEventCardDismissed`: the server has the dismissal.
        case cardDismissed = "card-dismissed"
        /// `AACSDKEventCardSnoozed`: the server has the snooze.
        case cardSnoozed = "card-snoozed"
        /// `AACSDKEventCardFeedUpdated`: cards of a stream came, went or changed. For observers only.
        case cardFeedUpdated = "card-feed-updated"
        /// `AACSDKEventCardVotedUp`: the server has the vote "this is useful".
        case cardVotedUp = "card-voted-up"
        /// `AACSDKEventCardVotedDown`: the server has the vote "this isn't useful", with its reason.
        case cardVotedDown = "card-voted-down"
        /// `AACSDKEventRuntimeVarsUpdated`: the host gave variables of a card their values. Sent only where the stream's
        /// configuration asks for it.
        case runtimeVarsUpdated = "runtime-vars-updated"
        /// `AACSDKEventStreamDisplayed`: a container shows its cards for the first time, or again.
        case streamDisplayed = "stream-displayed"
        /// `AACSDKEventUserRedirected`: the user was led on, to an address or by a payload for the host.
        case userRedirected = "user-redirected"
        /// `AACSDKEventSnoozeOptionsDisplayed`: the user is asked until when to snooze.
        case snoozeOptionsDisplayed = "snooze-options-displayed"
        /// `AACSDKEventSnoozeOptionsCanceled`: they left that without an answer.
        case snoozeOptionsCanceled = "snooze-options-canceled"
        /// `AACSDKEventCardSubviewDisplayed`: a subview of a card was opened.
        case cardSubviewDisplayed = "card-subview-displayed"
        /// `AACSDKEventCardSubviewExited`: the user left it.
        case cardSubviewExited = "card-subview-exited"
        /// `AACSDKEventVideoPlayed`: a video of a card began to play.
        case videoPlayed = "video-played"
        /// `AACSDKEventVideoCompleted`: it played to its end.
        case videoCompleted = "video-completed"
        /// `AACSDKEventSDKInitialized`: a session has a user now, or a new token of theirs.
        case sdkInitialized = "sdk-initialized"
        /// `AACSDKEventRequestFailed`: the server refused a request or answered nonsense, or push fell back to polling. Not
        /// for a server that is not reached or too slow.
        case requestFailed = "request-failed"
        /// `AACSDKEventNotificationReceived`: a notification of a card arrived on this machine.
        case notificationReceived = "notification-received"
        /// `AACSDKEventUserFileUploadsStarted`: files of a card's form are on their way.
        case userFileUploadsStarted = "user-file-uploads-started"
        /// `AACSDKEventUserFileUploadsCompleted`: the server has them all.
        case userFileUploadsCompleted = "user-file-uploads-completed"
        /// `AACSDKEventUserFileUploadsFailed`: one or more did not arrive. Cancelling is no failure.
        case userFileUploadsFailed = "user-file-uploads-failed"

        /// Whether the publisher is told, too: all but `card-feed-updated`.
        public var isAnalytics: Bool { self != .cardFeedUpdated }
    }
}
