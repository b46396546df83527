import Canvas
import Cards

import struct Foundation.Date

extension AppState {
    /// Runs a command on a card itself, rather than one of its buttons.
    mutating func runCardCommand(_ command: Command, on subject: Subject, from origin: Command.Origin = .key)
        -> [Effect]
    {
        if let reason = command.availability(on: subject, from: origin, in: self).reason {
            show(reason, .information)
            return []
        }
        let card = subject.card
        reports.actionSource = origin == .menu || command == .openMenu ? .overflow : .unknown
        switch command {
        case .dismiss: return respond(.dismiss, to: subject)
        case .snooze: return openSnoozeMenu(subject)
        case .voteUp: return voteUp(subject)
        case .voteDown: return openVoteMenu(subject)
        case .openMenu: return openMenu(subject)
        case .retryAction:
            show(Strings.Toasts.retrying, .information)
            return [.retryAction(card.id, card.streamID)]
        case .discardAction:
            show(Strings.Toasts.discarded, .information)
            return [.discardAction(card.id, card.streamID)]
        default: return []
        }
    }

    /// Runs a command on the selected card after a key press.
    mutating func actOnSelected(_ command: Command) -> [Effect] {
        selectedSubject.map { runCardCommand(command, on: $0) } ?? []
    }

    /// Sends an answer. If the answer closes the card, moves the selection immediately, so that pressing the same key
    /// again acts on the next card.
    mutating func respond(_ response: CardResponse, to subject: Subject) -> [Effect] {
        answers.begin(subject.item, in: subject.container)
        revisions.recordAnswer(to: subject.item)
        var effects: [Effect] = [.respond(subject.card.id, subject.card.streamID, response)]
        if response.resultingStatus != nil {
            let answers = answers
            let rows = size.rows
            for index in containers.indices where containers[index].selection == subject.card.id {
                containers[index].moveOn { answers.include($0) }
                effects += containers[index].windowEffects(rows: rows)
            }
        }
        return effects
    }

    // MARK: Snooze

    /// Snoozes the marked cards, or the selected card if none are marked, without a menu.
    mutating func snoozeSelected(until: Date) -> [Effect] {
        guard Command.snooze.availability(in: self).isEnabled, ensureVisible(toRun: .snooze) else { return [] }
        reports.actionSource = .unknown
        guard hasMarks else { return selectedSubject.map { respond(.snooze(until: until), to: $0) } ?? [] }
        // Marked cards outside the window must be looked up first; the menu asks for confirmation afterwards.
        guard let plan = focusedContainer?.plan(.snooze), !plan.cards.isEmpty else { return runCommand(.snooze) }
        return respond(.snooze(until: until), to: plan)
    }

    mutating func openSnoozeMenu(_ subject: Subject) -> [Effect] {
        let expiry = subject.card.expiresAt
        var items = SnoozeChoice.all(at: now, in: settings.zone).map { choice in
            let error = expiry.flatMap { choice.until > $0 ? TimeParserError.afterExpiry($0) : nil }
            return MenuOverlay.Item(
                label: choice.label,
                detail: error == nil ? choice.detail(at: now, in: settings.zone) : Strings.Snooze.pastExpiry,
                choice: .snooze(choice), unavailable: error?.message(at: now, in: settings.zone))
        }
        items.append(MenuOverlay.Item(label: Strings.Snooze.custom, choice: .snoozeCustom))
        let first = items.firstIndex { $0.unavailable == nil } ?? 0
        overlays.append(
            .menu(
                MenuOverlay(
                    title: strings(for: subject.card.id)[.snoozeTitle], card: subject.card.id, items: items,
                    selected: first)))
        report(.snoozeOptionsDisplayed, of: subject.card.id)
        return []
    }

    // MARK: Votes

    mutating func voteUp(_ subject: Subject) -> [Effect] {
        guard case .enabled(let label?) = subject.card.body.actions.voteUp else {
            return respond(.voteUp(message: nil), to: subject)
        }
        openVotePrompt(.voteUp, title: label, hint: Strings.Vote.usefulHint, subject)
        return []
    }

    mutating func openVoteMenu(_ subject: Subject) -> [Effect] {
        let items = CardResponse.VoteReason.allCases.map { reason in
            MenuOverlay.Item(label: Strings.Vote.reason(reason), choice: .voteDown(reason))
        }
        overlays.append(
            .menu(
                MenuOverlay(
                    title: strings(for: subject.card.id)[.votingNotUseful], card: subject.card.id, items: items)))
        return []
    }

    /// Two of the reasons need no explanation. For "something else", asks for a message.
    mutating func voteDown(_ reason: CardResponse.VoteReason, _ subject: Subject) -> [Effect] {
        guard reason == .other else { return respond(.voteDown(reason: reason, message: nil), to: subject) }
        var title = strings(for: subject.card.id)[.votingFeedbackTitle]
        if case .enabled(let label?) = subject.card.body.actions.voteDown { title = label }
        openVotePrompt(.voteDown(reason), title: title, hint: Strings.Vote.hint, subject)
        return []
    }

    private mutating func openVotePrompt(
        _ purpose: PromptOverlay.Purpose, title: String, hint: String, _ subject: Subject
    ) {
        var prompt = PromptOverlay(
            title: title, card: subject.card.id, purpose: purpose, hint: hint, limit: CardResponse.voteMessageLimit)
        if let text = revisions.feedback.removeValue(forKey: subject.card.id) { prompt.field = TextField(text) }
        prompt.tooLong = strings(for: subject.card.id)[.votingFeedbackValidationMessage]
        overlays.append(.prompt(prompt))
    }

    // MARK: Overflow menu

    /// Opens the overflow menu. A card that has a dismiss button instead of the menu is dismissed.
    private mutating func openMenu(_ subject: Subject) -> [Effect] {
        if subject.card.body.actions.overflowMenu == .dismiss { return respond(.dismiss, to: subject) }
        let strings = strings(for: subject.card.id)
        let commands: [(Command, String)] = [
            (.snooze, strings[.snoozeTitle]), (.dismiss, strings[.dismissTitle]), (.voteUp, strings[.votingUseful]),
            (.voteDown, strings[.votingNotUseful]),
        ]
        let items = commands.compactMap { command, label -> MenuOverlay.Item? in
            guard command.availability(on: subject, from: .menu, in: self).isEnabled else { return nil }
            let hasKey = command.availability(on: subject, from: .key, in: self).isEnabled
            return MenuOverlay.Item(
                label: label, choice: .command(command), key: hasKey ? settings.keymap.key(for: command) : nil)
        }
        overlays.append(.menu(MenuOverlay(title: Strings.Menu.title, card: subject.card.id, items: items)))
        return []
    }

    // MARK: Outcome of a response

    mutating func settle(_ response: CardResponse, of card: CardID, outcome: ResponseOutcome) -> [Effect] {
        let options = options(for: card)
        switch outcome {
        case .queued: break
        case .closed(let status):
            forms.replies.end(response, of: card)
            return close(response, to: card, as: status)
        case .delivered, .refused, .failed: revisions.endAnswer(to: card)
        }
        switch outcome {
        case .closed: break
        case .queued(let until):
            recordDone(response, of: card, until: until)
            // A submitted form is complete only once the server confirms it. Its progress is shown until then.
            if case .submit = response { return [] }
            // Within the undo window, the notice row shows the answer with the time left to undo it.
            if !undoWindow.holds(card) {
                answers.forgetOrigin(of: card)
                if case .reply = response { showKept(card, options) } else { showDone(response, options) }
            }
            // A vote leaves the card in place, so no feed update shows that the card can be answered again.
            if response.resultingStatus == nil { answers.reopen(card) }
            if case .reply = response { forms.replies.store(response, of: card) }
        // The card itself shows the refusal.
        case .refused:
            answers.forgetOrigin(of: card)
            if case .submit = response { answers.sending.end(card) }
        case .failed(let reason):
            show(Strings.Toasts.failed(response, reason: reason), .failure)
            answers.fail(response, of: card)
            returnToForm(of: card, forms.replies.fail(response, of: card))
        case .delivered:
            undoWindow.end(response, of: card, isUndone: false)
            answers.forgetOrigin(of: card)
            let button: String
            switch response {
            case .submit(let name, _):
                button = name
                answers.sending.end(card)
                forms.drop(card)
            case .reply(let name, _):
                button = name
                forms.replies.end(response, of: card)
            default: return []
            }
            let submission = answers.deliver(button: button, of: card)
            showDone(response, options, saying: submission?.done)
            switch submission?.then {
            case .payload(let payload): return pass(payload, of: card, by: .submit(button: button))
            case .url(let url): return open(url, of: card, by: .submit(button: button))
            case nil: break
            }
        }
        return []
    }

    /// - Parameter words: The publisher's text for the toast; nil for the container's text.
    private mutating func showDone(
        _ response: CardResponse, _ options: ContainerOptions, saying words: String? = nil
    ) {
        guard options.elements.contains(.toasts) else { return }
        show(words ?? options.strings.done(response, at: now, in: settings.zone), .success)
    }

    /// Shows that a reply is stored while there is no connection. With a connection, the delivery is reported instead.
    private mutating func showKept(_ card: CardID, _ options: ContainerOptions) {
        guard options.elements.contains(.toasts), let stream = subject(card)?.card.streamID,
            !isConnected(to: stream)
        else { return }
        show(Strings.Toasts.replyWaits, .information)
    }
}

extension ContainerModel {
    /// Moves the selection from an answered card that is about to leave to the card below, or above if there is none.
    /// Keeps the selection when all other cards are leaving too.
    mutating func moveOn(isLeaving: (CardWindow.Item) -> Bool) {
        guard let index = selectedIndex else { return }
        let below = window.items.dropFirst(index + 1).first { !isLeaving($0) }
        let above = window.items.prefix(index).last { !isLeaving($0) }
        guard let next = below ?? above else { return }
        select(next.id, edge: .nearest)
        scrollIntent = .revealTitle(with: nil)
    }
}
