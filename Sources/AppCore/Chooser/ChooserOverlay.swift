internal import Canvas
package import Cards

/// A dropdown's choices in a sheet, narrowed down by what is typed.
package struct ChooserOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    /// The input's name.
    package var input: String
    /// What is typed to narrow the choices down.
    package private(set) var field: TextField
    package let items: [Item]
    /// Columns that the widest label takes.
    package let widest: Int
    /// The value that holds now; nil when nothing is chosen.
    package var chosen: String?
    /// Positions in ``items`` of the choices that match, in the author's order.
    package private(set) var matches: [Int]
    /// Position in ``matches``.
    package var selected: Int

    /// In characters: no sheet shows more of a label.
    package static let labelLimit = 300

    package struct Item: Equatable, Sendable {
        package var label: String
        /// Nil takes the choice back.
        package var value: String?
        /// The label as searches compare it.
        fileprivate var folded: String

        init(label: String, value: String?) {
            self.label = label
            self.value = value
            folded = SearchText.folded(label)
        }
    }

    /// - Parameter isOptional: Whether the choice can be cleared.
    package init(
        title: String, card: CardID, input: String, choices: [Card.Input.Choice], chosen: String?, isOptional: Bool
    ) {
        self.title = title
        self.card = card
        self.input = input
        self.chosen = chosen
        field = TextField()
        var items = choices.map { Item(label: $0.label, value: $0.value) }
        if isOptional, chosen != nil { items.append(Item(label: Strings.Form.noChoice, value: nil)) }
        self.items = items
        widest = items.map { TextLayout.width(of: SafeText($0.label, limit: Self.labelLimit)) }.max() ?? 0
        matches = Array(items.indices)
        selected = items.firstIndex { $0.value == chosen } ?? 0
    }

    /// What Enter chooses; nil while nothing matches.
    package var selectedItem: Item? { matches.indices.contains(selected) ? items[matches[selected]] : nil }

    /// Changes what is typed. The selection stays on its choice while that matches; no user types to clear it.
    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        field.joinLines()
        guard field.text != before else { return }
        let current = matches.indices.contains(selected) && selectedItem?.value != nil ? matches[selected] : nil
        let words = SearchText.words(field.text)
        matches = items.indices.filter { SearchText.contains(items[$0].folded, words: words) }
        selected = current.flatMap { matches.firstIndex(of: $0) } ?? 0
    }

    /// Moves by so many choices, around at the ends where it is one.
    mutating func move(by step: Int) {
        guard !matches.isEmpty else { return }
        selected =
            abs(step) == 1
            ? (selected + step + matches.count) % matches.count : max(0, min(matches.count - 1, selected + step))
    }
}

extension ChooserOverlay: OverlayComponent {
    package var overlay: Overlay { .chooser(self) }
    package var keyLayer: KeyLayer { .chooser }
    package var requiredCard: CardID? { card }
    package var isTypedInto: Bool { !field.text.isEmpty }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        switch event.choice(of: matches.count) {
        case .selected: return choose(selected)
        case .item(let position): return choose(position)
        case .missing(let reason): return [.show(reason, .information)]
        case nil: break
        }
        if let text = event.text {
            edit { $0.insert(text) }
        } else if case .line(let text) = event, !text.isEmpty {
            edit { $0.replaceAll(with: text) }
        } else if let step = event.wheelStep {
            move(by: step)
        } else if case .command(let command) = event, let step = command.listStep(rows: state.frames.last.helpRows) {
            move(by: step)
        } else {
            return nil
        }
        return []
    }

    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        edit(change)
        return []
    }

    /// Gives the field the choice at a position among those in sight.
    private mutating func choose(_ position: Int) -> [OverlayAction] {
        selected = position
        guard let item = selectedItem else {
            return [.show(Strings.Form.nothingMatches(field.text), .information)]
        }
        return [.close, .fill(card, input: input, .choice(item.value), orShow: Strings.Form.choiceGone)]
    }
}
