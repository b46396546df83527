/// The whole of the app's behaviour: takes what happened, changes the state, returns what is to be done.
///
/// Pure: no clock, no environment, no input or output. Cost per event is bounded by the window, never by the feed.
package func update(_ state: inout AppState, _ event: AppEvent) -> [Effect] {
    state.now = event.time
    state.isDrawn = false
    if event.comesUnasked { state.staleClickGuard.isUnasked = true }
    state.toasts.advance(to: event.time)
    state.toasts.beginTurn()
    state.undoWindow.advance(to: event.time)
    if let pressed = state.pressed, pressed.until <= event.time { state.pressed = nil }
    let seen = state.noteSeen()
    state.followRanges()
    let day = state.focusedDay
    let shown = state.screenIndex
    let isFirst = state.isFirstWindow(event)
    let front = state.frontCard
    let effects = state.take(event)
    state.keepFocusInSight()
    // One that waited for the end of typing comes as unasked as any other: only a screen's own are expected on it.
    state.raiseModal(isExpected: isFirst || state.screenIndex != shown)
    state.guardNextCard(after: front)
    state.leave(day)
    state.forgetAwaitedAct()
    return seen + effects + state.historyEffects(after: event) + state.draftEffects()
}

extension AppState {
    /// Whether a container gets its cards for the first time: as its screen was shown a moment ago, it is no surprise.
    fileprivate func isFirstWindow(_ event: AppEvent) -> Bool {
        guard case .feedArrived(let id, _, _) = event else { return false }
        return container(id)?.hasWindow == false
    }

    fileprivate mutating func take(_ event: AppEvent) -> [Effect] {
        switch event {
        case .keyPressed(let key, _): return press(key)
        case .command(let command, _): return perform(command)
        case .pasted(let text, _): return paste(text)
        case .lineEntered(let line, _): return enter(line)
        case .files(let event, _): return receive(event)
        case .theme(let event, _): return receive(event)
        case .clicked(let point, _): return click(point)
        case .dragged(let point, _): return drag(point)
        case .wheelTurned(let rows, let point, _): return turnWheel(rows, over: point)
        case .resized(let size, _): return resize(size)
        case .focusChanged(let isFocused, _): return changeFocus(isFocused)
        case .feedArrived(let container, let window, _): return receive(window, in: container)
        case .variablesResolved(let container, let values, _): return receive(values, in: container)
        case .headerRead(let container, let outcome, _): return receive(outcome, of: container)
        case .feedFailed(let container, let reason, _): return feedFailed(container, reason: reason)
        case .syncStatusChanged(let status, _): return receive(status)
        case .responseSettled(let card, let response, let outcome, _):
            return settle(response, of: card, outcome: outcome)
        case .withdrawn(let card, let outcome, _): return withdrawn(card, outcome)
        case .undone(let outcome, _): return undone(outcome)
        case .marks(let event, _): return receive(event)
        case .past(let event, _): return receive(event)
        case .linkCopied(let isCopied, _):
            show(isCopied ? Strings.Link.copied : Strings.Link.notCopied, isCopied ? .success : .information)
            return []
        case .copied(let what, let outcome, _): return copied(what, outcome)
        case .piped(let outcome, _): return piped(outcome)
        case .linkNotOpened(let address, _): return showLink(address)
        case .textEdited(let outcome, _): return takeEdited(outcome)
        case .pictureSettled(let request, let picture, _):
            gallery.take(request, picture)
            return []
        case .timePassed: return startHeaders()
        case .noticed(let text, _):
            show(text, .information)
            return []
        case .picturesSupported(let support, _):
            features.pictures = support
            features.awaitsPictures = false
            return []
        case .filtered(let id, let filters, _): return narrow(id, to: filters)
        }
    }

    /// Puts a toast in the queue.
    mutating func show(_ text: String, _ kind: Toast.Kind) { toasts.show(Toast(text, kind: kind), at: now) }
}
