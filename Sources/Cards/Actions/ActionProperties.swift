/// The actions on a card in addition to its buttons.
public struct ActionProperties: Hashable, Sendable {
    /// Whether the shortcut `d` dismisses the card. True by default.
    public var isDismissSwipeEnabled: Bool
    /// Whether the card's menu offers to dismiss it. True by default.
    public var isDismissOverflowEnabled: Bool
    /// Whether the shortcut `s` snoozes the card. True by default.
    public var isSnoozeSwipeEnabled: Bool
    /// Whether the card's menu offers to snooze it. True by default.
    public var isSnoozeOverflowEnabled: Bool
    /// Whether the menu offers a vote "this is useful". Disabled by default.
    public var voteUp: VoteMenu
    /// Whether the menu offers a vote "this isn't useful". Disabled by default.
    public var voteDown: VoteMenu
    /// The control at the end of the header row; a menu by default.
    public var overflowMenu: OverflowMenuStyle
    /// Whether quick actions by gesture are enabled; in a terminal: the single-key shortcuts `d` and `s`.
    public var isSwipeEnabled: Bool
    /// Members that this version does not know; preserved when the card is written.
    public var unknown: JSONObject

    /// Creates an instance with these properties.
    public init(
        isDismissSwipeEnabled: Bool = true, isDismissOverflowEnabled: Bool = true,
        isSnoozeSwipeEnabled: Bool = true, isSnoozeOverflowEnabled: Bool = true,
        voteUp: VoteMenu = .disabled, voteDown: VoteMenu = .disabled,
        overflowMenu: OverflowMenuStyle = .overflow, isSwipeEnabled: Bool = true, unknown: JSONObject = [:]
    ) {
        self.isDismissSwipeEnabled = isDismissSwipeEnabled
        self.isDismissOverflowEnabled = isDismissOverflowEnabled
        self.isSnoozeSwipeEnabled = isSnoozeSwipeEnabled
        self.isSnoozeOverflowEnabled = isSnoozeOverflowEnabled
        self.voteUp = voteUp
        self.voteDown = voteDown
        self.overflowMenu = overflowMenu
        self.isSwipeEnabled = isSwipeEnabled
        self.unknown = unknown
    }

    /// Whether the overflow menu has any entries.
    public var hasMenuItems: Bool {
        isDismissOverflowEnabled || isSnoozeOverflowEnabled || voteUp.isEnabled || voteDown.isEnabled
    }

    /// Whether voting in one direction is offered, and whether it asks for feedback.
    public enum VoteMenu: Hashable, Sendable {
        /// The vote is not offered.
        case disabled
        /// With a label, the vote asks for feedback under that label; nil asks for none.
        case enabled(feedbackLabel: String?)

        /// Whether the vote is offered.
        public var isEnabled: Bool { self != .disabled }
    }

    /// The control at the end of a card's header row.
    public enum OverflowMenuStyle: String, Hashable, Sendable, CaseIterable {
        /// A control that opens a menu.
        case overflow
        /// A button that dismisses the card.
        case dismiss
        /// Nothing.
        case hidden
    }
}
