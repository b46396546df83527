/// The whole of the app's behaviour: takes what happened, changes the state, returns what is to be done.
///
/// Pure: no clock, no environment, no input or output. Cost per event is bounded by the window, never by the feed.
package func update(_ state: inout AppState, _ event: AppEvent) -> [Effect] {
    state.now = event.time
    state.toasts.advance(to: event.time)
    if let pressed = state.pressed, pressed.until <= event.time { state.pressed = nil }
    switch event {
    case .keyPressed(let key, _): return state.press(key)
    case .command(let command, _): return state.perform(command)
    case .pasted(let text, _): return state.type(text)
    case .clicked(let point, _): return state.click(point)
    case .wheelTurned(let rows, _): return state.turnWheel(rows)
    case .resized(let size, _): return state.resize(size)
    case .feedArrived(let container, let window, _): return state.receive(window, in: container)
    case .feedFailed(let container, let reason, _): return state.feedFailed(container, reason: reason)
    case .syncStatusChanged(let status, _): return state.receive(status)
    case .responseSettled(let card, let response, let outcome, _):
        return state.settle(response, of: card, outcome: outcome)
    case .timePassed: return []
    case .noticed(let text, _):
        state.show(text, .information)
        return []
    }
}

extension AppState {
    /// Puts a toast in the queue.
    mutating func show(_ text: String, _ kind: Toast.Kind) { toasts.show(Toast(text, kind: kind), at: now) }
}
