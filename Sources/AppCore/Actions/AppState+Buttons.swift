package import Cards

import struct Foundation.Date

extension AppState {
    /// Moves the focus over the card's fields and buttons, around at the ends.
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

    /// What of a card can have the focus in the layout on screen.
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

    /// Presses the focused button or picture, opens the focused link or unfolds the focused text; in a text field goes
    /// on, or sends a form that can be sent again; without a focus goes to the field of a reply, else to the card's first element. In a list it opens the card first.
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

    /// The field of a card that can be answered again and again, as in a conversation: what is typed next is meant for it.
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

    /// A digit: among choices it chooses, also among the first steps.
    mutating func pressButton(_ number: Int) -> [Effect] {
        if let steps = shownFirstSteps { return perform(firstStep: number, of: steps) }
        guard fieldKeepsDigits else { return pressOnOtherMarks(number) ?? pressButton(at: number - 1) }
        changeFocusedInput { input, value in value.choosing(number - 1, in: input) }
        return []
    }

    /// Presses a button of the selected card by its place, from 0; what follows the buttons are its links.
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
        return run(buttons[position].action, on: subject)
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

    /// Does what an image is for, or opens a video. Looking at something answers nothing, so it works on a card that
    /// waits for an answer to arrive.
    mutating func pressMedia(_ position: Int) -> [Effect] {
        guard let subject = selectedSubject, subject.components.indices.contains(position),
            case .media(let media) = subject.components[position], let action = media.buttonAction
        else { return [] }
        focus(.media(position))
        return media.kind == .video ? play(media.url, of: subject.card) : run(action, on: subject, by: .image)
    }

    /// The links in a card's texts that the last frame showed, in reading order.
    package func links(of card: CardID) -> [CardReport.Link] {
        guard let container = focusedContainer else { return [] }
        return frames.last.container(container.id)?.wholeCard(card)?.card.links ?? []
    }

    /// Opens a link of the selected card's texts.
    mutating func openLink(_ position: Int) -> [Effect] {
        guard let subject = selectedSubject, links(of: subject.card.id).indices.contains(position) else { return [] }
        let address = links(of: subject.card.id)[position].address
        focus(.link(position))
        return run(.openLink(url: address), on: subject, by: .text)
    }

    /// Takes back the submit whose progress shows, else leaves the focused element, else the subview, else the open
    /// card of a list, else takes the marks, else leaves the filter.
    mutating func goBack() -> [Effect] {
        if escapeTakesBack { return withdrawSubmit() }
        if let container = focusedContainer, container.list.isCardOpen, container.isList, container.focus == nil,
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
        return withFocusedContainer { container in
            if container.focus != nil { container.focus = nil } else { container.marks = Marks() }
            return []
        }
    }

    /// By a click on the way back.
    mutating func clickBack() -> [Effect] { reportLeavingSubview() ? leaveSubview() : [] }

    private mutating func leaveSubview() -> [Effect] {
        withFocusedContainer { container in
            if let card = container.selection { container.leaveSubview(of: card) }
            return []
        }
    }

    /// Returns whether a subview is open on the selected card.
    private mutating func reportLeavingSubview() -> Bool {
        guard let card = focusedContainer?.selection, focusedContainer?.openSubviews[card] != nil else { return false }
        report(.cardSubviewExited, of: card)
        return true
    }
}
