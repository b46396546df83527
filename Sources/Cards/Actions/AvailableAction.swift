/// Actions on a card other than submitting it.
package enum AvailableAction: Hashable, Sendable, CaseIterable { case dismiss, snooze, voteUp, voteDown }

extension CardBody {
    /// Whether a key, the menu or a button of the card or its subviews offers the action.
    package func offers(_ offer: AvailableAction) -> Bool {
        switch offer {
        case .dismiss: actions.offersDismissing || buttonActions.contains(.dismiss)
        case .snooze:
            actions.offersSnoozing || buttonActions.contains { if case .snooze = $0 { true } else { false } }
        case .voteUp: actions.voteUp.isEnabled || buttonActions.contains(.voteUp)
        case .voteDown: actions.voteDown.isEnabled || buttonActions.contains(.voteDown)
        }
    }

    /// The actions of all buttons, including those of subviews.
    package var buttonActions: [Card.ButtonAction] {
        ([components] + subviews.values.map(\.components)).joined().flatMap { $0.buttons.map(\.action) }
    }
}

/// Actions offered by a key or the menu.
extension ActionProperties {
    package var offersDismissing: Bool {
        (isSwipeEnabled && isDismissSwipeEnabled) || (overflowMenu == .overflow && isDismissOverflowEnabled)
            || overflowMenu == .dismiss
    }

    package var offersSnoozing: Bool {
        (isSwipeEnabled && isSnoozeSwipeEnabled) || (overflowMenu == .overflow && isSnoozeOverflowEnabled)
    }
}
