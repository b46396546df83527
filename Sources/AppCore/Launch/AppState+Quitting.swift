import Cards

extension AppState {
    /// Ends the viewer, after a question where that would lose what the user did.
    mutating func quit() -> [Effect] {
        let lost = syncStatus.waitingActions + undoWindow.held.count
        guard !keepsActions, lost > 0, !isConnected else { return [.quit(code: 0)] }
        overlays.append(
            .menu(
                MenuOverlay(
                    title: Strings.Quitting.title(lost), card: nil,
                    items: [
                        MenuOverlay.Item(label: Strings.Quitting.stay, choice: .keep, key: Strings.Menu.no),
                        MenuOverlay.Item(label: Strings.Quitting.quit(lost), choice: .quit, key: Strings.Menu.yes),
                    ])))
        return []
    }
}
