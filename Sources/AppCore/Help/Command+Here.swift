import Cards

extension Command {
    /// The effect of a command in the current state, for commands that have several effects; nil for all others.
    func help(here state: AppState) -> String? {
        switch self {
        case .press: state.helpForPress
        case .back: state.helpForBack
        default: nil
        }
    }
}

/// The descriptions follow the order in which ``AppState`` decides.
extension AppState {
    fileprivate var helpForPress: String? {
        guard let container = focusedContainer else { return nil }
        if container.selectedItem?.content == .foldedGroup { return Strings.Help.unfoldGroup }
        if container.opensCard { return Strings.Help.openCard }
        switch container.focus {
        case .button(let position):
            let buttons = FocusTarget.buttons(in: selectedSubject?.components ?? [])
            return buttons.indices.contains(position) ? Strings.Help.press(buttons[position].text) : nil
        case .fold: return Strings.Help.fold
        case .link: return Strings.Help.openLink
        case .media: return Strings.Help.openMedia
        case .loadMore: return Strings.Help.loadMore
        case .input: return enterSubmits ? Strings.Help.send : Strings.Help.nextPart
        case nil: return replyField == nil ? Strings.Help.firstPart : Strings.Help.reply
        }
    }

    fileprivate var helpForBack: String? {
        if escapeTakesBack { return Strings.Help.cancelSending }
        guard let container = focusedContainer else { return nil }
        if container.focus != nil { return Strings.Help.leavePart }
        if container.selection.flatMap({ container.openSubviews[$0] }) != nil { return Strings.Help.leaveSubview }
        if container.isCardOpen { return Strings.Help.closeCard }
        if !container.marks.isEmpty { return Strings.Help.clearMarks }
        return container.typedFilter == nil ? nil : Strings.Help.clearFilter
    }
}
