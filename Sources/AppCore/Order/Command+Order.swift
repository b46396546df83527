import Cards

/// Commands for the order and the grouping of cards.
extension Command {
    static let order: [Entry] = [
        Entry(
            command: .chooseOrder, name: "choose-order", group: .moving,
            help: "Choose the order of the cards", keys: [(.stream, ["O"])],
            rule: .sortable, perform: { state in state.openOrders() }),
        Entry(
            command: .chooseGrouping, name: "choose-grouping", group: .moving,
            help: "Choose how to group the cards",
            keys: [(.stream, ["B"])], rule: .groupable, perform: { state in state.openGroupings() }),
        Entry(
            command: .toggleGroup, name: "toggle-group", group: .moving,
            help: "Fold or unfold the group", hint: "fold", keys: [(.stream, ["c"])],
            rule: .grouped, perform: { state in state.toggleGroup() }),
        Entry(
            command: .toggleAllGroups, name: "toggle-all-groups", group: .moving,
            help: "Fold or unfold all groups", keys: [(.stream, ["C"])], rule: .grouped,
            perform: { state in state.toggleAllGroups() }),
    ]
}

extension CommandRule {
    /// Available if the order of a container's cards can be chosen.
    static let sortable = CommandRule { state, focus in
        if state.modal != nil { return .disabled(reason: state.modalReason) }
        let focus = focus ?? CommandFocus(state)
        return Availability(state.launch == .ready && focus.container != nil, else: Strings.Disabled.notHere)
    }

    static let groupable = CommandRule { state, focus in
        let availability = sortable.availability(state, focus)
        guard availability.isEnabled else { return availability }
        let focus = focus ?? CommandFocus(state)
        return Availability(focus.container?.canGroup == true, else: Strings.Order.onlyVertical)
    }

    /// Available if the cards are grouped and a card or group is selected.
    static let grouped = CommandRule { state, focus in
        let availability = groupable.availability(state, focus)
        guard availability.isEnabled, let container = (focus ?? CommandFocus(state)).container else {
            return availability
        }
        guard container.sorting.groups.grouping != .none else {
            let keymap = state.settings.keymap
            return .disabled(reason: Strings.Order.notGrouped(key: keymap.keyText(for: .chooseGrouping)))
        }
        return Availability(container.selection != nil, else: Strings.Disabled.noCard)
    }
}
