package import struct Foundation.Date

/// Handles an event: changes the state, and returns the effects to run. Contains all of the app's behaviour.
///
/// A pure function: no clock, no environment, no input or output. The cost per event is bounded by the size of the
/// window, not by the size of the feed.
package func update(_ state: inout AppState, _ event: AppEvent) -> [Effect] {
    state.now = event.time
    state.frames.isCurrent = false
    if event.kind.changesScreenUnprompted { state.mouse.staleGuard.hasUnpromptedChange = true }
    state.toasts.advance(to: event.time)
    state.toasts.beginTurn()
    state.undoWindow.advance(to: event.time)
    if let pressed = state.pressed, pressed.until <= event.time { state.pressed = nil }
    let seen = state.recordSeen() + state.dismissDue()
    state.followRanges()
    let field = state.focusedField
    let shown = state.screenIndex
    let isFirst = state.isFirstWindow(event.kind)
    let front = state.frontCard
    if event.kind.isByUser { state.changeFocused { $0.isTouched = true } }
    let effects = state.handle(event.kind)
    if event.kind.isByUser { state.changeFocused { $0.isTouched = true } }
    state.keepFocusInSight(isExpected: state.screenIndex != shown)
    // A modal card that was delayed until the user stopped typing is unexpected like any other. Only the cards of a
    // screen that was just opened are expected.
    state.raiseModal(isExpected: isFirst || state.screenIndex != shown || state.modalCards.isExpected(at: state.now))
    if state.modal != nil { state.modalCards.endExpecting() }
    state.guardNextCard(after: front)
    state.leave(field)
    return seen + effects + state.startOtherScreens() + state.closeAnsweredNotifications()
        + state.historyEffects(after: event.kind)
        + state.draftEffects()
}

package func update(_ state: inout AppState, _ kind: AppEvent.Kind, at time: Date) -> [Effect] {
    update(&state, AppEvent(kind, at: time))
}

extension AppEvent.Kind {
    /// Whether the user pressed a key or used the mouse.
    fileprivate var isByUser: Bool {
        switch self {
        case .keyPressed, .command, .pasted, .lineEntered, .clicked, .dragged, .wheelTurned: true
        default: false
        }
    }
}

extension AppState {
    /// Whether a container on screen receives its first cards. They are expected, because the screen was opened a
    /// moment ago.
    fileprivate func isFirstWindow(_ event: AppEvent.Kind) -> Bool {
        guard case .feedArrived(let id, _) = event else { return false }
        return container(id)?.hasWindow == false && screen?.containers.contains(id) == true
    }

    fileprivate mutating func handle(_ event: AppEvent.Kind) -> [Effect] {
        switch event {
        case .keyPressed(let key): return press(key)
        case .command(let command): return runCommand(command)
        case .pasted(let text): return paste(text)
        case .lineEntered(let line): return enter(line)
        case .files(let event): return receive(event)
        case .theme(let event): return receive(event)
        case .clicked(let point): return click(point)
        case .dragged(let point): return drag(point)
        case .wheelTurned(let rows, let point): return turnWheel(rows, over: point)
        case .resized(let size): return resize(size)
        case .focusChanged(let isFocused):
            notifications.changeFocus(isFocused)
            return []
        case .notification(let event): return receive(event)
        case .feedArrived(let container, let window): return receive(window, in: container)
        case .variablesResolved(let container, let values): return receive(values, in: container)
        case .headerRead(let container, let outcome): return receive(outcome, of: container)
        case .variablesChanged(let container): return updateVariables(in: container)
        case .feedFailed(let container, let reason): return feedFailed(container, reason: reason)
        case .syncStatusChanged(let status): return receive(status)
        case .responseSettled(let card, let response, let outcome):
            return settle(response, of: card, outcome: outcome)
        case .discarded(let card, let replies): return takeBack(replies, of: card)
        case .withdrawn(let card, let outcome): return withdrawn(card, outcome)
        case .undone(let outcome): return undone(outcome)
        case .marks(let event): return receive(event)
        case .page(let event): return receive(event)
        case .history(let event): return receive(event)
        case .export(let event): return receive(event)
        case .firstStep(let event): return receive(event)
        case .conversation(let event): return receive(event)
        case .switches(let event): return receive(event)
        case .textEdited(let outcome): return receiveEdited(outcome)
        case .pictureSettled(let request, let picture):
            gallery.receive(request, picture)
            return []
        case .timePassed: return notificationEffects() + startHeaders()
        case .noticed(let text):
            show(text, .information)
            return []
        case .picturesSupported(let support):
            settings.receive(support)
            return []
        case .draftsFound(let drafts):
            forms.restore(drafts)
            return []
        case .appearanceChanged(let hasNerdFont, let reducesMotion):
            settings.changeAppearance(hasNerdFont: hasNerdFont, reducesMotion: reducesMotion)
            return []
        case .filtered(let id, let filters): return narrow(id, to: filters)
        }
    }

    /// Puts a toast in the queue.
    mutating func show(_ text: String, _ kind: Toast.Kind) { toasts.show(Toast(text, kind: kind), at: now) }
}
