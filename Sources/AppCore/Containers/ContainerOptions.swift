package import Cards

/// How one container looks and behaves; the terminal's side of the SDK's container configuration (atomic-card
/// reference, container configuration). Widths and offsets are in cells.
package struct ContainerOptions: Hashable, Sendable {
    /// The words of the container.
    package var strings = CustomStrings()
    /// What is shown in addition to cards.
    package var elements = Elements.standard
    /// The button at the left of the header of a vertical container.
    package var presentation = Presentation.withoutButton
    /// The first screen of a vertical container, until cards are there.
    package var launchColors = LaunchColors()
    /// The name of its theme, or the path of a theme file; nil for the publisher's, or else that of the program.
    package var theme: String?
    /// The background its cards are drawn for.
    package var appearance = Appearance.automatic
    /// Seconds between two looks for cards while there is no push; 0 for one load and no more, at least 1 else. Nil is
    /// the program's own. Containers of one stream share the shortest.
    package var refreshInterval: Double?
    /// Seconds that values of runtime variables are waited for.
    package var variableTimeout = 5.0
    /// Whether it is kept for the publisher's statistics which values the variables of cards had.
    package var reportsVariables = false
    /// What the host says above the cards of a vertical container.
    package var customHeader = CustomHeader.none
    /// How a vertical container lays out its cards; nil for the viewer's own default, ``Layout/cards``.
    package var layout: Layout?
    /// How wide the cards of a vertical, single or modal container are.
    package var maxWidth = CardWidth.readable
    /// The width of every card of a horizontal container; at least 1.
    package var cardWidth = 44
    /// Where the title of a horizontal container stands: as in all containers at the left, unless it is to be in the
    /// middle.
    package var titleAlignment = TitleAlignment.leading
    package var emptyStyle = EmptyStyle.standard
    package var scrollMode = ScrollMode.snap
    package var loneCard = LoneCard.leading
    package var modalPosition = ModalPosition.center
    /// Whether a single card container goes on to the next card by itself once its card is dealt with; else it stays
    /// empty until the stream brings a card that was not there then, or the user refreshes.
    package var loadsNext = false
    /// The votes that are offered on all cards, in addition to those that a card offers.
    package var votes: VotingOptions = []
    /// Whether links are opened, or shown where that cannot be; else they are the host's.
    package var opensLinks = true
    /// What cards must meet to be shown here.
    package var filters: [CardFilter] = []
    /// The same in the language that is typed in the viewer.
    package var search = CardSearch()

    /// The order of its cards, until the user chooses another one.
    package var order = CardOrder.feed
    /// What the cards of a vertical container are grouped by, until the user chooses something else.
    package var grouping = CardGrouping.none

    /// Whether the row with title and position is drawn. Single and modal containers never have one.
    package var hasHeader: Bool {
        get { elements.contains(.header) }
        set { if newValue { elements.insert(.header) } else { elements.remove(.header) } }
    }

    /// What stands under the cards of a vertical container; empty for nothing.
    package var footerMessage: String {
        get { elements.contains(.footerMessage) ? strings[.cardListFooterMessage] : "" }
        set { strings[.cardListFooterMessage] = newValue }
    }

    package init() {}

    /// What cards must meet when the user searches for something in addition.
    package func filter(and typed: CardSearch = CardSearch()) -> FeedFilter {
        var all = search
        all.terms += typed.terms
        return FeedFilter(conditions: filters, search: all)
    }

    /// What is shown in addition to cards, with the bits of the SDK. The footer message shows as soon as there is one.
    package struct Elements: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Toasts about what was done to cards. Failures are always shown.
        package static let toasts = Elements(rawValue: 1)
        package static let footerMessage = Elements(rawValue: 2)
        package static let header = Elements(rawValue: 4)
        package static let standard: Elements = [.toasts, .footerMessage, .header]
    }

    package enum Presentation: Hashable, Sendable {
        case withoutButton
        /// A button with this label, for the host to act on: ``ContainerEvent/actionButtonPressed``.
        case withActionButton(String)
        /// A button with this label that leaves the container, as the key to quit does.
        case withContextualButton(String)

        /// The button's label; nil without one.
        package var label: String? {
            switch self {
            case .withoutButton: nil
            case .withActionButton(let label), .withContextualButton(let label): label
            }
        }
    }

    /// Colours as themes write them; nil leaves it to the theme.
    package struct LaunchColors: Hashable, Sendable {
        package var background: String?
        package var text: String?
        package var loadingIndicator: String?
        package var button: String?

        package init() {}
    }

    package enum Appearance: String, Hashable, Sendable, CaseIterable {
        /// That of the screen.
        case automatic
        case dark, light
    }

    /// How a vertical container lays out its cards.
    package enum Layout: String, Hashable, Sendable, CaseIterable {
        /// Each in full, below each other.
        case cards
        /// A row for each, and the selected one in full beside, below or in place of the rows.
        case list
    }

    package enum CustomHeader: Hashable, Sendable {
        case none
        /// The host's own lines.
        case lines([String])
        /// What a shell command prints, run again after so many seconds; 0 runs it once.
        case command(String, refresh: Double)

        /// So many rows at most.
        package static let mostLines = 10
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
