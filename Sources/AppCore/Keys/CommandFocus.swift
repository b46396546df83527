import Cards

/// Where a state's keys go: found out once for many commands that ask.
package struct CommandFocus {
    let container: ContainerModel?
    /// The selected card; nil also when it could not be read.
    let subject: Subject?
    /// Whether a folded group is selected.
    let isGroup: Bool

    package init(_ state: AppState) {
        container = state.focusedContainer
        subject = container?.selection.flatMap(state.subject)
        // The window is searched only where no card was found in it.
        isGroup = subject == nil && container?.selectedItem?.content == .foldedGroup
    }

    /// Why nothing can be done to what is selected, where that is a folded group; nil for a card.
    func reasonAgainstGroup(in state: AppState) -> String? {
        guard isGroup else { return nil }
        return Strings.Order.folded(key: state.keymap.keyText(for: .press))
    }
}
