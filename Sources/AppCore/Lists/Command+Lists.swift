/// Commands for lists of cards.
extension Command {
    static let lists: [Entry] = [
        Entry(
            command: .toggleList, name: "toggle-list", group: .screens,
            help: "Show the cards as a list, or in full", keys: [(.stream, ["p"])],
            rule: .canBeList, perform: { state in state.toggleList() })
    ]
}

extension CommandRule {
    /// Available for vertical containers.
    static let canBeList = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        return Availability(focus.container?.kind == .vertical, else: Strings.Lists.onlyVertical)
    }

    /// Available if an element of the card can be pressed, or if the card can be opened.
    static let press = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        return focus.container?.opensCard == true ? .enabled : card(.press).availability(state, focus)
    }

    /// Available if the focus can move in the card, or if the card must be opened first.
    static func focus(_ command: Command) -> CommandRule {
        CommandRule { state, focus in
            state.isCardOfListHidden ? .enabled : card(command).availability(state, focus)
        }
    }
}
