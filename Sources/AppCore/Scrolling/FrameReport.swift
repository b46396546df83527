package import Basics
package import Canvas
package import Cards

/// What one draw pass found out about layout. This is how a pure `update` learns sizes only layout knows.
///
/// The contract between state and drawing:
///
///     draw(_ state: AppState, theme: Theme, cache: inout LayoutCache, into: inout Surface) -> FrameReport
///
/// 1. Draw places each container's cards so that ``ContainerModel/anchor`` holds. Without one: the window's start.
/// 2. It then resolves ``ContainerModel/scrollIntent``, if any, as that type describes, and clamps: no empty rows
///    above the first card, and none below the last one while earlier cards could fill them.
/// 3. It lays out only cards in sight and those it must pass to resolve the intent: never the whole window.
/// 4. It reports per container the anchor and selection that hold *after* that, and every card in sight.
/// 5. It shows ``Arrivals/counts(in:visible:)`` for the cards it found to be in sight.
/// 6. The runtime passes the report to ``AppState/adopt(_:)``, which stores it, clears the intents and returns
///    effects (a selection moved by paging may near the window's edge).
/// 7. After a key, while ``AppState/awaitsLayout`` is true, the runtime draws and adopts before it hands over the
///    next key, which must find the selection where scrolling ended. That frame is the one presented if
///    ``ShownFrames/isCurrent`` and no further key came; else it is drawn again.
/// 8. The runtime says which frame the user gets to see, by ``AppState/framePresented()``: nothing acts on a card that
///    no frame has shown.
///
/// Draw is pure: equal states give equal frames and reports.
package struct FrameReport: Equatable, Sendable {
    package var size: Size
    package var containers: [ContainerReport]
    /// Where each container stands, header included; without modal ones.
    package var places: [Arrangement.Place] = []
    /// What each container in sight takes of the screen: header, footer and frame included.
    package var areas: [ContainerID: Rect] = [:]
    /// Where a toast stands, or the progress is shown.
    package var toast: Rect?
    /// What can be clicked, topmost last: the last region that holds a point wins.
    package var hits: [HitRegion]
    /// The pictures the frame has places for, shown or not, from the top.
    package var pictures: [PictureRequest]
    /// Where the hardware cursor stands: in the focused text field, else on the selected row, for screen readers.
    package var cursor: Point?
    /// Rows of the topmost overlay that fit; what paging in it moves by. 0 when none is open.
    package var helpRows: Int

    package init(
        size: Size = .zero, containers: [ContainerReport] = [], hits: [HitRegion] = [],
        pictures: [PictureRequest] = [], cursor: Point? = nil, helpRows: Int = 0
    ) {
        self.size = size
        self.containers = containers
        self.hits = hits
        self.pictures = pictures
        self.cursor = cursor
        self.helpRows = helpRows
    }

    package func container(_ id: ContainerID) -> ContainerReport? { containers.first { $0.id == id } }
}

/// The layout of one container.
package struct ContainerReport: Equatable, Sendable {
    package var id: ContainerID
    /// The rows cards scroll in, in screen coordinates; without header and footer.
    package var viewport: Rect
    /// The anchor that describes the frame; nil when there are no cards.
    package var anchor: ScrollAnchor?
    /// The selection after the intent was resolved.
    package var selection: CardID?
    /// The cards in sight, from the top; of a list their rows.
    package var cards: [CardReport]
    /// Whether ``cards`` are the rows of a list.
    package var isList = false
    /// The card of a list that stands in full; nil where there is no room for it beside or below the rows.
    package var preview: Preview?
    /// The highest card of a strip that was laid out so far.
    package var tallest: Tallest?
    /// What can be scrolled, for a bar beside the cards; nil where all of it is in sight.
    package var bar: ScrollBar?

    /// The height of a card at a width.
    package struct Tallest: Equatable, Sendable {
        package var card: CardID
        package var columns: Int
        package var rows: Int

        package init(card: CardID, columns: Int, rows: Int) {
            self.card = card
            self.columns = columns
            self.rows = rows
        }
    }

    package init(
        id: ContainerID, viewport: Rect, anchor: ScrollAnchor? = nil, selection: CardID? = nil,
        cards: [CardReport] = []
    ) {
        self.id = id
        self.viewport = viewport
        self.anchor = anchor
        self.selection = selection
        self.cards = cards
    }

    package func card(_ id: CardID) -> CardReport? { cards.first { $0.id == id } }
}

extension ContainerReport {
    /// The card of a list that stands in full, where it scrolls by itself.
    package struct Preview: Equatable, Sendable {
        /// The rows the card scrolls in, in screen coordinates.
        package var viewport: Rect
        package var card: CardReport
        package var anchor: ScrollAnchor?

        package init(viewport: Rect, card: CardReport, anchor: ScrollAnchor? = nil) {
            self.viewport = viewport
            self.card = card
            self.anchor = anchor
        }
    }

    /// A card with all it says, not the row of a list, and what it scrolls in.
    package func wholeCard(_ id: CardID) -> (card: CardReport, viewport: Rect)? {
        guard isList else { return card(id).map { ($0, viewport) } }
        return preview.flatMap { $0.card.id == id ? ($0.card, $0.viewport) : nil }
    }

    /// How many cards are in sight.
    package var visibleCount: Int { cards.isEmpty && preview != nil ? 1 : cards.count }

    /// Whether something may be done to a card as it stands: its title is in sight, and with it what is acted on. In a list
    /// the card's row shows the title, and then only what is acted on must be in sight of the card.
    ///
    /// - Parameter element: What is acted on or has the focus; nil for the card itself.
    package func isRecognizable(_ id: CardID, with element: FocusTarget?) -> Bool {
        guard isList, card(id)?.showsTitle(viewportHeight: viewport.size.rows) == true else {
            guard let (card, viewport) = wholeCard(id) else { return false }
            return card.isRecognizable(with: element, viewportHeight: viewport.size.rows)
        }
        guard let element else { return true }
        guard let (card, viewport) = wholeCard(id) else { return false }
        return card.shows(element, viewportHeight: viewport.size.rows)
    }
}

/// Where one card is.
package struct CardReport: Equatable, Sendable {
    package var id: CardID
    /// Changes with the card, see ``CardWindow/Item/version``.
    package var version: Int64
    /// The card's first row, counted from the viewport's first; negative when its top is out of sight.
    package var top: Int
    /// All its rows, those out of sight included.
    package var height: Int
    /// Whether it is the item of a folded group and no card.
    package var isGroup = false
    /// Whether at least half of its columns are in sight.
    package var isHalfAcross = true
    /// Whether all of its columns are in sight.
    package var isWhollyAcross = true
    /// The texts that are long enough to be folded, by the position of their component.
    package var folds: [Int]
    /// The links in its texts, in reading order.
    package var links: [Link]
    /// Where its title and elements are.
    package var outline: CardOutline

    package struct Link: Hashable, Sendable {
        /// Of the text's component in the shown layout.
        package var position: Int
        package var address: String

        package init(position: Int, address: String) {
            self.position = position
            self.address = address
        }
    }

    package init(
        id: CardID, version: Int64 = 0, top: Int, height: Int, folds: [Int] = [], links: [Link] = [],
        outline: CardOutline = CardOutline()
    ) {
        self.id = id
        self.version = version
        self.top = top
        self.height = height
        self.folds = folds
        self.links = links
        self.outline = outline
    }

    /// See ``CardOutline/isRecognizable(with:at:)``.
    package func isRecognizable(with element: FocusTarget?, viewportHeight rows: Int) -> Bool {
        isWhollyAcross && outline.isRecognizable(with: element, at: place(in: rows))
    }

    /// Whether the title is in sight.
    package func showsTitle(viewportHeight rows: Int) -> Bool {
        isWhollyAcross && outline.showsTitle(at: place(in: rows))
    }

    /// See ``CardOutline/pinsTitle(at:)``.
    package func pinsTitle(viewportHeight rows: Int) -> Bool { outline.pinsTitle(at: place(in: rows)) }

    /// See ``CardOutline/shows(_:at:)``.
    package func shows(_ element: FocusTarget, viewportHeight rows: Int) -> Bool {
        outline.shows(element, at: place(in: rows))
    }

    private func place(in rows: Int) -> CardPlace { CardPlace(top: top, height: height, in: rows) }

    /// Rows above the viewport.
    package var hiddenAbove: Int { max(0, -top) }
    /// Rows below a viewport of this height.
    package func hiddenBelow(viewportHeight: Int) -> Int { max(0, top + height - viewportHeight) }
}

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
