package import Basics
package import Canvas
package import Cards

/// A part of the screen that answers to a click.
package struct HitRegion: Equatable, Sendable {
    package var rect: Rect
    package var target: Target

    package enum Target: Hashable, Sendable {
        case card(ContainerID, CardID)
        case element(ContainerID, CardID, FocusTarget)
        /// One choice of a checkbox or radio group, by its position.
        case choice(ContainerID, CardID, input: String, index: Int)
        /// Less (-1) or more (1) of a stepper.
        case step(ContainerID, CardID, input: String, by: Int)
        /// The way back from a card's subview.
        case back(ContainerID, CardID)
        /// The sign of a card's menu; one that has none is dismissed by it.
        case menu(ContainerID, CardID)
        case menuItem(Int)
        /// A day of the calendar.
        case day(CivilDate)
        /// Back (-1) or forth (1) a month in the calendar.
        case calendarMonth(Int)
        /// What the container's cards are filtered by.
        case filter(ContainerID)
        /// The heading of a group.
        case group(ContainerID, CardGroup)
        case newCardsAbove(ContainerID)
        case newCardsBelow(ContainerID)
        case retry
        /// The bar beside the cards of a container.
        case scrollBar(ContainerID)
        /// The row above a container's cards.
        case header(ContainerID)
        /// A card of a container by its position in the stream.
        case position(ContainerID, Int)
        /// The button in a container's header.
        case actionButton(ContainerID)
        /// A screen's tab, by its position.
        case screen(Int)
        /// A hint in the footer.
        case command(Command)
        /// A part of a sheet that is for nothing else.
        case sheet

        /// Whether it is of the footer, which is there on an empty screen too.
        var isHint: Bool { if case .command = self { true } else { false } }

        /// The container it belongs to.
        var container: ContainerID? {
            switch self {
            case .filter(let id), .card(let id, _), .group(let id, _), .element(let id, _, _), .choice(let id, _, _, _),
                .step(let id, _, _, _), .back(let id, _), .menu(let id, _), .header(let id), .position(let id, _),
                .newCardsAbove(let id), .newCardsBelow(let id), .actionButton(let id), .scrollBar(let id):
                id
            case .menuItem, .day, .calendarMonth, .retry, .screen, .command, .sheet: nil
            }
        }
    }

    package init(rect: Rect, target: Target) {
        self.rect = rect
        self.target = target
    }
}
