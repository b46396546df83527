extension AppState {
    mutating func receive(_ event: ThemeEvent) -> [Effect] {
        switch event {
        case .listed(let list): openThemes(list)
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

    /// What was wrong with another theme, or is mended, is no news any more.
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
