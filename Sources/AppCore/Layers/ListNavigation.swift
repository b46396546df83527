extension Command {
    /// The number of items by which the command moves in a list; nil if it does not.
    /// - Parameter rows: The number of visible rows of the list.
    func listStep(rows: Int) -> Int? {
        switch self {
        case .menuNext: 1
        case .menuPrevious: -1
        case .menuPageDown: max(2, rows - 1)
        case .menuPageUp: -max(2, rows - 1)
        default: nil
        }
    }

    /// The number of rows by which the command scrolls a page; nil if it does not.
    /// - Parameter rows: The number of visible rows.
    func scrollStep(rows: Int) -> Int? {
        switch self {
        case .scrollDown: 1
        case .scrollUp: -1
        case .scrollPageDown: max(1, rows - 1)
        case .scrollPageUp: -max(1, rows - 1)
        case .firstCard: -.max
        case .lastCard: .max
        default: nil
        }
    }
}

/// The item of a list that an event chooses.
enum ListChoice: Equatable {
    case selected
    /// An item by its index, which may be out of range.
    case item(Int)
    /// The list has no item with that number.
    case missing(reason: String)
}

extension OverlayEvent {
    /// The event's choice from a list with `count` items; nil if the event is not a choice.
    func choice(of count: Int) -> ListChoice? {
        switch self {
        case .command(.menuChoose): return .selected
        case .command(.menuItem(let number)): return .item(number - 1)
        case .clicked(.menuItem(let position)): return .item(position)
        case .line(let text):
            guard let number = Int(text) else { return nil }
            guard count > 0, (1...count).contains(number) else {
                return .missing(reason: Strings.Lines.notListed(number, count))
            }
            return .item(number - 1)
        default: return nil
        }
    }

    /// The number of items by which the wheel moves in a long list: at least two.
    var wheelStep: Int? {
        guard case .wheelTurned(let rows) = self else { return nil }
        return rows < 0 ? min(rows, -2) : max(rows, 2)
    }

    /// The typed or pasted text.
    var text: String? {
        switch self {
        case .typed(let character): String(character)
        case .pasted(let text): text
        default: nil
        }
    }
}
