package import Cards

/// How one container looks and behaves; the terminal's side of the SDK's container configuration (atomic-card
/// reference, container configuration). Widths and offsets are in cells.
package struct ContainerOptions: Hashable, Sendable {
    /// Whether the row with title and position is drawn. Single and modal containers never have one.
    package var hasHeader = true
    /// What stands under the cards of a vertical container; empty for nothing.
    package var footerMessage = ""
    /// How wide the cards of a vertical, single or modal container are.
    package var maxWidth = CardWidth.readable
    /// The width of every card of a horizontal container; at least 1.
    package var cardWidth = 44
    package var titleAlignment = TitleAlignment.center
    package var emptyStyle = EmptyStyle.standard
    package var scrollMode = ScrollMode.snap
    package var loneCard = LoneCard.leading
    package var modalPosition = ModalPosition.center
    /// Whether a single card container goes on to the next card by itself once its card is dealt with; else it stays
    /// empty until the stream brings a card that was not there then, or the user refreshes.
    package var loadsNext = false
    /// What cards must meet to be shown here.
    package var filters: [CardFilter] = []
    /// The same in the language that is typed in the viewer.
    package var search = CardSearch()
    /// What an empty container says before the first card ever, and after.
    package var awaitingFirstCard = Strings.Empty.awaitingFirstCard
    package var allCardsCompleted = Strings.Empty.allCaughtUp

    package init() {}

    /// What cards must meet when the user searches for something besides.
    package func filter(and typed: CardSearch = CardSearch()) -> FeedFilter {
        var all = search
        all.terms += typed.terms
        return FeedFilter(conditions: filters, search: all)
    }

    package enum CardWidth: Hashable, Sendable {
        /// As wide as text reads well, in the middle.
        case readable
        /// As wide as the container.
        case fill
        case fixed(Int, Alignment)
    }

    package enum Alignment: String, Hashable, Sendable, CaseIterable { case leading, center, trailing }
    package enum TitleAlignment: String, Hashable, Sendable, CaseIterable { case leading, center }
    /// A horizontal container without cards says so, or takes no room.
    package enum EmptyStyle: String, Hashable, Sendable, CaseIterable { case standard, shrink }
    /// `snap` puts the selected card in the middle, `free` moves no further than needed to show it.
    package enum ScrollMode: String, Hashable, Sendable, CaseIterable { case snap, free }
    /// Where the only card of a horizontal container goes.
    package enum LoneCard: String, Hashable, Sendable, CaseIterable { case leading, center, fill }

    /// Where a modal container stands; ignored when its card is taller than the screen.
    package enum ModalPosition: Hashable, Sendable {
        /// Rows from the top; a negative offset counts as none.
        case top(Int)
        case center
        /// Rows from the bottom; a negative offset counts as none.
        case bottom(Int)
    }
}
