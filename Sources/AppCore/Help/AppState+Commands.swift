extension AppState {
    mutating func openCommands(_ purpose: CommandsOverlay.Purpose) -> [Effect] {
        overlays.append(.commands(CommandsOverlay(purpose, in: self)))
        return []
    }

    mutating func withCommands(_ change: (inout CommandsOverlay) -> Void) -> [Effect] {
        guard case .commands(var list)? = overlays.last else { return [] }
        change(&list)
        overlays[overlays.count - 1] = .commands(list)
        return []
    }

    /// Begins to search the help with what was typed.
    mutating func searchCommands(_ text: String) -> [Effect] {
        withCommands { list in
            list.isTyping = true
            list.edit { $0.insert(text) }
        }
    }

    /// Edits what narrows a list down.
    mutating func editList(_ change: (inout TextField) -> Void) -> [Effect] {
        if case .commands = overlays.last { return withCommands { $0.edit(change) } }
        return withChooser { $0.edit(change) }
    }

    /// Runs the selected command, or the one at a position among those in sight, as if its key had been pressed. One
    /// that cannot be used now says why, and the list stays.
    mutating func runListed(_ position: Int?) -> [Effect] {
        guard case .commands(var list)? = overlays.last else { return [] }
        list.selected = position ?? list.selected
        guard let item = list.selectedItem else {
            show(Strings.Help.nothingMatches(list.field.text), .information)
            return []
        }
        overlays.removeLast()
        guard let reason = reasonAgainst(item, in: list) else { return perform(item.command) }
        overlays.append(.commands(list))
        show(reason, .information)
        return []
    }

    private func reasonAgainst(_ item: CommandsOverlay.Item, in list: CommandsOverlay) -> String? {
        // In the help one row stands for nine.
        switch item.command {
        case .pressButton, .menuItem: if list.purpose == .help { return Strings.Help.numbers }
        default: break
        }
        return item.command.availability(in: self).reason
    }
}
