public import struct Foundation.Date

extension SDKEvent {
    /// What happened, with the fields of its documented class.
    public enum Detail: Hashable, Sendable {
        /// With what the publisher passes through (`payloadMetadata`); empty where there is none.
        case cardDisplayed(metadata: JSONObject)
        /// With the button's name, and what was submitted (`submittedValues`).
        case cardCompleted(buttonName: String, values: JSONObject)
        /// See ``Kind/cardDismissed``.
        case cardDismissed
        /// Until when (`unsnoozeDate`), and how many seconds that was away (`snoozePeriod`).
        case cardSnoozed(until: Date, seconds: Double)
        /// How many cards the stream has now (`cardCount`).
        case cardFeedUpdated(cardCount: Int)
        /// From where, and the user's words (`otherMessage`) where the card asked for some.
        case cardVotedUp(source: ActionSource, message: String?)
        /// From where, why, and the user's words (`otherMessage`) where the reason is another one.
        case cardVotedDown(source: ActionSource, reason: CardResponse.VoteReason, message: String?)
        /// The values by name (`resolvedVariables`), and whether the publisher is to be told of them.
        case runtimeVarsUpdated(values: [String: String], isSent: Bool)
        /// What the container shows stands in ``EventReport/stream``.
        case streamDisplayed
        /// Where to, and what of the card led there (`detail`).
        case userRedirected(to: Redirection, by: RedirectSource)
        /// See ``Kind/snoozeOptionsDisplayed``.
        case snoozeOptionsDisplayed
        /// See ``Kind/snoozeOptionsCanceled``.
        case snoozeOptionsCanceled
        /// Which one stands in ``EventReport/view``.
        case cardSubviewDisplayed
        /// Which one stands in ``EventReport/view``.
        case cardSubviewExited
        /// The video's address (`videoUrl`).
        case videoPlayed(url: String)
        /// The video's address (`videoUrl`).
        case videoCompleted(url: String)
        /// See ``Kind/sdkInitialized``.
        case sdkInitialized
        /// Which request (`failedEndpoint`), and the status of the answer (`failedStatusCode`): 0 where push fell back to
        /// polling, and for an answer that makes no sense.
        case requestFailed(path: String, status: Int)
        /// The notification (`atomicPushId`, `detail`).
        case notificationReceived(PushNotification)
        /// The files (`fileInfo`).
        case userFileUploadsStarted([UploadedFile])
        /// The files (`fileInfo`).
        case userFileUploadsCompleted([UploadedFile])
        /// All files of the attempt (`fileInfo`), also those that arrived.
        case userFileUploadsFailed([UploadedFile])

        /// What happened, without its fields.
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

    /// What the user answered a card by.
    public enum ActionSource: String, Hashable, Sendable, CaseIterable {
        /// A key of its own, or code.
        case unknown
        /// The card's menu.
        case overflow = "overflow-menu"
        /// A gesture that shows quick actions. A terminal has none.
        case swipe = "swipe-menu"
        /// A button on the card.
        case cardButton = "card-button"
    }

    /// Where the user was led (`redirectMethod`).
    public enum Redirection: Hashable, Sendable {
        /// To an address (`redirectUrl`).
        case url(String)
        /// To whatever the host does with this (`redirectPayload`).
        case payload(JSONObject)
    }

    /// What of a card led the user on.
    public enum RedirectSource: String, Hashable, Sendable, CaseIterable {
        /// An image, a button with a link, a submit button that the server has taken, a link in a text.
        case image, linkButton, submitButton, textLink
    }

    /// A file of a card's form.
    public struct UploadedFile: Hashable, Sendable {
        /// As the publisher is told it.
        public var filename: String
        /// As the input names it.
        public var bucketID: String

        /// See the properties.
        public init(filename: String, bucketID: String) {
            self.filename = filename
            self.bucketID = bucketID
        }
    }
}

extension SDKEvent.Detail {
    /// What an answer is once the server has it; nil for a card that was called back, which the server tells by itself.
    ///
    /// - Parameter date: When it was given.
    public init?(_ response: CardResponse, from source: SDKEvent.ActionSource, at date: Date) {
        switch response {
        case .dismiss: self = .cardDismissed
        case .submit(let name, let values): self = .cardCompleted(buttonName: name, values: values)
        case .snooze(let until): self = .cardSnoozed(until: until, seconds: until.timeIntervalSince(date))
        case .voteUp(let message): self = .cardVotedUp(source: source, message: message)
        case .voteDown(let reason, let message):
            self = .cardVotedDown(source: source, reason: reason, message: message)
        case .unsnooze: return nil
        }
    }
}
