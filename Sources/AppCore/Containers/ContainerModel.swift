import Canvas
package import Cards

import struct Foundation.Date

/// A container of cards: its window, selection and scroll position.
///
/// Selection, scroll position and new-card markers refer to card ids, never to indexes, so that cards that arrive above
/// do not move the content that the user looks at.
package struct ContainerModel: Equatable, Sendable {
    package var id: ContainerID
    package var kind: Kind
    package var streamID: StreamID
    package var options: ContainerOptions
    /// The loaded cards, in the order of ``sorting``.
    package var window: CardWindow { didSet { findSelection() } }
    /// The query of the last requested window. The same window is not requested again.
    package var query: FeedQuery
    /// Whether a window has arrived, even an empty one.
    package var hasWindow: Bool
    /// The selected card; nil only when the window is empty.
    package var selection: CardID? { didSet { if selection != oldValue { findSelection() } } }
    /// The selection's position in the window. Cached, because it is read several times per frame.
    package private(set) var selectedIndex: Int?
    /// The focused element of the selected card; nil when the card as a whole has the focus.
    package var focus: FocusTarget? { didSet { if focus != oldValue { moveCarouselToFocus() } } }
    /// The position of the viewport in the last frame; nil before the first frame, which starts at the beginning.
    package var anchor: ScrollAnchor?
    /// Whether the container has had the focus since the user's first key, or the user has scrolled it. Until then, it
    /// stays at its start while cards arrive, unless it has the focus: the user may be reading its first card.
    var isTouched = false
    /// How the next frame scrolls. Cleared when the report of that frame is adopted.
    package var scrollIntent: ScrollIntent?
    /// Cards that arrived outside the viewport and have not been on screen since.
    package var arrivals: Arrivals
    /// The open subviews, by card. Such a card shows the subview's components instead of its own.
    package var openSubviews: [CardID: String]
    /// The user's position on a card when its subview was opened.
    package var leftPlaces: [CardID: Place]
    /// The user's positions in subviews when they were left, by card and subview.
    package internal(set) var subviewPlaces: [CardID: [String: Place]] = [:]
    /// The unfolded long texts, by card: positions of ``FocusTarget/fold(_:)``.
    package var unfolded: [CardID: Set<Int>]
    /// The current picture of each carousel, by card and by the carousel's index in the shown layout.
    package internal(set) var carouselPositions: [CardID: [Int: Int]] = [:]
    /// The pages of cards that are loaded or loading, by card.
    package internal(set) var pages: [CardID: LoadedPages] = [:]
    /// The host's values for runtime variables.
    package var variables = ShownVariables()
    /// After a jump, the end to select as soon as the window of that end arrives.
    package var pendingJump: Jump?
    /// A selected card that a burst of arrivals pushed out of the window. Selected again when the window around it
    /// arrives.
    package var pendingSelection: CardID?
    /// The selected card that the last change removed without an action of the user, and that has no newer version.
    var lostCard: CardID?
    /// Whether the last change gave the selected card other buttons, or replaced it with a newer version.
    var hasChangedCard = false
    /// The filter that the user typed.
    package var typedFilter: TypedFilter?
    /// The selected card when the user began to filter.
    var selectionBeforeFilter: CardID?
    /// The filter of the loaded cards.
    var windowFilter: FeedFilter
    /// The order and grouping of the cards.
    package internal(set) var sorting: CardSorting
    /// The order and grouping of the loaded cards.
    var windowSorting: CardSorting
    /// The group that was folded or unfolded, to be selected when the next window arrives.
    var pendingGroup: CardGroup?
    /// For a single card container, the cards that were there when its card ended. The container shows none of them.
    var skippedCards = SkippedCards()
    /// For a modal container, the cards that the user set aside because they cannot be answered, with their versions.
    var cardsSetAside: [CardID: Int64] = [:]
    /// The cards of the last window, in a container that shows only the first.
    var behind: Set<CardID> = []
    /// Whether the container's window has been requested, so that its cards are observed.
    package var isStarted = false
    /// Whether a requested window has not arrived yet. No other window is requested in the meantime.
    package var isAwaitingWindow: Bool { windowWait != .none }
    /// Which keys wait for the requested window.
    var windowWait = WindowWait.none
    /// The lines of the custom header. ``headerDue`` is when its command runs again.
    package var headerLines: [String] = []
    var headerDue: Date?
    var hasHeaderBegun = false
    var headerProblem: String?
    /// The tallest card of a horizontal container so far, which sets the height of all its cards.
    package var tallest: ContainerReport.Tallest?
    /// The size on screen that was last reported to the host.
    var reportedSize: Size?

    package var marks = Marks()
    /// The state of the list layout.
    package var list = CardList()

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case vertical, horizontal, single, modal

        /// Whether the container shows only the first card of the stream.
        package var showsOneCard: Bool { self == .single || self == .modal }
    }

    /// The user's position on a card or in a subview when leaving it.
    package struct Place: Equatable, Sendable {
        package var anchor: ScrollAnchor?
        package var focus: FocusTarget?
        package var unfolded: Set<Int>?
        package var carouselPositions: [Int: Int]?
    }

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

    /// The number of cards that a container for one card loads after its card, so that cards that arrive before it do
    /// not push it out of the window.
    static let cardsBehind = 20

    /// The title above the cards.
    package var title: String { options.strings[.cardListTitle] }

    /// A card's position in the window; nil if the window does not contain the card.
    package func position(of card: CardID) -> Int? { card == selection ? selectedIndex : window.position(of: card) }

    /// Takes linear time in the size of the window, which is bounded.
    private mutating func findSelection() { selectedIndex = selection.flatMap(window.position(of:)) }

    /// Whether no card comes before the selected one. Like ``isAtLast``, true in an empty container.
    var isAtFirst: Bool { !window.hasMoreBefore && selection == window.items.first?.id }
    var isAtLast: Bool { !window.hasMoreAfter && selection == window.items.last?.id }

    package var selectedItem: CardWindow.Item? { selectedIndex.map { window.items[$0] } }

    /// The selected card; nil also when it could not be read from the store.
    package var selectedCard: Card? {
        guard case .card(let card)? = selectedItem?.content else { return nil }
        return card
    }

    /// The components that a card shows: its own, or those of its open subview, with variables replaced by their
    /// values.
    package func components(of card: Card) -> [Card.Component] {
        let body = body(of: card).resolvingVariables(variables.values[card.id] ?? [:])
        return openSubviews[card.id].flatMap { body.subviews[$0] }?.components ?? body.components
    }

    /// The subview open on a card, if the card still has it.
    package func openSubview(of card: Card) -> Card.Subview? {
        openSubviews[card.id].flatMap { body(of: card).subviews[$0] }
    }
}
