import Cards

import struct Foundation.Date

/// Passes events to overlays, and applies their actions.
extension AppState {
    /// Lets the topmost overlay handle an event. Nil if there is no overlay, or if it does not handle the event.
    mutating func handleInOverlay(_ event: OverlayEvent) -> [Effect]? {
        overlays.indices.last.flatMap { handle(event, inOverlayAt: $0) }
    }

    /// Offers an event to all overlays, the topmost first. Nil if none of them handles it.
    mutating func offerToOverlays(_ event: AppEvent.Kind) -> [Effect]? {
        for index in overlays.indices.reversed() {
            if let effects = handle(.answer(event), inOverlayAt: index) { return effects }
        }
        return nil
    }

    /// Lets each overlay handle an event.
    mutating func handleInOverlays(_ event: OverlayEvent) -> [Effect] {
        var effects: [Effect] = []
        for index in overlays.indices.reversed() { effects += handle(event, inOverlayAt: index) ?? [] }
        return effects
    }

    private mutating func handle(_ event: OverlayEvent, inOverlayAt index: Int) -> [Effect]? {
        var component = overlays[index].component
        guard let actions = component.handle(event, in: self) else {
            overlays[index] = component.overlay
            return nil
        }
        overlays[index] = component.overlay
        return apply(actions, ofOverlayAt: index)
    }

    /// Edits the text of the topmost overlay, or of the focused field if there is no overlay.
    mutating func edit(_ change: (inout TextField) -> Void) -> [Effect] {
        guard let index = overlays.indices.last, keyLayer.takesText else {
            editField(change)
            return []
        }
        var component = overlays[index].component
        let actions = component.edit(change, in: self)
        overlays[index] = component.overlay
        return apply(actions, ofOverlayAt: index)
    }

    /// Closes the topmost overlay without any other effect.
    mutating func close() -> [Effect] {
        if let effects = handleInOverlay(.command(.close)) { return effects }
        _ = overlays.popLast()
        return []
    }

    private mutating func apply(_ actions: [OverlayAction], ofOverlayAt index: Int) -> [Effect] {
        var effects: [Effect] = []
        for action in actions {
            if case .close = action {
                overlays.remove(at: index)
            } else {
                effects += apply(action)
            }
        }
        return effects
    }

    /// Applies the actions of a command with an argument, without an overlay.
    mutating func apply(_ actions: [OverlayAction]) -> [Effect] { actions.flatMap { apply($0) } }

    private mutating func apply(_ action: OverlayAction) -> [Effect] {
        switch action {
        case .close: break
        case .open(let overlay): overlays.append(overlay)
        case .start(let effect): return [effect]
        case .show(let text, let kind): show(text, kind)
        case .guardKeys(let reason):
            keyboard.staleGuard = StaleKeyGuard(
                until: now.addingTimeInterval(StaleKeyGuard.pauseAfterNumber), wereForText: false, isTyping: true,
                reason: reason)
        case .runCommand(let command): return runCommand(command)
        case .runCardCommand(let command, let card):
            return subject(card).map { runCardCommand(command, on: $0, from: .menu) } ?? []
        case .respond(let response, let card): return subject(card).map { respond(response, to: $0) } ?? []
        case .snooze(let until): return snoozeSelected(until: until)
        // A command that runs makes a message about an earlier line, which was not valid, out of date.
        case .recallFilter(let text):
            recent.add(filter: text)
            toasts.giveWay()
        case .recall(let command):
            recent.add(command)
            toasts.giveWay()
        case .respondToMany(let plan, let response): return respond(response, to: plan)
        case .ask(let plan): ask(plan)
        case .voteDown(let reason, let card): return subject(card).map { voteDown(reason, $0) } ?? []
        case .fill(let card, let input, let value, let reason): fill(input, of: card, with: value, orShow: reason)
        case .filter(let container, let filter): return self.filter(container, by: filter)
        case .sort(let container, let order): return sort(container, by: order)
        case .group(let container, let grouping): return group(container, by: grouping)
        case .activate(let target): return activate(target)
        case .pipe(let card, let command): return subject(card).map { pipe($0, to: command) } ?? []
        case .submitConfirmed(let submission, let card): return submitConfirmed(submission, of: card)
        case .submit(let overlay, let files): return submit(overlay, files: files)
        case .refuse(let overlay, let input, let reason): refuse(overlay, input: input, reason: reason)
        case .remember(let memory): files = memory
        case .expect(let cards): returning.expect(cards, at: now)
        case .report(let detail, let card): report(detail, of: card)
        case .reportMarked(let detail, let stream): reports.add(EventReport(detail, streamID: stream))
        }
        return []
    }

    /// Whether an overlay belongs to the card.
    func hasOverlay(of card: CardID) -> Bool { overlays.contains { $0.card == card } }

    /// Closes overlays whose card has left.
    mutating func closeOrphanedOverlays(since old: CardWindow, in new: CardWindow) -> [Effect] {
        var effects: [Effect] = []
        var (isClosed, isReplaced) = (false, false)
        for index in overlays.indices.reversed() {
            guard let card = overlays[index].card,
                !containers.contains(where: { $0.window.items.contains { $0.id == card } })
            else { continue }
            if old.items.contains(where: { $0.id == card && new.replacement(of: $0) != nil }) { isReplaced = true }
            isClosed = true
            effects += handle(.cardLost, inOverlayAt: index) ?? []
            overlays.remove(at: index)
        }
        if isClosed { show(isReplaced ? Strings.Toasts.cardChanged : Strings.Toasts.cardGone, .information) }
        return effects
    }
}
