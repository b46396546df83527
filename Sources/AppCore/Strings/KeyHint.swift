import Cards

/// A key and its effect, for the hint line at the bottom.
package struct KeyHint: Hashable, Sendable {
    package var command: Command
    package var key: String
    package var word: String
    /// The priority when there is not enough room for all hints.
    package var weight: Weight
    /// Where the keyboard focus must be for the hint; nil if it does not matter.
    var place: Place?

    /// Whether this is the hint for going back from the open card of a list. The back key has no other hint.
    var leavesOpenCard = false

    /// Whether a folded group must be selected (true) or must not be selected (false); nil if it does not matter.
    var needsFoldedGroup: Bool?

    /// Whether the hint is for the pictures of a carousel, in a container whose cards are not side by side.
    var turnsPictures = false

    /// Whether the hint is for a field in which the key submits the form.
    var sends = false

    /// The kind of field that the hint is for; nil if it does not matter.
    var choosing: Choosing?

    /// A kind of field in which the left and right keys have a meaning of their own.
    enum Choosing: Hashable, Sendable {
        /// The keys choose another item.
        case one
        /// The keys move through the items.
        case several
        /// The keys change a number.
        case steps
    }

    /// The place of the keyboard focus.
    enum Place: Hashable, Sendable {
        /// In the rows of a list.
        case rows
        /// On a card as a whole.
        case card
        /// On an element of a card.
        case part
    }

    package enum Weight: Hashable, CaseIterable, Sendable {
        /// Leads to all other commands.
        case help
        /// Closes what is open.
        case way
        /// Selects the next card, removes this card, or sends the text that is being written.
        case answer
        case usual, low
    }

    init(command: Command, key: String, word: String, in layer: KeyLayer) {
        self.command = command
        self.key = key
        self.word = word
        weight = Weight(command, in: layer)
    }

    /// The hints for the current key layer, most useful first. Includes commands that have a hint label, have a key
    /// there, and are available now.
    package static func all(for state: AppState) -> [KeyHint] {
        let focus = CommandFocus(state)
        let candidates = candidates(in: state.keyLayer, keymap: state.settings.keymap)
        let hints = state.keysMeanMarks ? forMarks(candidates, in: state) : candidates
        return hints.filter { $0.isAvailable(in: state, at: focus) }
    }

    /// The number of buttons of marked cards that have a hint.
    private static let markedButtons = 3

    /// The hints while cards are marked: the commands for the marked cards with their number, and the key that clears
    /// the marks. Leaves out commands that apply only to the selected card.
    package static func forMarks(_ hints: [KeyHint], in state: AppState) -> [KeyHint] {
        let count = state.focusedContainer?.markedCount.map { " \($0)" } ?? ""
        let back = KeyHint(
            command: .back, key: state.settings.keymap.keyText(for: .back), word: Strings.Marks.unmark, in: .stream)
        let buttons = (0..<Self.markedButtons).compactMap { position -> KeyHint? in
            guard let container = state.focusedContainer,
                let action = container.markedAction(ofButton: position), case .press(let text, _) = action
            else { return nil }
            let command = Command.pressButton(position + 1)
            // Some marked cards may not have the button.
            let count = container.plan(action).map { " \($0.cards.count)" } ?? count
            return KeyHint(
                command: command, key: state.settings.keymap.keyText(for: command), word: text + count, in: .stream)
        }
        return buttons + votes(in: state)
            + hints.flatMap { hint -> [KeyHint] in
                var hint = hint
                switch hint.command {
                case .dismiss:
                    hint.word += count
                    hint.weight = .way
                case .snooze:
                    hint.word += count
                    // The buttons of marked cards have a higher priority.
                    hint.weight = .usual
                    return [hint, back]
                case .quit: hint.weight = .low
                case .nextCard: hint.weight = .usual
                case .press, .openMenu, .toggleFolds, .back: return []
                default: break
                }
                return [hint]
            }
    }

    /// The votes that the marked cards offer.
    private static func votes(in state: AppState) -> [KeyHint] {
        let words = [(Command.voteUp, Strings.Marks.useful), (.voteDown, Strings.Marks.notUseful)]
        return words.compactMap { command, word -> KeyHint? in
            guard let container = state.focusedContainer, let action = container.bulkVote(command),
                let plan = container.plan(action), !plan.cards.isEmpty
            else { return nil }
            var hint = KeyHint(
                command: command, key: state.settings.keymap.keyText(for: command), word: "\(word) \(plan.cards.count)",
                in: .stream)
            hint.weight = .low
            return hint
        }
    }

    /// The hints of a layer, whether available or not. Depends only on the arguments, so that drawing can cache the
    /// result.
    package static func candidates(in layer: KeyLayer, keymap: Keymap) -> [KeyHint] {
        let isField = layer.isField || layer == .choice
        return (isField ? Command.fieldHinted : Command.hinted).flatMap { entry -> [KeyHint] in
            guard let word = isField ? entry.fieldHint : entry.hint,
                let keys = layer.lookupOrder.lazy.compactMap({ keymap.keys(for: entry.command, in: $0).first }).first
            else { return [] }
            var hint = KeyHint(command: entry.command, key: KeySequence.text(keys), word: word, in: layer)
            hint.leavesOpenCard = entry.command == .back && !isField
            switch entry.command {
            case .press: return isField ? [hint.forSending] : hint.forPressing
            case .toggleGroup: return hint.forFolding
            case .cardRight: return [hint, hint.forTurning]
            case .choicePrevious: return [hint.forField(.steps, word)]
            case .choiceNext:
                return [hint.forField(.one, word), hint.forField(.several, "move"), hint.forField(.steps, "larger")]
            default: return [hint]
            }
        }
    }

    /// The key opens the card of a row, focuses the first element of a card, or presses the focused element.
    private var forPressing: [KeyHint] {
        [(Strings.Lists.open, Place.rows), ("focus", .card), (word, .part)].map { word, place in
            var hint = self
            (hint.word, hint.place) = (word, place)
            // A user who has focused an element is about to use it.
            if place == .part { hint.weight = .answer }
            return hint
        }
    }

    /// The hint for the key that shows the next picture of a carousel.
    private var forTurning: KeyHint {
        var hint = self
        (hint.word, hint.turnsPictures, hint.weight) = (Strings.Card.nextPicture, true, .usual)
        return hint
    }

    /// The hint for a key in one kind of field.
    private func forField(_ kind: Choosing, _ word: String) -> KeyHint {
        var hint = self
        (hint.choosing, hint.word) = (kind, word)
        return hint
    }

    /// The hint for a key in a field that submits the form. Moving to the next field needs no hint.
    private var forSending: KeyHint {
        var hint = self
        hint.sends = true
        return hint
    }

    /// The hints for the key that folds and unfolds a group.
    private var forFolding: [KeyHint] {
        var (folding, unfolding) = (self, self)
        folding.needsFoldedGroup = false
        unfolding.word = "unfold"
        unfolding.needsFoldedGroup = true
        return [folding, unfolding]
    }

    package func isAvailable(in state: AppState, at focus: CommandFocus) -> Bool {
        if let place, place != Place(focus.container) { return false }
        if sends, !state.enterSubmits { return false }
        if let choosing, choosing != Choosing(state.focusedInput) { return false }
        if leavesOpenCard, focus.container?.isCardOpen != true { return false }
        // Before the first card ever, there is no card to select or filter.
        if command == .nextCard || command == .search, focus.container?.isAwaitingFirstCard == true { return false }
        if let needsFoldedGroup, needsFoldedGroup != focus.isGroup { return false }
        // A folded group cannot be entered; the hint for unfolding is shown instead.
        if command == .press, focus.isGroup { return false }
        // A horizontal container has hints for left and right instead.
        if command == .nextCard, focus.container?.kind == .horizontal { return false }
        if command == .undoAction, state.undoWindow.held.isEmpty { return false }
        if command == .showHistory {
            guard state.syncStatus.refusedActions > 0 else { return false }
            // The card itself shows the keys.
            if case .refused = focus.subject?.item.delivery { return false }
        }
        if command == .cardRight || command == .cardLeft, turnsPictures == (focus.container?.kind == .horizontal) {
            return false
        }
        if turnsPictures { return command.availability(in: state, at: focus).isEnabled }
        // At the last card, the hint for going back is shown instead.
        if command == .cardRight, focus.container?.isAtLast != false { return false }
        if command == .cardLeft, focus.container?.isAtLast != true || focus.container?.isAtFirst != false {
            return false
        }
        return command.availability(in: state, at: focus).isEnabled
    }
}

extension AppState {
    /// Whether commands act on the marked cards.
    package var keysMeanMarks: Bool { keyLayer == .stream && hasMarks }
}

extension KeyHint.Choosing {
    fileprivate init?(_ input: Card.Input?) {
        switch input?.kind.entry {
        case .one: self = .one
        case .several: self = .several
        case .steps: self = .steps
        default: return nil
        }
    }
}

extension KeyHint.Place {
    fileprivate init(_ container: ContainerModel?) {
        self = container?.focus != nil ? .part : container?.opensCard == true ? .rows : .card
    }
}

extension KeyHint.Weight {
    fileprivate init(_ command: Command, in layer: KeyLayer) {
        self =
            switch command {
            case .help: .help
            case .close, .back, .leaveField, .cancelSending: .way
            // The status next to it shows the number of refused actions.
            case .showHistory: .way
            case .press where layer.isField: .answer
            // The most common actions on cards.
            case .nextCard, .cardRight, .cardLeft, .dismiss, .snooze: .answer
            // A sheet must be closed first.
            case .quit: layer == .stream || layer == .launch ? .way : .low
            // New cards arrive automatically, and cards show the key of their menu.
            case .refresh where layer == .stream: .low
            // Shown only if there is room to spare.
            case .palette, .chooseTheme, .undoAction: .low
            default: .usual
            }
    }
}
