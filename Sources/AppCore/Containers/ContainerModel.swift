import Canvas
package import Cards

import struct Foundation.Date

/// One container of cards: the window it holds, what is selected in it and where it is scrolled to.
///
/// Selection, scroll and new-card markers are tied to card identity, never to an index, so that cards arriving
/// above do not move what the user looks at.
package struct ContainerModel: Equatable, Sendable {
    package var id: ContainerID
    package var kind: Kind
    package var streamID: StreamID
    package var options: ContainerOptions
    /// The cards at hand, in the order of ``sorting``.
    package var window: CardWindow { didSet { findSelection() } }
    /// The window last asked for; the same one is not asked for again.
    package var query: FeedQuery
    /// Whether any window has arrived yet, be it an empty one.
    package var hasWindow: Bool
    /// The selected card; nil only when the window holds none.
    package var selection: CardID? { didSet { if selection != oldValue { findSelection() } } }
    /// The window's position of the selection. Kept, because it is asked for several times a frame.
    package private(set) var selectedIndex: Int?
    /// The focused input or button of the selected card; nil when the card as a whole has the focus.
    package var focus: FocusTarget? { didSet { if focus != oldValue { turnToFocus() } } }
    /// Where the viewport stood in the last frame; nil before the first one, which means at the start.
    package var anchor: ScrollAnchor?
    /// What the next frame shall do about scrolling; cleared when its report is adopted.
    package var scrollIntent: ScrollIntent?
    /// Cards that arrived out of sight and have not been on screen since.
    package var arrivals: Arrivals
    /// Subviews that are open, by card: such a card shows the subview's components instead of its own.
    package var openSubviews: [CardID: String]
    /// Where the user was on a card when its subview was opened.
    package var leftPlaces: [CardID: Place]
    /// Where the user was in subviews when they were left, by card and subview.
    package internal(set) var subviewPlaces: [CardID: [String: Place]] = [:]
    /// Long texts that show all of themselves, by card: positions of ``FocusTarget/fold(_:)``.
    package var unfolded: [CardID: Set<Int>]
    /// The picture of each carousel that the user is at, by card and by the carousel's place among those of the shown layout.
    package internal(set) var turned: [CardID: [Int: Int]] = [:]
    /// The pages of cards that were loaded, or are to be, by card.
    package internal(set) var pages: [CardID: LoadedPages] = [:]
    /// The values the host gave runtime variables.
    package var variables = ShownVariables()
    /// After a jump, which end the selection goes to as soon as the window of that end arrives.
    package var pendingJump: Jump?
    /// A selected card that a burst of arrivals pushed out of the window: selected again when its window arrives.
    package var pendingSelection: CardID?
    /// The selected card that went by itself with the last change, and has no next edition.
    var lostCard: CardID?
    /// Whether the selected card has other buttons since the last change, or is the next edition of the one that was.
    var hasChangedCard = false
    /// What the user narrowed the cards down to.
    package var typedFilter: TypedFilter?
    /// The selected card when the user began to filter.
    var selectionBeforeFilter: CardID?
    /// What the cards at hand were filtered by.
    var windowFilter: FeedFilter
    /// The order and the groups of the cards.
    package internal(set) var sorting: CardSorting
    /// Those of the cards at hand.
    var windowSorting: CardSorting
    /// The group that was folded or unfolded, to be selected when its window arrives.
    var pendingGroup: CardGroup?
    /// The cards that were there when a single card container's own was dealt with: it shows none of them.
    var skippedCards = SkippedCards()
    /// The cards of the last window of a container that shows only the first.
    var behind: Set<CardID> = []
    /// Whether its cards are observed: from the first time it is on screen.
    package var isStarted = false
    /// Whether an asked-for window has not arrived yet; no other one is asked for meanwhile.
    package var isAwaitingWindow: Bool { windowWait != .none }
    /// Which keys wait for that window.
    var windowWait = WindowWait.none
    /// The lines of its custom header, and when a command is asked for them again.
    package var headerLines: [String] = []
    var headerDue: Date?
    var hasHeaderBegun = false
    var headerProblem: String?
    /// The highest card of a strip so far, which decides how high all of them are.
    package var tallest: ContainerReport.Tallest?
    /// What its cards took of the screen at the last report.
    var toldSize: Size?

    /// The cards that are marked.
    package var marks = Marks()
    /// What belongs to the layout as a list.
    package var list = CardList()

    /// How a container lays out its cards.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case vertical, horizontal, single, modal

        /// Only the first card of the stream.
        package var showsOneCard: Bool { self == .single || self == .modal }
    }

    /// What a card looked like when the user left it.
    package struct Place: Equatable, Sendable {
        package var anchor: ScrollAnchor?
        package var focus: FocusTarget?
        package var unfolded: Set<Int>?
        package var turned: [Int: Int]?
    }

    /// Either end of the stream.
    package enum Jump: Hashable, Sendable { case start, end }

    package init(
        id: ContainerID, kind: Kind = .vertical, streamID: StreamID, title: String? = nil,
        options: ContainerOptions = ContainerOptions(), window: CardWindow = CardWindow(), selection: CardID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.streamID = streamID
        self.options = options
        if let title { self.options.strings[.cardListTitle] = title }
        self.window = window
        let filter = options.filter()
        self.windowFilter = filter
        let groups = CardGroups(kind == .vertical ? options.grouping : .none)
        self.sorting = CardSorting(order: options.order, groups: groups)
        self.windowSorting = sorting
        self.query =
            kind.showsOneCard
            ? FeedQuery(
                streamID: streamID, before: 0, after: Self.cardsBehind, filter: filter, order: options.order)
            : FeedQuery(streamID: streamID, filter: filter, order: options.order)
        self.query.groups = groups
        self.hasWindow = false
        self.selection = selection
        self.arrivals = Arrivals()
        self.openSubviews = [:]
        self.leftPlaces = [:]
        self.unfolded = [:]
        findSelection()
    }

    /// How many cards a container for one card knows behind it: those that arrive before it must not push it out.
    static let cardsBehind = 20

    /// The words above the cards.
    package var title: String { options.strings[.cardListTitle] }

    /// The window's position of a card; nil where the window does not hold it.
    package func position(of card: CardID) -> Int? { card == selection ? selectedIndex : window.position(of: card) }

    /// Linear in the window, which is bounded.
    private mutating func findSelection() { selectedIndex = selection.flatMap(window.position(of:)) }

    /// Whether no card comes before or after the selected one; both hold where none is selected.
    var isAtFirst: Bool { !window.hasMoreBefore && selection == window.items.first?.id }
    var isAtLast: Bool { !window.hasMoreAfter && selection == window.items.last?.id }

    package var selectedItem: CardWindow.Item? { selectedIndex.map { window.items[$0] } }

    /// The selected card; nil also when it could not be read from the store.
    package var selectedCard: Card? {
        guard case .card(let card)? = selectedItem?.content else { return nil }
        return card
    }

    /// What a card shows now: its own components, or those of the subview that is open on it, with values in place of
    /// variables.
    package func components(of card: Card) -> [Card.Component] {
        let body = body(of: card).resolvingVariables(variables.values[card.id] ?? [:])
        return openSubviews[card.id].flatMap { body.subviews[$0] }?.components ?? body.components
    }

    /// The subview open on a card, if the card still has it.
    package func openSubview(of card: Card) -> Card.Subview? {
        openSubviews[card.id].flatMap { body(of: card).subviews[$0] }
    }
}
