import Cards

/// Where a state's keys go: found out once for many commands that ask. A class, so that passing it on copies nothing.
package final class CommandFocus: Sendable {
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

    /// Disabled where what is selected is a folded group: nothing can be done to it.
    func availabilityOfCard(in state: AppState) -> Availability {
        let keymap = state.settings.keymap
        return Availability(!isGroup, else: Strings.Order.folded(key: keymap.keyText(for: .press)))
    }
}
