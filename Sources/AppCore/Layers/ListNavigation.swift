extension Command {
    /// By how many items it moves in a list; nil where it does not.
    /// - Parameter rows: The rows of the list in sight.
    func listStep(rows: Int) -> Int? {
        switch self {
        case .menuNext: 1
        case .menuPrevious: -1
        case .menuPageDown: max(2, rows - 1)
        case .menuPageUp: -max(2, rows - 1)
        default: nil
        }
    }

    /// By how many rows it scrolls a page that is only read; nil where it does not.
    /// - Parameter rows: The rows in sight.
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

/// Which item of a list an event chooses.
enum ListChoice: Equatable {
    case selected
    /// By its position; there may be no such item.
    case item(Int)
    /// The list has no item of that number.
    case missing(reason: String)
}

extension OverlayEvent {
    /// What it chooses from a list of so many items; nil where it is for something else.
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

    /// By how many items the wheel moves in a long list: several at once.
    var wheelStep: Int? {
        guard case .wheelTurned(let rows) = self else { return nil }
        return rows < 0 ? min(rows, -2) : max(rows, 2)
    }

    /// What is typed or pasted.
    var text: String? {
        switch self {
        case .typed(let character): String(character)
        case .pasted(let text): text
        default: nil
        }
    }
}
