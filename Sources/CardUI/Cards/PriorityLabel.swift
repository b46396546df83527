internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// How a priority is displayed: the two highest have their own symbols and scopes.
struct PriorityLabel {
    let text: SafeText
    let scope: StyleScope

    /// The labels of all valid priorities, made once.
    private static let known = CardBody.priorities.map { PriorityLabel(writing: $0) }

    init(_ priority: Int) {
        let position = priority - CardBody.priorities.lowerBound
        self = Self.known.indices.contains(position) ? Self.known[position] : PriorityLabel(writing: priority)
    }

    private init(writing priority: Int) {
        let words = SafeText(Strings.Card.priority(priority))
        switch priority {
        case 1: (text, scope) = ("\(Glyph.highest) \(words)", .cardPriorityHighest)
        case 2: (text, scope) = ("\(Glyph.high) \(words)", .cardPriorityHigh)
        default: (text, scope) = (words, .cardPriority)
        }
    }
}
