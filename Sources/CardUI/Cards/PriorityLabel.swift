internal import AppCore
internal import Canvas
internal import Theming

/// How a priority is written: the two highest have signs and scopes of their own.
struct PriorityLabel {
    let text: SafeText
    let scope: StyleScope

    init(_ priority: Int) {
        let words = SafeText(Strings.Card.priority(priority))
        switch priority {
        case 1: (text, scope) = ("\(Glyph.highest) \(words)", .cardPriorityHighest)
        case 2: (text, scope) = ("\(Glyph.high) \(words)", .cardPriorityHigh)
        default: (text, scope) = (words, .cardPriority)
        }
    }
}
