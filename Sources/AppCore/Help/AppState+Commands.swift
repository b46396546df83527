extension AppState {
    mutating func openCommands(_ purpose: CommandsOverlay.Purpose) -> [Effect] {
        overlays.append(.commands(CommandsOverlay(purpose, in: self)))
        return []
    }

}
