import Cards

/// Determines when a command is available, and the reason when it is not.
package struct CommandRule: Sendable {
    /// Computes the availability of the command in a state.
    ///
    /// - Parameter focus: The state's focus, if the caller knows it.
    let availability: @Sendable (_ state: AppState, _ focus: CommandFocus?) -> Availability

    init(_ availability: @escaping @Sendable (AppState, CommandFocus?) -> Availability) {
        self.availability = availability
    }

    /// Creates a rule from a condition and the reason that applies if it does not hold.
    private init(_ holds: @escaping @Sendable (AppState) -> Bool, else reason: String) {
        self.init { state, _ in Availability(holds(state), else: reason) }
    }

    static let always = CommandRule { _, _ in .enabled }

    // MARK: Containers and screens

    /// Available if the left and right keys have a target: another card, or another picture of a carousel.
    static let across = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        guard let container = focus.container, container.kind != .horizontal else { return .enabled }
        let hasPictures = focus.subject.map { !container.carouselPictures(of: $0).isEmpty } ?? false
        return Availability(hasPictures, else: Strings.Disabled.notBeside)
    }

    static let otherContainers = CommandRule { state, _ in
        if state.modal != nil { return .disabled(reason: state.modalReason) }
        return Availability(state.hasOtherContainers, else: Strings.Disabled.onlyContainer)
    }

    static let otherScreens = CommandRule { state, _ in
        if state.modal != nil { return .disabled(reason: state.modalReason) }
        return Availability(state.screens.count > 1, else: Strings.Disabled.onlyScreen)
    }

    static func screen(_ number: Int) -> CommandRule {
        CommandRule { state, _ in
            if state.modal != nil { return .disabled(reason: state.modalReason) }
            return Availability(number <= state.screens.count, else: Strings.Disabled.noScreen(number))
        }
    }

    static let actionButton = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        return Availability(focus.container?.hasActionButton == true, else: Strings.Disabled.noActionButton)
    }

    // MARK: Cards

    static let newCards = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        return Availability(focus.container?.hasUnseen == true, else: Strings.Disabled.noNewCards)
    }

    static let markable = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        guard let container = focus.container, container.selection != nil else {
            return .disabled(reason: Strings.Disabled.noCard)
        }
        let availability = focus.availabilityOfCard(in: state)
        guard availability.isEnabled else { return availability }
        return Availability(container.canMark, else: Strings.Marks.oneCard)
    }

    /// Like ``markable``, for all cards including those of folded groups.
    static let allMarkable = CommandRule { state, focus in
        let focus = focus ?? CommandFocus(state)
        guard let container = focus.container, container.selection != nil else {
            return .disabled(reason: Strings.Disabled.noCard)
        }
        return Availability(container.canMark, else: Strings.Marks.oneCard)
    }

    /// Available if a key can run the command on the selected card.
    static func card(_ command: Command) -> CommandRule {
        CommandRule { state, focus in
            let focus = focus ?? CommandFocus(state)
            guard focus.container?.selection != nil else { return .disabled(reason: Strings.Disabled.noCard) }
            let availability = focus.availabilityOfCard(in: state)
            // Enter unfolds a group.
            guard availability.isEnabled else { return command == .press ? .enabled : availability }
            guard let subject = focus.subject else { return .disabled(reason: Strings.Disabled.unreadableCard) }
            return command.availability(on: subject, from: .key, in: state)
        }
    }

    /// Like ``card(_:)``, or for the selected action while the history is open.
    static func refused(_ command: Command) -> CommandRule {
        CommandRule { state, focus in
            guard case .history(let history)? = state.overlays.last else {
                return card(command).availability(state, focus)
            }
            guard let action = history.selectedAction, action.state == .refused else {
                return .disabled(reason: Strings.History.notRefused)
            }
            let keymap = state.settings.keymap
            return Availability(
                action.count == 1, else: Strings.History.refusedTogether(key: keymap.keyText(for: .search)))
        }
    }

    /// Like ``card(_:)``, or for the marked cards if there are any.
    static func marksOrCard(_ command: Command) -> CommandRule {
        CommandRule { state, focus in
            guard state.hasMarks else { return card(command).availability(state, focus) }
            guard let kind = command.responseKind, let stream = state.focusedContainer?.streamID,
                let reason = state.reasonAgainst(kind, in: stream)
            else { return .enabled }
            return .disabled(reason: reason)
        }
    }

    /// In a field with choices, a digit is the number of a choice. In other fields, digits must not press buttons,
    /// because the user may be typing a number.
    static func button(_ number: Int) -> CommandRule {
        CommandRule { state, focus in
            if let steps = state.shownFirstSteps {
                let count = steps.choices.count
                return Availability(number <= count, else: Strings.FirstSteps.noChoice(number, count))
            }
            guard state.fieldKeepsDigits else {
                if state.digitsMeanMarks, state.focusedContainer?.markedAction(ofButton: number - 1) != nil {
                    return .enabled
                }
                return card(.pressButton(number)).availability(state, focus)
            }
            switch state.focusedInput?.kind {
            case .radioGroup(let items, _)?, .checkboxGroup(let items, _)?:
                return Availability(number <= items.count, else: Strings.Disabled.noChoice(number, items.count))
            default:
                let keymap = state.settings.keymap
                return .disabled(reason: Strings.Disabled.leaveField(keymap.keyText(for: .back), key: "\(number)"))
            }
        }
    }

    // MARK: Fields

    static let text = CommandRule({ $0.keyLayer.takesText }, else: Strings.Disabled.noField)
    static let field = CommandRule({ $0.keyLayer.isField }, else: Strings.Disabled.noField)
    /// Available in any focused field.
    static let input = CommandRule({ $0.focusedInput != nil }, else: Strings.Disabled.noField)
    static let lines = CommandRule({ $0.focusedInput?.takesLines == true }, else: Strings.Disabled.oneLine)
    static let dateField = CommandRule({ $0.keyLayer == .date }, else: Strings.Disabled.noField)

    static let chosenFile = CommandRule { state, _ in
        guard case .fileUpload? = state.focusedInput?.kind else {
            return .disabled(reason: Strings.Disabled.noField)
        }
        return Availability(state.hasChosenFile, else: Strings.Files.nothingChosen)
    }

    static func choice(_ command: Command) -> CommandRule {
        CommandRule { state, _ in
            guard state.keyLayer == .choice, let kind = state.focusedInput?.kind else {
                return .disabled(reason: Strings.Disabled.noField)
            }
            switch kind.entry {
            case .steps: return Availability(command != .toggleChoice, else: Strings.Disabled.stepperOnly)
            case .toggle, .file:
                return Availability(command == .toggleChoice, else: Strings.Disabled.nothingToStep)
            default: return .enabled
            }
        }
    }

    // MARK: Overlays

    /// Available while one of these layers handles keys.
    static func inLayer(_ layers: KeyLayer...) -> CommandRule {
        CommandRule({ layers.contains($0.keyLayer) }, else: Strings.Disabled.notHere)
    }

    static let calendarWithTime = CommandRule { state, _ in
        guard case .calendar(let calendar)? = state.overlays.last else {
            return .disabled(reason: Strings.Disabled.notHere)
        }
        return Availability(calendar.hasTime, else: Strings.Dates.timeNotAsked)
    }

    static let closable = CommandRule(
        { !$0.overlays.isEmpty && $0.keyLayer != .sending }, else: Strings.Disabled.notHere)

    static let cardsShown = CommandRule({ $0.launch == .ready }, else: Strings.Disabled.notHere)

    static let searchable = CommandRule { state, focus in
        if state.keyLayer == .commands { return .enabled }
        if state.modal != nil { return .disabled(reason: state.modalReason) }
        let focus = focus ?? CommandFocus(state)
        return Availability(state.launch == .ready && focus.container != nil, else: Strings.Disabled.notHere)
    }
}
