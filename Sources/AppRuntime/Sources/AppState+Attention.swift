package import AppCore

extension AppState {
    /// What the user is looking at. An open modal card does not count as being busy.
    package var attention: ViewerAttention {
        let front = modal?.selection
        let isAnswering = front.map { form(of: $0).hasEntries || (focusedInput != nil && modal != nil) } ?? false
        return ViewerAttention(
            screen: screen?.name ?? "", isBusy: !overlays.isEmpty || (focusedInput != nil && modal == nil),
            isAnswering: isAnswering,
            answered: undoWindow.held.reduce(into: []) { $0.formUnion($1.cards + [$1.card]) })
    }
}
