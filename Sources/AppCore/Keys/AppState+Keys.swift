import Canvas

import struct Foundation.Date

extension AppState {
    /// Handles a key: as part of a sequence, as a command, or as text.
    mutating func press(_ key: KeyChord) -> [Effect] {
        returning.forgetCardToSelect()
        revisions.lastAnswered = nil
        let layer = keyLayer
        if modalCards.ignoresKeys(at: now), layer == .stream, modal != nil, keyboard.pending.isEmpty {
            modalCards.ignoreRepeats(at: now)
            show(Strings.Toasts.modalCame, .information)
            return []
        }
        modalCards.acceptKeys()
        keyboard.endGuard(at: now, orIf: layer.takesText || !overlays.isEmpty, isMenu: layer == .menu)
        if keyboard.staleGuard?.wereForText == true {
            // A key that does not type a character, such as Ctrl-C, was not meant as text.
            if key.typed == nil, case .command(let command) = settings.keymap.resolve([key], in: layer),
                !command.answersCard
            {
                return runCommand(command)
            }
            keyboard.goOnTyping(at: now)
            return []
        }
        if let effects = search(by: key) { return effects }
        keyboard.pending.append(key)
        let keys = keyboard.pending
        switch settings.keymap.resolve(keys, in: layer) {
        case .command(let command):
            keyboard.pending = []
            if let reason = keyboard.refusal(ofKeyFor: command, at: now) {
                show(reason, .information)
                if overlays.isEmpty { revisions.knownUntil = now.addingTimeInterval(StaleKeyGuard.knowing) }
                return []
            }
            if layer == .choice, key.typed != nil, command.actsOnCard {
                // The user may be typing on after the focus moved from a text field to this field.
                let back = settings.keymap.keyText(for: .back)
                show(Strings.Disabled.leaveField(back, key: KeySequence.text(keys)), .information)
                return []
            }
            return runCommand(command)
        case .prefix:
            return []
        case .unbound:
            let isSingle = keyboard.pending.count == 1
            keyboard.pending = []
            if overlays.isEmpty, !layer.takesText { toasts.drop(at: now) }
            guard isSingle, let character = key.typed else { return [] }
            if !overlays.isEmpty { return handleInOverlay(.typed(character)) ?? [] }
            return layer.takesText ? type(String(character)) : []
        }
    }

    /// Inserts text into the focused field. Does nothing without one.
    mutating func type(_ text: String) -> [Effect] {
        if keyLayer.isField { editField { $0.insert(text) } }
        return []
    }
}
