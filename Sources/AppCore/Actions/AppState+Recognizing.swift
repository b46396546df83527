import Canvas
import Cards

/// Something done to a card that was not on the screen: the card is shown first, and the same thing asked for again is done.
struct AwaitedAct: Equatable, Sendable {
    /// What is done to a card.
    enum Act: Equatable, Sendable {
        /// A button, link or picture is pressed, whether by its number, its letter, Enter or a click.
        case press(FocusTarget)
        case command(Command)
    }

    var container: ContainerID
    var card: CardID
    var act: Act
    /// Whether a frame has shown the card's title since.
    var isShown = false
}

/// Nothing acts on a card that the user cannot see: see decision 0051.
extension AppState {
    /// Whether something may be done to a card: its title is in sight, and with it what is acted on, where both fit. Else
    /// the card is brought into sight, and the same act is done when it is asked for again.
    ///
    /// - Parameter isClick: The pointer, or a letter of `f`, is on what is acted on. The second click is done wherever the
    ///   title is by then: a button far below its title could never be clicked otherwise.
    mutating func mayAct(
        _ act: AwaitedAct.Act, on card: CardID, in id: ContainerID, isClick: Bool = false
    ) -> Bool {
        // Without a screen there is nothing to be out of sight.
        guard lastFrame.size != .zero, let index = containers.firstIndex(where: { $0.id == id }) else { return true }
        var element = containers[index].selection == card ? containers[index].focus : nil
        if case .press(let target) = act { element = target }
        let layout = lastFrame.container(id)
        let earlier = awaitedAct
        awaitedAct = nil
        if layout?.isRecognizable(card, with: element) == true { return true }
        if isClick, let earlier, earlier.isShown, earlier.container == id, earlier.card == card, earlier.act == act {
            return true
        }
        if let layout, layout.viewport.isEmpty {
            show(Strings.Toasts.noRoomForCard(zoomKey: zoomKey), .information)
            return false
        }
        awaitedAct = AwaitedAct(container: id, card: card, act: act)
        // Without its card in full a list shows neither a button nor a field of it.
        if element != nil, layout?.isList == true, layout?.preview == nil { containers[index].openCard() }
        containers[index].scrollIntent = .revealTitle(with: element)
        show(Strings.Toasts.cardShown, .information)
        return false
    }

    /// The key that gives the container more room; nil where it has all there is.
    private var zoomKey: String? {
        isZoomed || !hasOtherContainers ? nil : keymap.keyText(for: .zoom)
    }

    /// Whether a command may act on the selected card. One that acts on no card always may.
    mutating func mayAct(by command: Command) -> Bool {
        guard let act = act(of: command), let container = focusedContainer, let card = container.selection else {
            return true
        }
        return mayAct(act, on: card, in: container.id)
    }

    /// What a command does to the selected card; nil where it moves, shows or edits.
    private func act(of command: Command) -> AwaitedAct.Act? {
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
        case .dismiss, .snooze: return hasMarks ? nil : .command(command)
        case .voteUp, .voteDown, .openMenu, .retryAction, .discardAction, .markCard, .copyText, .copyLink,
            .openFirstLink, .pipe:
            return .command(command)
        default: return nil
        }
    }

    /// Records what a frame shows: the card that was to be shown is in it or not.
    mutating func recordShown(in report: FrameReport) {
        guard let awaited = awaitedAct, !awaited.isShown, let layout = report.container(awaited.container),
            layout.showsTitle(of: awaited.card)
        else { return }
        awaitedAct?.isShown = true
    }

    /// An act holds for the card that is selected.
    mutating func forgetAwaitedAct() {
        guard let awaited = awaitedAct,
            focusedContainer?.id != awaited.container || focusedContainer?.selection != awaited.card
        else { return }
        awaitedAct = nil
    }
}
