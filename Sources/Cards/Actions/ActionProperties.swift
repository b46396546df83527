/// What the user may do with a card besides pressing its buttons.
public struct ActionProperties: Hashable, Sendable {
    public var isDismissSwipeEnabled: Bool
    public var isDismissOverflowEnabled: Bool
    public var isSnoozeSwipeEnabled: Bool
    public var isSnoozeOverflowEnabled: Bool
    public var voteUp: VoteMenu
    public var voteDown: VoteMenu
    public var overflowMenu: OverflowMenuStyle
    /// Quick actions by a gesture; in a terminal: the single-key shortcuts `d` and `s`.
    public var isSwipeEnabled: Bool
    public var unknown: JSONObject

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

    /// Whether there is anything to choose in the overflow menu.
    public var hasMenuItems: Bool {
        isDismissOverflowEnabled || isSnoozeOverflowEnabled || voteUp.isEnabled || voteDown.isEnabled
    }

    /// Whether voting in one direction is offered, and whether it asks for text.
    public enum VoteMenu: Hashable, Sendable {
        case disabled
        /// With a label, the vote asks for free text under that label; nil asks for none.
        case enabled(feedbackLabel: String?)

        public var isEnabled: Bool { self != .disabled }
    }

    /// What stands at the end of the card's header row.
    public enum OverflowMenuStyle: String, Hashable, Sendable, CaseIterable {
        /// A control that opens a menu.
        case overflow
        /// One button that dismisses.
        case dismiss
        case hidden
    }
}
