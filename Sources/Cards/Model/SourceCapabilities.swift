/// What a source of cards can do. A viewer offers that, and says of the rest why it is not there.
public struct SourceCapabilities: Hashable, Sendable {
    /// How a source tells of changes.
    public enum Delivery: Hashable, Sendable {
        /// As they happen, by `CardSource.follow`.
        case live
        /// When it is asked.
        case polled
    }

    /// Who keeps a snooze.
    public enum SnoozeKeeping: Hashable, Sendable {
        /// The source: the card is away on every device of the user, and the source brings it back.
        case source
        /// This machine alone: the source never hears of it. A card that changes meanwhile comes back.
        case local
    }

    /// The actions that `CardSource.perform` does. With ``SnoozeKeeping/local`` the viewer can snooze and
    /// unsnooze although they are not among them.
    public var actions: Set<CardResponse.Kind>
    /// Those that may be held back for some seconds, so that the user can undo them. The others are sent at once. All by
    /// default.
    public var undoable: Set<CardResponse.Kind>
    /// Who keeps a snooze; nil where cards cannot be snoozed.
    public var snooze: SnoozeKeeping?
    /// Whether `CardSource.send` works.
    public var acceptsFiles: Bool
    /// How changes come.
    public var delivery: Delivery

    /// - Parameters:
    ///   - undoable: All by default.
    ///   - snooze: By default the source keeps it where it can snooze, else it is not kept at all.
    public init(
        actions: Set<CardResponse.Kind>, undoable: Set<CardResponse.Kind> = Set(CardResponse.Kind.allCases),
        snooze: SnoozeKeeping? = nil, acceptsFiles: Bool = false, delivery: Delivery = .polled
    ) {
        self.actions = actions
        self.undoable = undoable
        self.snooze = snooze ?? (actions.contains(.snooze) ? .source : nil)
        self.acceptsFiles = acceptsFiles
        self.delivery = delivery
    }

    /// All there is.
    public static var all: SourceCapabilities {
        SourceCapabilities(actions: Set(CardResponse.Kind.allCases), acceptsFiles: true, delivery: .live)
    }

    /// Whether the user of this source can do this to a card that offers it.
    public func allows(_ kind: CardResponse.Kind) -> Bool {
        keepsLocally(kind) || actions.contains(kind)
    }

    /// Why something cannot be done that the source does not do, for people.
    package static func reasonAgainst(_ kind: CardResponse.Kind) -> String {
        switch kind {
        case .dismiss: "This source's cards can't be dismissed"
        case .submit: "This source takes no answers"
        case .snooze: "This source has no snooze"
        case .unsnooze: "This source can't wake a snoozed card"
        case .voteUp, .voteDown: "This source takes no votes"
        }
    }

    /// Why no file can be sent to a source that accepts none.
    package static let reasonAgainstFiles = "This source takes no files"

    /// Whether this is done on this machine and never sent.
    public func keepsLocally(_ kind: CardResponse.Kind) -> Bool {
        snooze == .local && (kind == .snooze || kind == .unsnooze)
    }
}

extension ButtonAction {
    /// What it sends to the source of the card; nil for what stays on this machine.
    package var responseKind: CardResponse.Kind? {
        switch self {
        case .submit: .submit
        case .snooze: .snooze
        case .dismiss: .dismiss
        case .voteUp: .voteUp
        case .voteDown: .voteDown
        case .doNothing, .toLink, .passPayload, .toSubview, .unknown: nil
        }
    }
}

extension ActionProperties {
    /// The same without what the source of the card cannot do.
    package func limited(to capabilities: SourceCapabilities) -> ActionProperties {
        var actions = self
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
