internal import Canvas
package import Cards

/// A sheet with the choices of a dropdown, filtered by the typed text.
package struct ChooserOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    package var input: String
    /// The typed text that filters the choices.
    package private(set) var field: TextField
    package let items: [Item]
    /// The width of the widest label, in columns.
    package let widest: Int
    /// The current value of the dropdown; nil when nothing is chosen.
    package var chosen: String?
    /// Positions in ``items`` of the choices that match the typed text, in the author's order.
    package private(set) var matches: [Int]
    /// Position in ``matches``.
    package var selected: Int

    /// The maximum length of a shown label, in characters. No sheet shows more.
    package static let labelLimit = 300

    package struct Item: Equatable, Sendable {
        package var label: String
        /// Nil clears the choice.
        package var value: String?
        /// The label in the normalized form that searches compare.
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

    /// The choice that Enter picks; nil when nothing matches.
    package var selectedItem: Item? { matches.indices.contains(selected) ? items[matches[selected]] : nil }

    /// Changes the typed text. The selection stays on its choice while that choice matches, except for the choice that
    /// clears the field: users do not type to clear it.
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

    /// Moves the selection by a number of choices. A step of one wraps around at the ends.
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
        } else if case .command(let command) = event, let step = command.listStep(rows: state.frames.last.overlayRows) {
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

    /// Sets the field to the match at a position.
    private mutating func choose(_ position: Int) -> [OverlayAction] {
        selected = position
        guard let item = selectedItem else {
            return [.show(Strings.Form.nothingMatches(field.text), .information)]
        }
        return [.close, .fill(card, input: input, .choice(item.value), orShow: Strings.Form.choiceGone)]
    }
}
