import Cards

/// The most useful commands for the current focus. The help begins with them, and the palette offers them first.
struct NearCommands: Equatable {
    /// A description of the current focus.
    let title: String
    /// The most useful command first. Contains only available commands.
    let commands: [Command]

    /// The maximum number of commands, so that they can be read at a glance.
    private static let limit = 10

    init(in state: AppState) {
        let focus = CommandFocus(state)
        let (title, candidates) = Self.candidates(in: state, focus)
        self.title = title
        commands = Array(candidates.filter { $0.availability(in: state, at: focus).isEnabled }.prefix(Self.limit))
    }

    /// The commands that have keys in the current layer. Those that the hint line shows come first.
    private static func bound(in state: AppState) -> [Command] {
        let layers = state.keyLayer.lookupOrder.filter { $0 != .global }
        let entries = Command.table.filter { entry in
            layers.contains { !state.settings.keymap.keys(for: entry.command, in: $0).isEmpty }
        }
        return (entries.filter { $0.hint != nil } + entries.filter { $0.hint == nil }).map(\.command)
    }

    private static func candidates(in state: AppState, _ focus: CommandFocus) -> (String, [Command]) {
        guard state.overlays.isEmpty else { return (Strings.Help.here, bound(in: state)) }
        switch state.keyLayer {
        case .choice:
            return (
                Strings.Help.thisField,
                [.toggleChoice, .choiceNext, .choicePrevious, .focusNext, .focusPrevious, .pressButton(1), .back]
            )
        case .form, .date:
            return (
                Strings.Help.thisField,
                [.focusNext, .focusPrevious, .press, .newline, .openCalendar, .editOutside, .undo, .leaveField]
            )
        default: break
        }
        guard let container = focus.container, container.selection != nil else {
            return (
                Strings.Help.here,
                (state.shownFirstSteps?.choices.map(\.command) ?? []) + [
                    .search, .back, .refresh, .showSnoozed, .showHistory, .undoAction, .nextScreen,
                ]
            )
        }
        if !container.marks.isEmpty {
            return (
                Strings.Help.markedCards,
                [.dismiss, .snooze, .markCard, .markRange, .markAll, .back, .undoAction, .search]
            )
        }
        if container.focus != nil {
            return (
                Strings.Help.thisPart,
                [.press, .focusNext, .focusPrevious, .pressButton(1), .back, .dismiss, .snooze, .undoAction, .search]
            )
        }
        if container.isList {
            return (
                Strings.Help.thisCard,
                (container.isCardOpen ? [.back] : []) + [
                    .press, .pressButton(1), .dismiss, .snooze, .openMenu, .markCard, .undoAction, .toggleList, .search,
                ]
            )
        }
        return (
            Strings.Help.thisCard,
            [
                .retryAction, .discardAction, .press, .pressButton(1), .dismiss, .snooze, .voteUp, .voteDown, .openMenu,
                .toggleFolds, .toggleGroup, .undoAction, .search,
            ]
        )
    }
}

extension Command {
    /// Whether the command is not useful in this viewer's setup, for example because there is only one screen or
    /// container.
    func isPointless(in state: AppState) -> Bool {
        switch self {
        case .nextScreen, .previousScreen, .showScreen: state.screens.count < 2
        case .nextContainer, .containerLeft, .containerRight, .containerAbove, .containerBelow, .zoom:
            state.screens.allSatisfy { $0.arrangement.containers.count < 2 }
        case .cardLeft, .cardRight: state.containers.allSatisfy { $0.kind != .horizontal }
        case .toggleGroup, .toggleAllGroups:
            state.containers.allSatisfy { $0.sorting.groups.grouping == .none }
        case .chooseGrouping: state.containers.allSatisfy { !$0.canGroup }
        case .watchDemo: state.settings.firstSteps == nil
        case .makeCard, .connectServer: state.settings.firstSteps?.origin != .ownInbox
        case .actionButton: state.containers.allSatisfy { !$0.hasActionButton }
        case .newConversation: state.streamOfConversations == nil
        case .showSwitches: state.streamOfSwitches == nil
        case .showHeld: state.syncStatus.heldCards == 0
        default: false
        }
    }
}
