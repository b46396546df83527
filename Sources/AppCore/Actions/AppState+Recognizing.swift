import Canvas
import Cards

import struct Foundation.Date

/// Commands never act on a card that the user cannot see: see decision 0051.
extension AppState {
    /// Whether a command may act on a card: its title and the target are in sight now, and were so in the frame that
    /// the user has seen. Otherwise scrolls the card into sight, so that pressing the same key again acts on it.
    ///
    /// - Parameter target: The button, link or picture to press, whether by number, letter, Enter or click; nil for a
    ///   command on the card itself.
    mutating func ensureVisible(_ card: CardID, in id: ContainerID, pressing target: FocusTarget? = nil) -> Bool {
        // Without a screen, no card is out of sight.
        guard frames.last.size != .zero, let index = containers.firstIndex(where: { $0.id == id }) else { return true }
        let element = target ?? (containers[index].selection == card ? containers[index].focus : nil)
        let layout = frames.last.container(id)
        let isInSight = layout?.isRecognizable(card, with: element) == true
        if isInSight, frames.isPresented(card, in: id, with: element) { return true }
        // A container with one row cannot show both a title and the target.
        if let layout, layout.viewport.size.rows < (element == nil ? 1 : 2) {
            show(Strings.Toasts.noRoomForCard(zoomKey: zoomKey), .information)
            return false
        }
        // A list that does not show the full card shows none of its buttons and fields.
        if element != nil, layout?.isList == true, layout?.preview == nil { containers[index].openCard() }
        if !isInSight { containers[index].scrollIntent = .revealTitle(with: element) }
        let isButtonAlone =
            target != nil && layout?.isRecognizable(card, with: nil) == true
            && frames.isPresented(card, in: id, with: nil)
        show(isButtonAlone ? Strings.Toasts.elementShown : Strings.Toasts.cardShown, .information)
        return false
    }

    /// The key that gives the container more room; nil when it already has the whole screen.
    private var zoomKey: String? {
        isZoomed || !hasOtherContainers ? nil : settings.keymap.keyText(for: .zoom)
    }

    /// Whether a command may act on the selected card. True for a command that does not act on a card.
    mutating func ensureVisible(toRun command: Command) -> Bool {
        guard let act = act(of: command), let container = focusedContainer, let card = container.selection else {
            return true
        }
        let target: FocusTarget? = if case .press(let target) = act { target } else { nil }
        var isAllowed = ensureVisible(card, in: container.id, pressing: target)
        if isAllowed, !keyboard.allows(command, at: now) {
            show(Strings.Toasts.cardShown, .information)
            isAllowed = false
        }
        if isAllowed { keyboard.clearPostponed() } else { keyboard.postpone(command, at: now) }
        return isAllowed
    }

    /// How a command acts on the selected card.
    private enum Act {
        case press(FocusTarget)
        case card
    }

    /// Returns nil for a command that only moves, shows or edits.
    private func act(of command: Command) -> Act? {
        switch command {
        // The history lists act on their own rows, which may not be on screen and are not the selected card.
        case .retryAction where keyLayer == .history, .discardAction where keyLayer == .history: return nil
        case .press:
            switch focusedContainer?.focus {
            case .button, .link, .media: return focusedContainer?.focus.map { .press($0) }
            case .input, .fold, .loadMore, nil: return nil
            }
        case .pressButton(let number):
            // The confirmation that follows shows the number of cards.
            guard !fieldKeepsDigits, !digitsMeanMarks, let subject = selectedSubject else { return nil }
            let count = FocusTarget.buttons(in: subject.components).count
            return .press(number <= count ? .button(number - 1) : .link(number - 1 - count))
        // The confirmation that follows shows the number of cards.
        case .dismiss, .snooze: return hasMarks ? nil : .card
        case .voteUp, .voteDown, .openMenu, .retryAction, .discardAction, .markCard, .copyText, .copyLink,
            .openFirstLink, .pipe:
            return .card
        default: return nil
        }
    }
}
