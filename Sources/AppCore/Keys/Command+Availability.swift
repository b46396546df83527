import Cards

extension Command {
    /// Where an action is asked for; a card's properties allow single keys and menu items separately.
    package enum Origin: Hashable, Sendable { case key, menu }

    /// Whether the command can be used now, and if not, why.
    /// - Parameter known: Where the state's keys go, for who asks about many commands.
    package func availability(in state: AppState, at known: CommandFocus? = nil) -> Availability {
        var focus: CommandFocus { known ?? CommandFocus(state) }
        switch self {
        case .nextCard, .previousCard, .firstCard, .lastCard, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
            .back, .undoAction, .showSnoozed, .showHistory, .refresh, .help, .palette, .chooseTheme, .toggleMouse,
            .redraw, .suspend, .quit:
            return .enabled
        case .cardLeft, .cardRight:
            return Self.when(focus.container?.kind == .horizontal, else: Strings.Disabled.notBeside)
        case .nextContainer, .containerLeft, .containerRight, .containerAbove, .containerBelow, .zoom:
            if state.modal != nil { return .disabled(reason: Strings.Disabled.modal) }
            return Self.when(state.hasOtherContainers, else: Strings.Disabled.onlyContainer)
        case .actionButton:
            return Self.when(focus.container?.hasActionButton == true, else: Strings.Disabled.noActionButton)
        case .nextScreen, .previousScreen, .showScreen:
            if state.modal != nil { return .disabled(reason: Strings.Disabled.modal) }
            guard case .showScreen(let number) = self else {
                return Self.when(state.screens.count > 1, else: Strings.Disabled.onlyScreen)
            }
            return Self.when(number <= state.screens.count, else: Strings.Disabled.noScreen(number))
        case .markCard, .markRange, .markAll:
            guard let container = focus.container, container.selection != nil else {
                return .disabled(reason: Strings.Disabled.noCard)
            }
            return Self.when(container.canMark, else: Strings.Marks.oneCard)
        // Among choices a digit is the number of a choice, and a number is not typed by pressing a button.
        case .pressButton(let number) where state.fieldKeepsDigits:
            switch state.focusedInput?.kind {
            case .radioGroup(let items, _)?, .checkboxGroup(let items, _)?:
                return Self.when(number <= items.count, else: Strings.Disabled.noChoice(number, items.count))
            default:
                return .disabled(
                    reason: Strings.Disabled.leaveField(state.keymap.keyText(for: .back), number: number))
            }
        case .dismiss where state.hasMarks, .snooze where state.hasMarks:
            if let reason = responseKind.flatMap(state.reasonAgainst) { return .disabled(reason: reason) }
            return .enabled
        case .focusNext, .focusPrevious, .press, .pressButton, .dismiss, .snooze, .voteUp, .voteDown, .openMenu,
            .retryAction, .discardAction, .toggleFolds, .inspect, .copyText, .copyLink, .openFirstLink, .pipe:
            let focus = focus
            guard focus.container?.selection != nil else { return .disabled(reason: Strings.Disabled.noCard) }
            guard let subject = focus.subject else { return .disabled(reason: Strings.Disabled.unreadableCard) }
            return availability(on: subject, from: .key, in: state)
        case .clearFile:
            guard case .fileUpload? = state.focusedInput?.kind else {
                return .disabled(reason: Strings.Disabled.noField)
            }
            return Self.when(state.hasChosenFile, else: Strings.Files.nothingChosen)
        case .completePath, .parentFolder, .openFolder, .toggleHidden:
            return Self.when(state.keyLayer == .files, else: Strings.Disabled.notHere)
        case .cancelSending:
            return Self.when(state.keyLayer == .sending, else: Strings.Disabled.notHere)
        case .toggleChoice, .choicePrevious, .choiceNext:
            guard state.keyLayer == .choice, let kind = state.focusedInput?.kind else {
                return .disabled(reason: Strings.Disabled.noField)
            }
            switch kind {
            case .stepper: return Self.when(self != .toggleChoice, else: Strings.Disabled.stepperOnly)
            case .toggle, .fileUpload: return Self.when(self == .toggleChoice, else: Strings.Disabled.nothingToStep)
            default: return .enabled
            }
        case .caretLeft, .caretRight, .wordLeft, .wordRight, .caretUp, .caretDown, .caretToStart, .caretToEnd,
            .deleteBackward, .deleteForward, .deleteWord, .deleteWordForward, .deleteToStart, .deleteToEnd, .undo,
            .editOutside:
            return Self.when(state.keyLayer.takesText, else: Strings.Disabled.noField)
        case .newline:
            return Self.when(state.focusedInput?.takesLines == true, else: Strings.Disabled.oneLine)
        case .leaveField:
            return Self.when(state.keyLayer.isField, else: Strings.Disabled.noField)
        case .menuNext, .menuPrevious, .menuPageDown, .menuPageUp, .menuChoose, .menuItem:
            return Self.when(
                [.menu, .chooser, .files, .commands].contains(state.keyLayer), else: Strings.Disabled.notHere)
        case .openCalendar:
            return Self.when(state.keyLayer == .date, else: Strings.Disabled.noField)
        case .dayNext, .dayPrevious, .weekNext, .weekPrevious, .monthNext, .monthPrevious, .yearNext, .yearPrevious,
            .calendarToday, .calendarType:
            return Self.when([.calendar, .calendarText].contains(state.keyLayer), else: Strings.Disabled.notHere)
        case .timeLater, .timeEarlier:
            guard case .calendar(let calendar)? = state.overlays.last else {
                return .disabled(reason: Strings.Disabled.notHere)
            }
            return Self.when(calendar.hasTime, else: Strings.Dates.timeNotAsked)
        case .acceptPrompt:
            return Self.when(
                [.prompt, .filter, .calendar, .calendarText].contains(state.keyLayer), else: Strings.Disabled.notHere)
        case .scrollDown, .scrollUp, .scrollPageDown, .scrollPageUp:
            return Self.when([.help, .commands].contains(state.keyLayer), else: Strings.Disabled.notHere)
        case .jump: return Self.when(state.launch == .ready, else: Strings.Disabled.notHere)
        case .search:
            if state.keyLayer == .commands { return .enabled }
            if state.modal != nil { return .disabled(reason: Strings.Disabled.modal) }
            return Self.when(state.launch == .ready && focus.container != nil, else: Strings.Disabled.notHere)
        case .close:
            return Self.when(!state.overlays.isEmpty && state.keyLayer != .sending, else: Strings.Disabled.notHere)
        }
    }

    /// The part of ``availability(in:at:)`` that depends on the card.
    func availability(on subject: Subject, from origin: Origin, in state: AppState) -> Availability {
        switch self {
        case .focusNext, .focusPrevious, .press:
            return Self.when(!state.focusTargets(of: subject).isEmpty, else: Strings.Disabled.nothingToFocus)
        case .inspect, .pipe: return .enabled
        case .copyText: return Self.when(!subject.components.plainText.isEmpty, else: Strings.Disabled.noText)
        case .copyLink, .openFirstLink:
            return Self.when(state.firstLink(of: subject) != nil, else: Strings.Disabled.noLink)
        case .toggleFolds:
            return Self.when(!state.folds(of: subject.card.id).isEmpty, else: Strings.Disabled.nothingFolded)
        case .retryAction, .discardAction:
            guard case .refused = subject.item.delivery else {
                guard state.syncStatus.refusedActions > 0 else {
                    return .disabled(reason: Strings.Disabled.nothingRefused)
                }
                return .disabled(
                    reason: Strings.Disabled.refusedElsewhere(key: state.keymap.keyText(for: .search)))
            }
            return .enabled
        default: break
        }
        if case .pressButton(let number) = self {
            let buttons = FocusTarget.buttons(in: subject.components).count
            if number > buttons {
                let links = state.links(of: subject.card.id).count
                return Self.when(number <= buttons + links, else: Strings.Disabled.noButton(number))
            }
        }
        if let reason = state.reasonAgainstAnswering(subject) { return .disabled(reason: reason) }
        let offer = offered(by: subject.card.body.actions, from: origin, keymap: state.keymap)
        // What the card does not offer is said of the card.
        guard offer.isEnabled else { return offer }
        if let reason = responseKind.flatMap(state.reasonAgainst) { return .disabled(reason: reason) }
        guard self == .openMenu else { return offer }
        return offered(by: state.actions(of: subject), from: origin, keymap: state.keymap)
    }

    /// What it sends to the source of the card; nil for what is no answer by itself.
    private var responseKind: CardResponse.Kind? {
        switch self {
        case .dismiss: .dismiss
        case .snooze: .snooze
        case .voteUp: .voteUp
        case .voteDown: .voteDown
        default: nil
        }
    }

    /// What the card's author allows.
    private func offered(by actions: ActionProperties, from origin: Origin, keymap: Keymap) -> Availability {
        switch self {
        case .dismiss:
            return Self.offered(
                byKey: actions.isSwipeEnabled && actions.isDismissSwipeEnabled,
                inMenu: actions.isDismissOverflowEnabled, menu: actions.overflowMenu, from: origin,
                name: Strings.Menu.dismiss, never: Strings.Disabled.dismiss, keymap: keymap)
        case .snooze:
            return Self.offered(
                byKey: actions.isSwipeEnabled && actions.isSnoozeSwipeEnabled,
                inMenu: actions.isSnoozeOverflowEnabled, menu: actions.overflowMenu, from: origin,
                name: Strings.Menu.snooze, never: Strings.Disabled.snooze, keymap: keymap)
        case .voteUp: return Self.when(actions.voteUp.isEnabled, else: Strings.Disabled.vote)
        case .voteDown: return Self.when(actions.voteDown.isEnabled, else: Strings.Disabled.vote)
        case .openMenu:
            let isEmpty = actions.overflowMenu == .overflow && !actions.hasMenuItems
            if isEmpty { return .disabled(reason: Strings.Disabled.emptyMenu) }
            return Self.when(actions.overflowMenu != .hidden, else: Strings.Disabled.menu)
        default: return .enabled
        }
    }

    private static func offered(
        byKey: Bool, inMenu: Bool, menu: ActionProperties.OverflowMenuStyle, from origin: Origin, name: String,
        never: String, keymap: Keymap
    ) -> Availability {
        switch origin {
        case .menu: return when(inMenu, else: never)
        case .key where byKey: return .enabled
        case .key:
            guard inMenu, menu == .overflow else { return .disabled(reason: never) }
            return .disabled(reason: Strings.Disabled.onlyInMenu(name, key: keymap.keyText(for: .openMenu)))
        }
    }

    private static func when(_ condition: Bool, else reason: String) -> Availability {
        condition ? .enabled : .disabled(reason: reason)
    }
}

extension AppState {
    /// Why the source of the cards does not do something; nil where it does.
    func reasonAgainst(_ kind: CardResponse.Kind) -> String? {
        syncStatus.capabilities.allows(kind) ? nil : SourceCapabilities.reasonAgainst(kind)
    }

    /// What can be done to a card: what its author offers and its source can do.
    func actions(of subject: Subject) -> ActionProperties {
        subject.card.body.actions.limited(to: syncStatus.capabilities)
    }

    /// Why a card cannot be answered at the moment: an earlier answer is under way or was refused.
    func reasonAgainstAnswering(_ subject: Subject) -> String? {
        if answered[subject.card.id] == subject.item.version { return Strings.Card.sending }
        guard case .refused = subject.item.delivery else { return nil }
        return Strings.Disabled.refusedFirst(
            retry: keymap.keyText(for: .retryAction), discard: keymap.keyText(for: .discardAction))
    }
}
