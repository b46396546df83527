/// A request about themes.
package enum ThemeEffect: Equatable, Sendable {
    /// Read the list of themes. The result is ``ThemeEvent/listed(_:)``.
    case list
    /// Read the names of the valid themes, to complete one. The result is ``ThemeEvent/named(_:)``.
    case name
    /// Draw everything with this theme from now on. The result is ``ThemeEvent/used(_:isChosen:)`` or
    /// ``ThemeEvent/refused(_:reason:)``. `isChosen` is false for a preview.
    case use(String, isChosen: Bool)
}

/// The result of a ``ThemeEffect``.
package enum ThemeEvent: Equatable, Sendable {
    /// The available themes.
    case listed(ThemeList)
    /// The names of the valid themes.
    case named([String])
    /// Everything is drawn with this theme now.
    case used(String, isChosen: Bool)
    /// The theme cannot be used; the previous one stays in use.
    case refused(String, reason: String)
    /// The theme in use has mistakes, which have no effect.
    case faulty(reason: String)
    /// The theme in use has no mistakes.
    case sound
}

extension AppState {
    mutating func receive(_ event: ThemeEvent) -> [Effect] {
        switch event {
        case .listed(let list): openThemes(list)
        case .named: return offerToOverlays(.theme(event)) ?? []
        case .used(let name, let isChosen):
            if isChosen { show(Strings.Themes.chosen(name), .success) }
        case .refused(_, let reason):
            showMistake(reason)
            return offerToOverlays(.theme(event)) ?? []
        case .faulty(let reason): showMistake(reason)
        case .sound: withdrawMistake()
        }
        return []
    }

    private mutating func showMistake(_ reason: String) {
        if reason != themeMistake { withdrawMistake() }
        themeMistake = reason
        show(reason, .failure)
    }

    /// Removes the message about a theme that is no longer in use or has been corrected.
    private mutating func withdrawMistake() {
        guard let mistake = themeMistake else { return }
        toasts.withdraw(at: now) { $0.text == mistake }
        themeMistake = nil
    }

    private mutating func openThemes(_ list: ThemeList) {
        var items = list.items.map { item in
            MenuOverlay.Item(
                label: item.name,
                detail: item.hasMistakes ? Strings.Themes.unusable : item.isOwn ? Strings.Themes.own : nil,
                choice: .theme(item.name))
        }
        var selected = list.items.firstIndex { $0.name == list.currentListed }
        if selected == nil {
            items.insert(MenuOverlay.Item(label: list.current, choice: .theme(list.current)), at: 0)
            selected = 0
        }
        if let selected { items[selected].detail = Strings.Themes.inUse }
        var menu = MenuOverlay(title: Strings.Themes.title, card: nil, items: items, selected: selected ?? 0)
        menu.themeBefore = list.current
        overlays.append(.menu(menu))
    }
}
