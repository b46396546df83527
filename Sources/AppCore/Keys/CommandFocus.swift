import Cards

/// The focused container and card of a state, computed once for checks of many commands. A class, so that passing it on
/// does not copy it.
package final class CommandFocus: Sendable {
    let container: ContainerModel?
    /// The selected card; nil also if it could not be read.
    let subject: Subject?
    /// Whether a folded group is selected.
    let isGroup: Bool

    package init(_ state: AppState) {
        container = state.focusedContainer
        subject = container?.selection.flatMap(state.subject)
        // Searches the window only if no card was found, for speed.
        isGroup = subject == nil && container?.selectedItem?.content == .foldedGroup
    }

    /// Whether the selection is a card. Disabled for a folded group, on which card commands have no effect.
    func availabilityOfCard(in state: AppState) -> Availability {
        let keymap = state.settings.keymap
        return Availability(!isGroup, else: Strings.Order.folded(key: keymap.keyText(for: .press)))
    }
}
