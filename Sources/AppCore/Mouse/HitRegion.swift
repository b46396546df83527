package import Basics
package import Canvas
package import Cards

/// A clickable region of the screen.
package struct HitRegion: Equatable, Sendable {
    package var rect: Rect
    package var target: Target

    package enum Target: Hashable, Sendable {
        case card(ContainerID, CardID)
        case element(ContainerID, CardID, FocusTarget)
        /// A choice of a checkbox or radio group, by its index.
        case choice(ContainerID, CardID, input: String, index: Int)
        /// The control that decreases (-1) or increases (1) a stepper.
        case step(ContainerID, CardID, input: String, by: Int)
        /// The link back from a card's subview.
        case back(ContainerID, CardID)
        /// The control that opens a card's menu, or dismisses a card that has a dismiss button instead.
        case menu(ContainerID, CardID)
        case menuItem(Int)
        /// A day of the calendar.
        case day(CivilDate)
        /// The control for the previous (-1) or next (1) month of the calendar.
        case calendarMonth(Int)
        /// The text of the container's filter.
        case filter(ContainerID)
        /// The heading of a group.
        case group(ContainerID, CardGroup)
        case newCardsAbove(ContainerID)
        case newCardsBelow(ContainerID)
        case retry
        /// The scroll bar of a container.
        case scrollBar(ContainerID)
        /// The row above a container's cards.
        case header(ContainerID)
        /// A card of a container by its index in the stream.
        case position(ContainerID, Int)
        /// The button in a container's header.
        case actionButton(ContainerID)
        /// A screen's tab, by its index.
        case screen(Int)
        /// A hint in the footer.
        case command(Command)
        /// An area of a sheet without another target.
        case sheet

        /// Whether the target is in the footer, which is also shown on an empty screen.
        var isHint: Bool { if case .command = self { true } else { false } }

        /// The container that the target belongs to; nil if there is none.
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
