import AppCore
import Canvas
import CardSession

/// Performs the effects of an event. The loop performs those that need the terminal itself, and passes the others to
/// the ``EffectRunner``.
extension AppLoop {
    func perform(_ effects: [Effect]) {
        for effect in effects {
            onEffect?(effect)
            switch effect {
            case .quit(let code): exit = exit ?? ExitStatus(rawValue: code) ?? .failure
            case .suspend: suspend()
            case .redraw: retake()
            case .editText(let text): edit(text)
            case .watchDemo: watchDemo()
            case .export(.copyLink(let address)):
                let isCopied = clipboard?.copy(address.string) ?? terminal.copy(address.string)
                send(.export(.linkCopied(isCopied)))
            case .export(.copy(let text, let what)): copy(text.string, what)
            case .theme(.list): listThemes()
            case .theme(.name): nameThemes()
            case .theme(.use(let name, let isChosen)): use(theme: name, isChosen: isChosen)
            case .bell: terminal.ringBell()
            case .notify(let request): notify(request)
            case .closeNotification(let id): terminal.closeNotification(id)
            default: runner.start(effect, in: state)
            }
        }
    }

    private func notify(_ request: NotificationRequest) {
        // `notificationSupport` is nil unless notifications through the terminal are enabled.
        let isAnswerable = terminal.notificationSupport != nil
        if request.rings || (request.notifies && notifier == .bell && !isAnswerable) { terminal.ringBell() }
        guard request.notifies else { return }
        let (title, body) = (SafeText(request.title, limit: 200), SafeText(request.body, limit: 200))
        if isAnswerable {
            let id = NotificationID()
            let labels = request.buttons.map { SafeText($0.label, limit: DesktopNotification.longestLabel) }
            terminal.show(DesktopNotification(id: id, title: title, body: body, buttons: labels))
            return send(.notification(.shown(id, request)))
        }
        switch notifier {
        case .bell: break
        case .terminal(let sequence): terminal.notify(sequence, title: title, body: body)
        case .program: runner.notify(title: title.string, body: body.string)
        }
    }

    /// Copies through the terminal, which may run on another machine, if it accepts the text; otherwise through a
    /// desktop program.
    private func copy(_ text: String, _ what: Copied) {
        let isShort = text.utf8.count <= Clipboard.limit
        if isShort, clipboard?.copy(text) ?? terminal.copy(text) {
            send(.export(.copied(what, .done)))
        } else {
            runner.copy(text, what, else: isShort ? .noWay : .tooLong(limit: Clipboard.limit))
        }
    }

    func suspend() {
        terminal.release()
        onSuspend?()
        runner.session.withoutWriting { signals?.stopProcess() }
        onResume?()
        // Discards the SIGCONT that follows the loop's own stop.
        _ = signals?.drain()
        terminal.reclaim()
        reclaimed()
    }

    /// Hands the terminal to the user's editor until the editor exits.
    private func edit(_ text: String) {
        guard let editor else {
            send(.textEdited(.failed(reason: Strings.Editor.none)))
            return
        }
        terminal.release()
        let outcome = editor.edit(text, on: terminal.inputDescriptor, signals: signals)
        terminal.reclaim()
        reclaimed()
        send(.textEdited(outcome.result))
        if outcome.isStopWanted { exit = exit ?? .interrupted }
    }

    /// Hands the terminal to the demo until it exits.
    private func watchDemo() {
        guard let demo else { return send(.firstStep(.demoEnded(message: Strings.FirstSteps.demoElsewhere))) }
        terminal.release()
        let outcome = demo.run(on: terminal.inputDescriptor, signals: signals)
        terminal.reclaim()
        reclaimed()
        send(.firstStep(.demoEnded(message: outcome.problem.map(Strings.FirstSteps.demoFailed))))
        if outcome.isStopWanted { exit = exit ?? .interrupted }
    }

    func retake() {
        terminal.release()
        terminal.reclaim()
        reclaimed()
    }

    private func reclaimed() {
        needsFullFrame = true
        isDirty = true
        send(.notification(.allClosed))
        if terminal.size != state.size { send(.resized(terminal.size)) }
        send(.timePassed)
    }
}
