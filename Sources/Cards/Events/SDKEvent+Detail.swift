public import struct Foundation.Date

extension SDKEvent {
    /// The kind of event with the fields of its documented class.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Detail: Hashable, Sendable, Codable {
        /// With the publisher's metadata (`payloadMetadata`); empty if there is none.
        case cardDisplayed(metadata: JSONObject)
        /// With the button's name and the submitted values (`submittedValues`).
        case cardCompleted(buttonName: String, values: JSONObject)
        /// See ``Kind/cardDismissed``.
        case cardDismissed
        /// With the end of the snooze (`unsnoozeDate`) and its length in seconds (`snoozePeriod`).
        case cardSnoozed(until: Date, seconds: Double)
        /// With the number of cards in the stream (`cardCount`).
        case cardFeedUpdated(cardCount: Int)
        /// With the control used, and the user's message (`otherMessage`) if the card asked for one.
        case cardVotedUp(source: ActionSource, message: String?)
        /// With the control used, the reason, and the user's message (`otherMessage`) for other reasons.
        case cardVotedDown(source: ActionSource, reason: CardResponse.VoteReason, message: String?)
        /// With the values by name (`resolvedVariables`), and whether the publisher gets them.
        case runtimeVarsUpdated(values: [String: String], isSent: Bool)
        /// The state of the container is in ``EventReport/stream``.
        case streamDisplayed
        /// With the destination and the control that led there (`detail`).
        case userRedirected(to: Redirection, by: RedirectSource)
        /// See ``Kind/snoozeOptionsDisplayed``.
        case snoozeOptionsDisplayed
        /// See ``Kind/snoozeOptionsCanceled``.
        case snoozeOptionsCanceled
        /// The subview is in ``EventReport/view``.
        case cardSubviewDisplayed
        /// The subview is in ``EventReport/view``.
        case cardSubviewExited
        /// The video's address (`videoUrl`).
        case videoPlayed(url: String)
        /// The video's address (`videoUrl`).
        case videoCompleted(url: String)
        /// See ``Kind/sdkInitialized``.
        case sdkInitialized
        /// With the request (`failedEndpoint`) and the status of the answer (`failedStatusCode`): 0 if push fell back
        /// to polling and for malformed answers.
        case requestFailed(path: String, status: Int)
        /// The notification (`atomicPushId`, `detail`).
        case notificationReceived(PushNotification)
        /// The files (`fileInfo`).
        case userFileUploadsStarted([UploadedFile])
        /// The files (`fileInfo`).
        case userFileUploadsCompleted([UploadedFile])
        /// All files of the attempt (`fileInfo`), including those that arrived.
        case userFileUploadsFailed([UploadedFile])

        /// The kind of event, without its fields.
        public var kind: Kind {
            switch self {
            case .cardDisplayed: .cardDisplayed
            case .cardCompleted: .cardCompleted
            case .cardDismissed: .cardDismissed
            case .cardSnoozed: .cardSnoozed
            case .cardFeedUpdated: .cardFeedUpdated
            case .cardVotedUp: .cardVotedUp
            case .cardVotedDown: .cardVotedDown
            case .runtimeVarsUpdated: .runtimeVarsUpdated
            case .streamDisplayed: .streamDisplayed
            case .userRedirected: .userRedirected
            case .snoozeOptionsDisplayed: .snoozeOptionsDisplayed
            case .snoozeOptionsCanceled: .snoozeOptionsCanceled
            case .cardSubviewDisplayed: .cardSubviewDisplayed
            case .cardSubviewExited: .cardSubviewExited
            case .videoPlayed: .videoPlayed
            case .videoCompleted: .videoCompleted
            case .sdkInitialized: .sdkInitialized
            case .requestFailed: .requestFailed
            case .notificationReceived: .notificationReceived
            case .userFileUploadsStarted: .userFileUploadsStarted
            case .userFileUploadsCompleted: .userFileUploadsCompleted
            case .userFileUploadsFailed: .userFileUploadsFailed
            }
        }
    }

    /// The control with which the user answered a card.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum ActionSource: String, Hashable, Sendable, Codable, CaseIterable {
        /// A shortcut key, or code.
        case unknown
        /// The card's menu.
        case overflow = "overflow-menu"
        /// A gesture that shows quick actions. A terminal has none.
        case swipe = "swipe-menu"
        /// A button on the card.
        case cardButton = "card-button"
    }

    /// The destination of a redirection (`redirectMethod`).
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Redirection: Hashable, Sendable, Codable {
        /// An address (`redirectUrl`).
        case url(String)
        /// A payload for the host (`redirectPayload`).
        case payload(JSONObject)
    }

    /// The control that redirected the user.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum RedirectSource: String, Hashable, Sendable, Codable, CaseIterable {
        /// An image, a button with a link, a submit button whose submission was accepted, a link in a text.
        case image, linkButton, submitButton, textLink
    }

    /// A file of a card's form.
    public struct UploadedFile: Hashable, Sendable, Codable {
        /// The file name that the publisher receives.
        public var filename: String
        /// The bucket of the file input.
        public var bucketID: String

        /// Creates an instance with these properties.
        public init(filename: String, bucketID: String) {
            self.filename = filename
            self.bucketID = bucketID
        }
    }
}

extension SDKEvent.Detail {
    /// The event for an answer that the server has accepted; nil for replies and for unsnoozing, which the server
    /// reports itself.
    ///
    /// - Parameter date: When the user answered.
    package init?(_ response: CardResponse, from source: SDKEvent.ActionSource, at date: Date) {
        switch response {
        case .dismiss: self = .cardDismissed
        case .submit(let name, let values): self = .cardCompleted(buttonName: name, values: values)
        case .snooze(let until): self = .cardSnoozed(until: until, seconds: until.timeIntervalSince(date))
        case .voteUp(let message): self = .cardVotedUp(source: source, message: message)
        case .voteDown(let reason, let message):
            self = .cardVotedDown(source: source, reason: reason, message: message)
        case .reply, .unsnooze: return nil
        }
    }
}
