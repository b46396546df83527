/// The capabilities of a source of cards. A viewer offers only these, and explains why others are missing.
public struct SourceCapabilities: Hashable, Sendable {
    /// How a source reports changes.
    public enum Delivery: Hashable, Sendable {
        /// Immediately, through `CardSource.follow`.
        case live
        /// Only when the client asks for them.
        case polled
    }

    /// Where a snooze is stored.
    public enum SnoozeKeeping: Hashable, Sendable {
        /// In the source: the card is snoozed on all devices of the user, and the source returns it.
        case source
        /// Only on this machine: the source does not know about it. A card that changes while it is snoozed returns.
        case local
    }

    /// The actions that `CardSource.perform` supports. With ``SnoozeKeeping/local`` the viewer can snooze and unsnooze
    /// even if they are not included.
    public var actions: Set<CardResponse.Kind>
    /// The actions that may be delayed for undo; others are sent at once. All by default.
    public var undoable: Set<CardResponse.Kind>
    /// Where a snooze is stored; nil if cards cannot be snoozed.
    public var snooze: SnoozeKeeping?
    /// Whether `CardSource.send` is supported.
    public var acceptsFiles: Bool
    /// Whether `CardSource.page` is supported: cards can load further content.
    public var loadsPages: Bool
    /// Whether `TypingSink.setTyping` is supported: others see that the user is typing.
    public var tellsTyping: Bool
    /// Whether a closed card may return with the same id, as a conversation does. If so, input that the user has not
    /// sent is kept for it.
    public var cardsReturn: Bool
    /// Whether `ConversationStarter.startConversation` is supported: the user can start a conversation with others.
    public var startsConversations: Bool
    /// Whether `SwitchSource.setSwitch` is supported: the user can turn settings of the source on and off, for example
    /// kinds of notifications.
    public var offersSwitches: Bool
    /// Whether `LinkFollower.follow` is supported: the source is told when the user opens a link in the text of one of
    /// its cards, and returns the address that a browser opens for it.
    public var followsLinks: Bool
    /// How changes are reported.
    public var delivery: Delivery
    /// How long the source recognises, by its key, an action that is sent again; a day by default, nil for an unlimited
    /// time. If the response to an action was lost longer ago, the action is sent with a new key, unless the card shows
    /// that it was performed.
    public var keyLifetime: Duration?

    /// The default of ``keyLifetime``: 24 hours.
    public static let defaultKeyLifetime = Duration.seconds(24 * 3600)

    /// - Parameters:
    ///   - undoable: All by default.
    ///   - snooze: By default in the source if it supports snoozing, otherwise not supported.
    ///   - keyLifetime: Nil for a source that never forgets a key.
    public init(
        actions: Set<CardResponse.Kind>, undoable: Set<CardResponse.Kind> = Set(CardResponse.Kind.allCases),
        snooze: SnoozeKeeping? = nil, acceptsFiles: Bool = false, loadsPages: Bool = false,
        tellsTyping: Bool = false, cardsReturn: Bool = false, startsConversations: Bool = false,
        offersSwitches: Bool = false, followsLinks: Bool = false, delivery: Delivery = .polled,
        keyLifetime: Duration? = defaultKeyLifetime
    ) {
        self.actions = actions
        self.undoable = undoable
        self.snooze = snooze ?? (actions.contains(.snooze) ? .source : nil)
        self.acceptsFiles = acceptsFiles
        self.loadsPages = loadsPages
        self.tellsTyping = tellsTyping
        self.cardsReturn = cardsReturn
        self.startsConversations = startsConversations
        self.offersSwitches = offersSwitches
        self.followsLinks = followsLinks
        self.delivery = delivery
        self.keyLifetime = keyLifetime
    }

    /// The capabilities of this project's server: all actions, files, pages and immediate changes.
    public static let all = SourceCapabilities(
        actions: Set(CardResponse.Kind.allCases), acceptsFiles: true, loadsPages: true, delivery: .live)

    /// Whether a user of this source can perform the action on a card that offers it.
    public func allows(_ kind: CardResponse.Kind) -> Bool {
        keepsLocally(kind) || actions.contains(kind)
    }

    /// Why an action that the source does not support cannot be performed, for people.
    package static func reasonAgainst(_ kind: CardResponse.Kind) -> String {
        switch kind {
        case .dismiss: "This feed's cards can't be dismissed"
        case .submit: "This feed accepts no answers"
        case .reply: "This feed accepts no replies"
        case .snooze: "This feed's cards can't be snoozed"
        case .unsnooze: "Snoozed cards of this feed can't be woken"
        case .voteUp, .voteDown: "This feed accepts no votes"
        }
    }

    /// Why files cannot be sent to a source that does not accept any.
    package static let reasonAgainstFiles = "This feed accepts no files"

    /// Why a source without ``loadsPages`` loads no further content of a card.
    package static let reasonAgainstPages = "This feed doesn't support loading more content"

    /// Whether the action is performed on this machine and never sent.
    public func keepsLocally(_ kind: CardResponse.Kind) -> Bool {
        snooze == .local && (kind == .snooze || kind == .unsnooze)
    }
}

extension Card.ButtonAction {
    /// The kind of action that is sent to the source; nil for actions that are not sent.
    package var responseKind: CardResponse.Kind? {
        switch self {
        case .submit(let submission): submission.keepsCard ? .reply : .submit
        case .snooze: .snooze
        case .dismiss: .dismiss
        case .voteUp: .voteUp
        case .voteDown: .voteDown
        case .doNothing, .openLink, .passPayload, .openSubview, .unknown: nil
        }
    }
}

extension ActionProperties {
    /// These properties without the actions that the source does not support.
    ///
    /// - Parameter votes: The votes that the container offers on all of its cards.
    package func limited(to capabilities: SourceCapabilities, votes: VotingOptions = []) -> ActionProperties {
        var actions = self
        if votes.contains(.useful), !voteUp.isEnabled { actions.voteUp = .enabled(feedbackLabel: nil) }
        if votes.contains(.notUseful), !voteDown.isEnabled { actions.voteDown = .enabled(feedbackLabel: nil) }
        if !capabilities.allows(.dismiss) {
            actions.isDismissSwipeEnabled = false
            actions.isDismissOverflowEnabled = false
            if actions.overflowMenu == .dismiss { actions.overflowMenu = .hidden }
        }
        if !capabilities.allows(.snooze) {
            actions.isSnoozeSwipeEnabled = false
            actions.isSnoozeOverflowEnabled = false
        }
        if !capabilities.allows(.voteUp) { actions.voteUp = .disabled }
        if !capabilities.allows(.voteDown) { actions.voteDown = .disabled }
        return actions
    }
}
