import Canvas
import Cards

import struct Foundation.Date

/// Nothing acts on a card that the user cannot see: see decision 0051.
extension AppState {
    /// Whether something may be done to a card: it is in sight, with its title and what is acted on, and was so in the frame
    /// that the user sees. Else it is brought into sight, and the same key does it then.
    ///
    /// - Parameter target: The button, link or picture that is pressed, whether by its number, its letter, Enter or a click;
    ///   nil for what is done to the card itself.
    mutating func mayAct(on card: CardID, in id: ContainerID, pressing target: FocusTarget? = nil) -> Bool {
        // Without a screen there is nothing to be out of sight.
        guard frames.last.size != .zero, let index = containers.firstIndex(where: { $0.id == id }) else { return true }
        let element = target ?? (containers[index].selection == card ? containers[index].focus : nil)
        let layout = frames.last.container(id)
        let isInSight = layout?.isRecognizable(card, with: element) == true
        if isInSight, frames.isPresented(card, in: id, with: element) { return true }
        // One row has no room for a title and what is acted on.
        if let layout, layout.viewport.size.rows < (element == nil ? 1 : 2) {
            show(Strings.Toasts.noRoomForCard(zoomKey: zoomKey), .information)
            return false
        }
        // Without its card in full a list shows neither a button nor a field of it.
        if element != nil, layout?.isList == true, layout?.preview == nil { containers[index].openCard() }
        if !isInSight { containers[index].scrollIntent = .revealTitle(with: element) }
        let isButtonAlone =
            target != nil && layout?.isRecognizable(card, with: nil) == true
            && frames.isPresented(card, in: id, with: nil)
        show(isButtonAlone ? Strings.Toasts.elementShown : Strings.Toasts.cardShown, .information)
        return false
    }

    /// The key that gives the container more room; nil where it has all there is.
    private var zoomKey: String? {
        isZoomed || !hasOtherContainers ? nil : settings.keymap.keyText(for: .zoom)
    }

    /// Whether a command may act on the selected card. One that acts on no card always may.
    mutating func mayAct(by command: Command) -> Bool {
        guard let act = act(of: command), let container = focusedContainer, let card = container.selection else {
            return true
        }
        let target: FocusTarget? = if case .press(let target) = act { target } else { nil }
        var isAllowed = mayAct(on: card, in: container.id, pressing: target)
        if isAllowed, !keyboard.mayAct(by: command, at: now) {
            show(Strings.Toasts.cardShown, .information)
            isAllowed = false
        }
        if isAllowed { keyboard.endPuttingOff() } else { keyboard.putOff(command, at: now) }
        return isAllowed
    }

    /// What a command does to the selected card.
    private enum Act {
        case press(FocusTarget)
        case card
    }

    /// Nil where a command moves, shows or edits.
    private func act(of command: Command) -> Act? {
        switch command {
        // What the history lists need not be on the screen, nor is it the selected card.
        case .retryAction where keyLayer == .history, .discardAction where keyLayer == .history: return nil
        case .press:
            switch focusedContainer?.focus {
            case .button, .link, .media: return focusedContainer?.focus.map { .press($0) }
            case .input, .fold, .loadMore, nil: return nil
            }
        case .pressButton(let number):
            // The question that follows names how many cards are meant.
            guard !fieldKeepsDigits, !digitsMeanMarks, let subject = selectedSubject else { return nil }
            let count = FocusTarget.buttons(in: subject.components).count
            return .press(number <= count ? .button(number - 1) : .link(number - 1 - count))
        // The question that follows names how many cards are meant.
        case .dismiss, .snooze: return hasMarks ? nil : .card
        case .voteUp, .voteDown, .openMenu, .retryAction, .discardAction, .markCard, .copyText, .copyLink,
            .openFirstLink, .pipe:
            return .card
        default: return nil
        }
    }
}
