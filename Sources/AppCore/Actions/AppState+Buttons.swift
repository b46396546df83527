package import Cards

import struct Foundation.Date

extension AppState {
    /// Moves the focus through the card's fields and buttons, and wraps around at both ends.
    mutating func moveFocus(_ direction: Int) -> [Effect] {
        if isCardOfListHidden {
            changeFocused { $0.openCard() }
            return []
        }
        guard let subject = selectedSubject else { return [] }
        let targets = focusTargets(of: subject)
        guard !targets.isEmpty else { return [] }
        return withFocusedContainer { container in
            let current = container.focus.flatMap { targets.firstIndex(of: $0) }
            let next = current.map { ($0 + direction + targets.count) % targets.count }
            container.focus = targets[next ?? (direction > 0 ? 0 : targets.count - 1)]
            container.scrollIntent = .revealFocus
            return []
        }
    }

    /// The elements of a card that can have the focus in the current layout.
    func focusTargets(of subject: Subject) -> [FocusTarget] {
        let folds = folds(of: subject.card.id)
        return FocusTarget.all(in: subject.components, links: links(of: subject.card.id)).filter { target in
            switch target {
            case .fold(let position): folds.contains(position)
            case .loadMore(let page): canLoad(page, of: subject.card)
            case .input, .button, .link, .media: true
            }
        }
    }

    /// Presses the focused button or picture, opens the focused link, or toggles the focused fold.
    ///
    /// In a text field, moves on to the next element, or submits a form that can be submitted repeatedly. Without a
    /// focus, moves to the reply field, or to the card's first element if there is none. In a list, opens the card
    /// first.
    mutating func pressFocused() -> [Effect] {
        if openCardOfList() { return [] }
        return switch focusedContainer?.focus {
        case .button(let position): pressButton(at: position)
        case .fold(let position): toggleFold(position)
        case .link(let position): openLink(position)
        case .media(let position): pressMedia(position)
        case .loadMore(let page): loadPage(page)
        case .input where enterSubmits: submitForm()
        case nil where replyField != nil: focusReply()
        case .input, nil: moveFocus(1)
        }
    }

    /// The input field of a card that stays open after a reply, as in a conversation. Enter moves the focus to this
    /// field, because the user most likely wants to type the next reply.
    var replyField: FocusTarget? {
        guard let subject = selectedSubject,
            FocusTarget.buttons(in: subject.components).contains(where: { button in
                if case .submit(let submission) = button.action { submission.keepsCard } else { false }
            })
        else { return nil }
        return focusTargets(of: subject).first { if case .input = $0 { true } else { false } }
    }

    private mutating func focusReply() -> [Effect] {
        if let replyField { focus(replyField) }
        return []
    }

    /// Handles a digit key: picks a choice of the focused field, runs a first step, or presses the button with that
    /// number.
    mutating func pressButton(_ number: Int) -> [Effect] {
        if let steps = shownFirstSteps { return perform(firstStep: number, of: steps) }
        guard fieldKeepsDigits else { return pressOnOtherMarks(number) ?? pressButton(at: number - 1) }
        changeFocusedInput { input, value in value.choosing(number - 1, in: input) }
        return []
    }

    /// Presses a button of the selected card by its index, from 0. Indexes after the last button are the card's links.
    mutating func pressButton(at position: Int) -> [Effect] {
        guard let subject = selectedSubject else { return [] }
        let buttons = FocusTarget.buttons(in: subject.components)
        guard buttons.indices.contains(position) else { return openLink(position - buttons.count) }
        if let reason = availabilityOfAnswering(subject, by: buttons[position].action.responseKind).reason {
            show(reason, .information)
            return []
        }
        if let effects = pressOnMarks(buttons[position], of: subject) { return effects }
        if !settings.reducesMotion {
            pressed = PressedButton(
                card: subject.card.id, position: position,
                until: now.addingTimeInterval(PressedButton.duration))
        }
        focus(.button(position))
        return runButtonAction(buttons[position].action, on: subject)
    }

    /// Presses the first button of the selected card that submits.
    mutating func submitForm() -> [Effect] {
        guard let subject = selectedSubject else { return [] }
        let buttons = FocusTarget.buttons(in: subject.components)
        let position = buttons.firstIndex { if case .submit = $0.action { true } else { false } }
        guard let position else {
            show(Strings.Disabled.noSubmit, .information)
            return []
        }
        return pressButton(at: position)
    }

    /// Runs the action of an image, or opens a video. Viewing media is not an answer, so this works even while an
    /// answer to the card is being stored or sent.
    mutating func pressMedia(_ position: Int) -> [Effect] {
        guard let subject = selectedSubject, subject.components.indices.contains(position),
            case .media(let media) = subject.components[position], let action = media.buttonAction
        else { return [] }
        focus(.media(position))
        return media.kind == .video
            ? play(media.url, of: subject.card) : runButtonAction(action, on: subject, by: .image)
    }

    /// The links in a card's texts in the last frame, in reading order.
    package func links(of card: CardID) -> [CardReport.Link] {
        guard let container = focusedContainer else { return [] }
        return frames.last.container(container.id)?.wholeCard(card)?.card.links ?? []
    }

    /// Opens a link of the selected card's texts.
    mutating func openLink(_ position: Int) -> [Effect] {
        guard let subject = selectedSubject, links(of: subject.card.id).indices.contains(position) else { return [] }
        let address = links(of: subject.card.id)[position].address
        focus(.link(position))
        return runButtonAction(.openLink(url: address), on: subject, by: .text)
    }

    /// Leaves the innermost state: withdraws the submitted form whose progress is shown, leaves the focused element,
    /// leaves the subview, closes the card opened from a list, clears the marks, or clears the filter. Does only the
    /// first of these that applies.
    mutating func goBack() -> [Effect] {
        if escapeTakesBack { return withdrawSubmit() }
        if let container = focusedContainer, container.isCardOpen, container.focus == nil,
            container.selection.flatMap({ container.openSubviews[$0] }) == nil
        {
            changeFocused { $0.closeCard() }
            return []
        }
        if let container = focusedContainer, container.typedFilter != nil, container.focus == nil,
            container.marks.isEmpty,
            container.selection.flatMap({ container.openSubviews[$0] }) == nil
        {
            return clearFilter(container.id)
        }
        if focusedContainer?.focus == nil, reportLeavingSubview() { return leaveSubview() }
        if modal != nil, focusedContainer?.focus == nil { return goBackFromModal() }
        return withFocusedContainer { container in
            if container.focus != nil { container.focus = nil } else { container.marks = Marks() }
            return []
        }
    }

    /// Leaves the subview after a click on its back link.
    mutating func clickBack() -> [Effect] { reportLeavingSubview() ? leaveSubview() : [] }

    private mutating func leaveSubview() -> [Effect] {
        withFocusedContainer { container in
            if let card = container.selection { container.leaveSubview(of: card) }
            return []
        }
    }

    /// Reports that the user leaves the open subview. Returns false when the selected card has no open subview.
    private mutating func reportLeavingSubview() -> Bool {
        guard let card = focusedContainer?.selection, focusedContainer?.openSubviews[card] != nil else { return false }
        report(.cardSubviewExited, of: card)
        return true
    }
}
