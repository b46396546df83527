/// What is asked about themes.
package enum ThemeEffect: Equatable, Sendable {
    /// Find out what themes there are; answer with ``ThemeEvent/listed(_:)``.
    case list
    /// Find out the names of those that can be used, to complete one; answer with ``ThemeEvent/named(_:)``.
    case name
    /// Draw everything in this theme from now on; answer with ``ThemeEvent/used(_:isChosen:)`` or
    /// ``ThemeEvent/refused(_:reason:)``. It is chosen when it is to stay, and otherwise only looked at.
    case use(String, isChosen: Bool)
}

/// What became of a question about themes.
package enum ThemeEvent: Equatable, Sendable {
    /// The themes there are.
    case listed(ThemeList)
    /// The names of those that can be used.
    case named([String])
    /// Everything is drawn in this one now.
    case used(String, isChosen: Bool)
    /// This one cannot be used; what was in use stays so.
    case refused(String, reason: String)
    /// The theme in use has mistakes, which have no effect.
    case faulty(reason: String)
    /// It has none.
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

    /// What was wrong with another theme, or is fixed, does not matter any more.
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
