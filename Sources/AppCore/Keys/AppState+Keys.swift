import Canvas

import struct Foundation.Date

extension AppState {
    /// A key: part of a sequence, a command, or text.
    mutating func press(_ key: KeyChord) -> [Effect] {
        returning = nil
        revisions.lastAnswered = nil
        let layer = keyLayer
        if let grace = modalGrace {
            modalGrace = nil
            if now < grace, layer == .stream, modal != nil, pendingKeys.isEmpty {
                // A key that is held down comes again and again.
                modalGrace = max(grace, now.addingTimeInterval(Self.repeatPause))
                show(Strings.Toasts.modalCame, .information)
                return []
            }
        }
        if let stray = staleKeyGuard, now >= stray.until || layer.takesText || !overlays.isEmpty { staleKeyGuard = nil }
        if let stray = staleKeyGuard, stray.wereForText {
            // A key that types nothing, such as Ctrl-C, was not meant for a text or a sheet.
            if key.typed == nil, case .command(let command) = keymap.resolve([key], in: layer), !command.answersCard {
                return perform(command)
            }
            if stray.isTyping { staleKeyGuard?.until = now.addingTimeInterval(StaleKeyGuard.pause) }
            return []
        }
        if let effects = search(by: key) { return effects }
        pendingKeys.append(key)
        switch keymap.resolve(pendingKeys, in: layer) {
        case .command(let command):
            pendingKeys = []
            let stray = command.answersCard ? staleKeyGuard : nil
            if staleKeyGuard?.isTyping != true, staleKeyGuard?.outlastsKeys != true { staleKeyGuard = nil }
            if let stray {
                if stray.isTyping { staleKeyGuard?.until = now.addingTimeInterval(StaleKeyGuard.pauseAfterNumber) }
                if stray.outlastsKeys {
                    staleKeyGuard?.until = max(stray.until, now.addingTimeInterval(Self.repeatPause))
                }
                show(stray.reason, .information)
                revisions.knownUntil = now.addingTimeInterval(StaleKeyGuard.knowing)
                return []
            }
            return perform(command)
        case .prefix:
            return []
        case .unbound:
            let isSingle = pendingKeys.count == 1
            pendingKeys = []
            if overlays.isEmpty, !layer.takesText { toasts.drop(at: now) }
            guard isSingle, let character = key.typed else { return [] }
            if !overlays.isEmpty { return handleInOverlay(.typed(character)) ?? [] }
            return layer.takesText ? type(String(character)) : []
        }
    }

    /// Text for the focused field; anywhere else it is not wanted.
    mutating func type(_ text: String) -> [Effect] {
        if keyLayer.isField { editField { $0.insert(text) } }
        return []
    }
}
