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
        /// This machine alone: the source never hears of it.
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
    ///   - snooze: By default the source keeps it where it can snooze, else nobody does.
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

    /// Whether this is done on this machine and never sent.
    public func keepsLocally(_ kind: CardResponse.Kind) -> Bool {
        snooze == .local && (kind == .snooze || kind == .unsnooze)
    }
}
