import Canvas
import Cards

import struct Foundation.Date

/// Dismisses, snoozes, votes on or answers all marked cards, after one confirmation that shows their number.
extension AppState {
    /// Whether commands act on the marked cards instead of the selected card.
    var hasMarks: Bool { focusedContainer?.marks.isEmpty == false }

    mutating func mark(_ command: Command) -> [Effect] {
        let rows = size.rows
        return withFocusedContainer { container in
            switch command {
            case .markRange: container.toggleRange()
            case .markAll: container.toggleAll()
            default: container.toggleMark(rows: rows)
            }
        }
    }

    mutating func receive(_ event: MarksEvent) -> [Effect] {
        switch event {
        case .read(let container, let outcome): return receive(outcome, in: container)
        // If the menu was closed in the meantime, the result is ignored.
        case .reviewed: return offerToOverlays(.marks(event)) ?? []
        case .settled(let plan, let response, let outcome): return settle(response, of: plan, outcome)
        }
    }

    mutating func followRanges() {
        for index in containers.indices where containers[index].marks.rangeStart != nil {
            containers[index].followRange()
        }
    }

    /// Removes the marks of cards that a new filter hides, so that no command acts on a hidden card. Does nothing while
    /// the user types the filter: its first letters may hide cards that the complete filter shows.
    mutating func matchMarks(in index: Int) -> [Effect] {
        let id = containers[index].id
        let isTyping = overlays.contains { if case .filter(let line) = $0 { line.container == id } else { false } }
        return isTyping ? [] : containers[index].matchMarks()
    }

    /// Stores the marks that were read from the store.
    private mutating func receive(_ read: MarksOutcome, in id: ContainerID) -> [Effect] {
        guard let index = containers.firstIndex(where: { $0.id == id }), containers[index].marks.isReading else {
            return []
        }
        containers[index].marks.isReading = false
        let pending = containers[index].marks.pending
        containers[index].marks.pending = nil
        switch read {
        case .read(let cards): containers[index].marks.cards = cards
        case .failed(let reason):
            show(Strings.Marks.failed(reason), .failure)
            return []
        }
        return pending.map { review($0, in: index) } ?? []
    }

    /// Votes on the marked cards, or on the selected card.
    mutating func vote(_ command: Command) -> [Effect] {
        guard hasMarks, let container = focusedContainer, let action = container.bulkVote(command) else {
            return actOnSelected(command)
        }
        return reviewMarks(action)
    }

    /// Determines which of the marked cards allow the action, and asks for confirmation. Reads cards outside the window
    /// first.
    mutating func reviewMarks(_ action: BulkAction) -> [Effect] {
        guard let index = focusedIndex else { return [] }
        reports.actionSource = .unknown
        let effects = containers[index].endRange()
        guard !containers[index].marks.isReading else {
            containers[index].marks.pending = action
            return effects
        }
        return review(action, in: index)
    }

    /// Whether a digit applies to the marked cards although the selected card is not one of them.
    var digitsMeanMarks: Bool {
        guard keysMeanMarks, let container = focusedContainer, let selection = container.selection else { return false }
        return !container.isMarked(selection)
    }

    /// Presses a button of the marked cards while the selected card is not marked, because other keys also act on the
    /// marked cards then. Nil if the button does not answer a card.
    mutating func pressOnOtherMarks(_ number: Int) -> [Effect]? {
        guard digitsMeanMarks, let container = focusedContainer else { return nil }
        if let action = container.markedAction(ofButton: number - 1) { return reviewMarks(action) }
        let buttons = selectedSubject.map { FocusTarget.buttons(in: $0.components) } ?? []
        guard buttons.indices.contains(number - 1), buttons[number - 1].action.answers else { return nil }
        show(Strings.Marks.noButton(number, back: settings.keymap.keyText(for: .back)), .information)
        return []
    }

    /// Asks whether to press a button on all marked cards, if the card is one of them. Nil if the button applies to
    /// this card only.
    mutating func pressOnMarks(_ button: Card.Button, of subject: Subject) -> [Effect]? {
        guard let container = focusedContainer, container.markedCount != 1, container.isMarked(subject.card.id),
            container.openSubview(of: subject.card) == nil, let response = button.action.plainResponse
        else { return nil }
        let action = BulkAction.press(text: button.text, response)
        return action.isOffered(by: subject.card.body) ? reviewMarks(action) : nil
    }

    private mutating func review(_ action: BulkAction, in index: Int) -> [Effect] {
        let container = containers[index]
        if let plan = container.plan(action) {
            ask(plan)
            return []
        }
        var menu = MenuOverlay(
            title: Strings.Marks.looking(container.marks.cards.count), card: nil,
            items: [MenuOverlay.Item(label: Strings.Marks.cancel(container.marks.cards.count), choice: .keep)])
        menu.isReview = true
        overlays.append(.menu(menu))
        return [.marks(.review(container.id, container.streamID, container.marks.cards, action))]
    }

    /// Asks for confirmation, or for the time or reason.
    mutating func ask(_ plan: BulkPlan) {
        guard !plan.cards.isEmpty else {
            show(Strings.Marks.none(plan), .information)
            return
        }
        var items: [MenuOverlay.Item]
        var selected = 0
        switch plan.action {
        case .dismiss, .voteUp, .press:
            // As for the question of a single card, Enter alone answers nothing, and neither does a second press of the
            // digit that opened the question.
            selected = 1
            keyboard.guardQuestion(at: now)
            items = [
                MenuOverlay.Item(label: Strings.Marks.confirm(plan), choice: .answerMarked, key: Strings.Menu.yes),
                MenuOverlay.Item(label: Strings.Marks.cancel(plan.cards.count), choice: .keep, key: Strings.Menu.no),
            ]
        case .snooze:
            items = SnoozeChoice.all(at: now, in: settings.zone).map {
                MenuOverlay.Item(label: $0.label, detail: $0.detail(at: now, in: settings.zone), choice: .snooze($0))
            }
            items.append(MenuOverlay.Item(label: Strings.Snooze.custom, choice: .snoozeCustom))
        case .voteDown:
            items = CardResponse.VoteReason.allCases.map {
                MenuOverlay.Item(label: Strings.Vote.reason($0), choice: .voteDown($0))
            }
        }
        var menu = MenuOverlay(title: Strings.Marks.title(plan), card: nil, items: items, selected: selected)
        menu.plan = plan
        overlays.append(.menu(menu))
        if plan.action == .snooze { reports.add(EventReport(.snoozeOptionsDisplayed, streamID: plan.stream)) }
    }

    /// Sends one answer to many cards, and clears the marks.
    mutating func respond(_ response: CardResponse, to plan: BulkPlan) -> [Effect] {
        let cards = Set(plan.cards)
        var effects: [Effect] = [.marks(.respond(plan, response))]
        for index in containers.indices where containers[index].streamID == plan.stream {
            for item in containers[index].window.items where cards.contains(item.id) {
                answers.begin(item)
                revisions.recordAnswer(to: item)
            }
        }
        if let index = containers.firstIndex(where: { $0.id == plan.container }) { containers[index].marks = Marks() }
        // A vote leaves the card in place.
        guard response.resultingStatus != nil else { return effects }
        let answers = answers
        let rows = size.rows
        for index in containers.indices {
            guard let selection = containers[index].selection, cards.contains(selection) else { continue }
            containers[index].moveOn { answers.include($0) }
            effects += containers[index].windowEffects(rows: rows)
        }
        return effects
    }

    /// Handles the result of an answer to many cards.
    private mutating func settle(_ response: CardResponse, of plan: BulkPlan, _ outcome: BulkOutcome) -> [Effect] {
        switch outcome {
        case .queued(let count, let until):
            let stayed = plan.cards.count - count
            guard count > 0, let first = plan.cards.first else {
                show(Strings.Marks.stayed(stayed), .information)
                return []
            }
            undoWindow.record(
                response, of: first, among: plan.cards, title: "", count: count, stayed: stayed, until: until,
                at: now)
            toasts.giveWay()
            // A vote leaves the cards in place, so no feed update shows that they can be answered again.
            if response.resultingStatus == nil { for card in plan.cards { answers.reopen(card) } }
            guard !undoWindow.holds(first) else { return [] }
            show(
                done(response, first, count) + (stayed == 0 ? "" : Strings.Marks.stayedToo(stayed, response)), .success)
        case .failed(let reason):
            show(Strings.Toasts.failed(response, reason: reason), .failure)
            for card in plan.cards { answers.reopen(card) }
        }
        return []
    }
}
