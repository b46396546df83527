package import Cards

/// An element of a card that can have the focus, identified so that it can be found again after the card changes.
package enum FocusTarget: Hashable, Sendable {
    case input(name: String)
    /// The button's index among all buttons of the shown layout, from 0. The user sees the index plus 1 as `1` to `9`.
    case button(Int)
    /// The control that unfolds long text, by the position of its component in the shown layout. Only rendering
    /// determines whether a text is long enough to have one; see ``CardReport/folds``.
    case fold(Int)
    /// A link in a text, by its index among all links of the shown layout. Only rendering determines where texts have
    /// links; see ``CardReport/links``.
    case link(Int)
    /// An image or a video that can be pressed, by the position of its component in the shown layout.
    case media(Int)
    /// The element that loads a page, by the page's name, which is unique in a layout.
    case loadMore(page: String)

    /// The focusable elements of a layout in reading order.
    /// - Parameter links: The links that rendering reported.
    package static func all(in components: [Card.Component], links: [CardReport.Link] = []) -> [FocusTarget] {
        var targets: [FocusTarget] = []
        var buttonCount = 0
        var linkCount = 0
        for (position, component) in components.enumerated() {
            while linkCount < links.count, links[linkCount].position <= position {
                targets.append(.link(linkCount))
                linkCount += 1
            }
            switch component {
            case .text(let text) where text.expand != nil: targets.append(.fold(position))
            case .list(let list) where list.expand != nil: targets.append(.fold(position))
            case .media(let media) where media.isPressable: targets.append(.media(position))
            case .loadMore(let element): targets.append(.loadMore(page: element.page))
            case .input(let input):
                targets.append(.input(name: input.name))
            default:
                for _ in component.buttons {
                    targets.append(.button(buttonCount))
                    buttonCount += 1
                }
            }
        }
        return targets
    }

    /// All buttons of a layout in reading order.
    package static func buttons(in components: [Card.Component]) -> [Card.Button] {
        components.flatMap(\.buttons)
    }

    /// All inputs of a layout in reading order.
    package static func inputs(in components: [Card.Component]) -> [Card.Input] {
        Card.Form(components).inputs
    }
}
