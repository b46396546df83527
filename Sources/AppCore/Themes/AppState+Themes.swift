extension AppState {
    mutating func receive(_ event: ThemeEvent) -> [Effect] {
        switch event {
        case .listed(let list): openThemes(list)
        case .used(let name, let isChosen):
            if isChosen { show(Strings.Themes.chosen(name), .success) }
        case .refused(let name, let reason):
            showMistake(reason)
            withMenu { menu in
                for index in menu.items.indices where menu.items[index].choice == .theme(name) {
                    menu.items[index].unavailable = reason
                    menu.items[index].detail = Strings.Themes.unusable
                }
            }
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

    /// What the cursor of the themes' menu stands on is shown at once.
    func previewTheme() -> [Effect] {
        guard case .menu(let menu)? = overlays.last, menu.items.indices.contains(menu.selected),
            case .theme(let name) = menu.items[menu.selected].choice
        else { return [] }
        return [.useTheme(name, isChosen: false)]
    }

    mutating func chooseTheme(_ name: String) -> [Effect] {
        overlays.removeLast()
        return [.useTheme(name, isChosen: true)]
    }
}
