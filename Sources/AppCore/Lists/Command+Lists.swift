/// Lists of cards.
extension Command {
    static let lists: [Entry] = [
        Entry(
            command: .toggleList, name: "toggle-list", group: .screens,
            help: "Show the cards as a list, or in full", keys: [(.stream, ["p"])],
            rule: .canBeList, perform: { state in state.toggleList() })
    ]
}

extension CommandRule {
    /// Cards below each other can be a list.
    static let canBeList = CommandRule { state, known in
        let focus = known ?? CommandFocus(state)
        return Availability(focus.container?.kind == .vertical, else: Strings.Lists.onlyVertical)
    }

    /// What is pressed is a part of the card, unless the card is still to be opened.
    static let press = CommandRule { state, known in
        let focus = known ?? CommandFocus(state)
        return focus.container?.opensCard == true ? .enabled : card(.press).availability(state, focus)
    }

    /// The next or previous part of the card; one that does not stand in full is opened first.
    static func focus(_ command: Command) -> CommandRule {
        CommandRule { state, known in
            state.isCardOfListHidden ? .enabled : card(command).availability(state, known)
        }
    }
}
