import Cards

/// One key and what it does, for the hint line at the bottom.
package struct KeyHint: Hashable, Sendable {
    package var command: Command
    package var key: String
    package var word: String
    /// How long it stays where there is not room for all.
    package var weight: Weight
    /// Where the keys have to go for it; nil where that does not matter.
    var place: Place?

    /// Whether it is the way back from the open card of a list; elsewhere that way needs no hint.
    var leavesOpenCard = false

    /// Whether a folded group has to be selected for it, or none; nil where that does not matter.
    var needsFoldedGroup: Bool?

    /// Whether it is for the pictures of a carousel, where cards are not beside each other.
    var turnsPictures = false

    /// Whether it is for a field whose form the key sends.
    var sends = false

    /// Where the keys go.
    enum Place: Hashable, Sendable {
        /// To the rows of a list.
        case rows
        /// To a card as a whole.
        case card
        /// To a part of a card.
        case part
    }

    package enum Weight: Hashable, CaseIterable, Sendable {
        /// Leads to all the others.
        case help
        /// Leads out of what is open.
        case way
        /// Goes on to the next card, gets rid of this one, or sends what is being written.
        case answer
        case usual, low
    }

    init(command: Command, key: String, word: String, in layer: KeyLayer) {
        self.command = command
        self.key = key
        self.word = word
        weight = Weight(command, in: layer)
    }

    /// The hints for the layer the keys go to, most useful first: commands that have a hint word, a key there, and
    /// can be used now.
    package static func all(for state: AppState) -> [KeyHint] {
        let focus = CommandFocus(state)
        let candidates = candidates(in: state.keyLayer, keymap: state.settings.keymap)
        let hints = state.keysMeanMarks ? forMarks(candidates, in: state) : candidates
        return hints.filter { $0.isAvailable(in: state, at: focus) }
    }

    /// The number of buttons of marked cards that have a hint.
    private static let markedButtons = 3

    /// The hints while cards are marked: what the keys do to them, to how many, and the way back. What is for the
    /// selected card alone is left out.
    package static func forMarks(_ hints: [KeyHint], in state: AppState) -> [KeyHint] {
        let count = state.focusedContainer?.markedCount.map { " \($0)" } ?? ""
        let back = KeyHint(
            command: .back, key: state.settings.keymap.keyText(for: .back), word: Strings.Marks.unmark, in: .stream)
        let buttons = (0..<Self.markedButtons).compactMap { position -> KeyHint? in
            guard let container = state.focusedContainer,
                let action = container.markedAction(ofButton: position), case .press(let text, _) = action
            else { return nil }
            let command = Command.pressButton(position + 1)
            // Not all marked cards may have the button.
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
                    // The buttons of marked cards are worth more.
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

    /// The votes that marked cards ask for.
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

    /// The hints of a layer whether they can be used now or not. Depends on nothing else, so drawing keeps it.
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
            default: return [hint]
            }
        }
    }

    /// The key opens the card of a row, and goes to the first thing that can be pressed before it presses one.
    private var forPressing: [KeyHint] {
        [(Strings.Lists.open, Place.rows), ("focus", .card), (word, .part)].map { word, place in
            var hint = self
            (hint.word, hint.place) = (word, place)
            // A user who is at a part of the card is about to use it.
            if place == .part { hint.weight = .answer }
            return hint
        }
    }

    /// The key shows the next picture of a carousel.
    private var forTurning: KeyHint {
        var hint = self
        (hint.word, hint.turnsPictures, hint.weight) = (Strings.Card.nextPicture, true, .usual)
        return hint
    }

    /// In a field the key goes on, which needs no hint, or sends.
    private var forSending: KeyHint {
        var hint = self
        hint.sends = true
        return hint
    }

    /// The key folds a group and unfolds it.
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
        if leavesOpenCard, focus.container.map({ $0.isList && $0.list.isCardOpen }) != true { return false }
        // Without any card ever there is nothing to move to or to filter.
        if command == .nextCard || command == .search, focus.container?.isAwaitingFirstCard == true { return false }
        if let needsFoldedGroup, needsFoldedGroup != focus.isGroup { return false }
        // There is nothing to go into: the key that unfolds is named instead.
        if command == .press, focus.isGroup { return false }
        // Beside each other, cards go by the keys for that.
        if command == .nextCard, focus.container?.kind == .horizontal { return false }
        if command == .undoAction, state.undoWindow.held.isEmpty { return false }
        if command == .showHistory {
            guard state.syncStatus.refusedActions > 0 else { return false }
            // The card shows what to press.
            if case .refused = focus.subject?.item.delivery { return false }
        }
        if command == .cardRight || command == .cardLeft, turnsPictures == (focus.container?.kind == .horizontal) {
            return false
        }
        if turnsPictures { return command.availability(in: state, at: focus).isEnabled }
        // Where they go no further, the way back is named instead.
        if command == .cardRight, focus.container?.isAtLast != false { return false }
        if command == .cardLeft, focus.container?.isAtLast != true || focus.container?.isAtFirst != false {
            return false
        }
        return command.availability(in: state, at: focus).isEnabled
    }
}

extension AppState {
    /// Whether the keys go to marked cards.
    package var keysMeanMarks: Bool { keyLayer == .stream && hasMarks }
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
            // The status beside it says how many actions were refused.
            case .showHistory: .way
            case .press where layer.isField: .answer
            // What is done with most cards.
            case .nextCard, .cardRight, .cardLeft, .dismiss, .snooze: .answer
            // In a sheet the way out is to close it.
            case .quit: layer == .stream || layer == .launch ? .way : .low
            // New cards arrive by themselves, and cards show the key of their menu.
            case .refresh where layer == .stream: .low
            // Worth a place where there is room to spare.
            case .palette, .chooseTheme, .undoAction: .low
            default: .usual
            }
    }
}
