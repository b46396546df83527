package import Cards

/// How a container looks and behaves; the terminal's version of the SDK's container configuration (atomic-card
/// reference, container configuration). Widths and offsets are in cells.
package struct ContainerOptions: Hashable, Sendable {
    /// The container's custom texts.
    package var strings = CustomStrings()
    /// The elements that are shown in addition to cards.
    package var elements = Elements.standard
    /// The button at the left of the header of a vertical container.
    package var presentation = Presentation.withoutButton
    /// The colours of a vertical container's launch screen, which is shown until cards arrive.
    package var launchColors = LaunchColors()
    /// The name of the container's theme, or the path of a theme file; nil for the publisher's theme, or else the
    /// program's.
    package var theme: String?
    /// The background that the cards are drawn for.
    package var appearance = Appearance.automatic
    /// The polling interval in seconds without push: at least 1, or 0 to load cards only once. Nil uses the program's
    /// interval. Containers of the same stream use the shortest interval.
    package var refreshInterval: Double?
    /// The timeout for the values of runtime variables, in seconds.
    package var variableTimeout = 5.0
    /// Whether the values of runtime variables are recorded for the publisher's statistics.
    package var reportsVariables = false
    /// The host's header above the cards of a vertical container.
    package var customHeader = CustomHeader.none
    /// How a vertical container lays out its cards; nil for the viewer's own default, ``Layout/cards``.
    package var layout: Layout?
    /// The width of the cards of a vertical, single or modal container.
    package var maxWidth = CardWidth.readable
    /// The width of every card of a horizontal container; at least 1.
    package var cardWidth = 44
    /// The alignment of a horizontal container's title.
    package var titleAlignment = TitleAlignment.leading
    package var emptyStyle = EmptyStyle.standard
    package var scrollMode = ScrollMode.snap
    package var loneCard = LoneCard.leading
    package var modalPosition = ModalPosition.center
    /// Whether a single card container shows the next card after its card has ended. Otherwise it stays empty until the
    /// stream has a card that was not there at that time, or the user refreshes.
    package var loadsNext = false
    /// The votes that all cards offer, in addition to the votes that a card itself offers.
    package var votes: VotingOptions = []
    /// Whether the viewer opens links, or shows them where it cannot open them. Otherwise the host handles links.
    package var opensLinks = true
    /// The conditions that cards must meet to be shown.
    package var filters: [CardFilter] = []
    /// More conditions, in the viewer's search language.
    package var search = CardSearch()

    /// The order of its cards, until the user chooses another one.
    package var order = CardOrder.feed
    /// What the cards of a vertical container are grouped by, until the user chooses something else.
    package var grouping = CardGrouping.none

    /// Whether the row with the title and position is drawn. Single and modal containers never have it.
    package var hasHeader: Bool {
        get { elements.contains(.header) }
        set { if newValue { elements.insert(.header) } else { elements.remove(.header) } }
    }

    /// The text below the cards of a vertical container; empty for none.
    package var footerMessage: String {
        get { elements.contains(.footerMessage) ? strings[.cardListFooterMessage] : "" }
        set { strings[.cardListFooterMessage] = newValue }
    }

    package init() {}

    /// The container's filter combined with the user's search.
    package func filter(and typed: CardSearch = CardSearch()) -> FeedFilter {
        var all = search
        all.terms += typed.terms
        return FeedFilter(conditions: filters, search: all)
    }

    /// The elements that are shown in addition to cards, with the SDK's raw values. The footer message is shown only if
    /// its text is not empty.
    package struct Elements: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Toasts about actions on cards. Failures are always shown.
        package static let toasts = Elements(rawValue: 1)
        package static let footerMessage = Elements(rawValue: 2)
        package static let header = Elements(rawValue: 4)
        package static let standard: Elements = [.toasts, .footerMessage, .header]
    }

    package enum Presentation: Hashable, Sendable {
        case withoutButton
        /// A button with this label that the host handles: ``ContainerEvent/actionButtonPressed``.
        case withActionButton(String)
        /// A button with this label that leaves the container, like the key that quits.
        case withContextualButton(String)

        /// The button's label; nil if there is no button.
        package var label: String? {
            switch self {
            case .withoutButton: nil
            case .withActionButton(let label), .withContextualButton(let label): label
            }
        }
    }

    /// Colours in the notation of themes; nil uses the theme's colour.
    package struct LaunchColors: Hashable, Sendable {
        package var background: String?
        package var text: String?
        package var loadingIndicator: String?
        package var button: String?

        package init() {}
    }

    package enum Appearance: String, Hashable, Sendable, CaseIterable {
        /// The appearance of the screen.
        case automatic
        case dark, light
    }

    package enum Layout: String, Hashable, Sendable, CaseIterable {
        /// Complete cards, one below the other.
        case cards
        /// One row per card. The selected card is shown in full next to, below, or instead of the rows.
        case list
    }

    package enum CustomHeader: Hashable, Sendable {
        case none
        /// Lines that the host provides.
        case lines([String])
        /// The output of a shell command. The command runs again after `refresh` seconds; 0 runs it once.
        case command(String, refresh: Double)

        /// The maximum number of rows.
        package static let maxLines = 10
    }

    package enum CardWidth: Hashable, Sendable {
        /// The width at which text reads well, centred.
        case readable
        /// The width of the container.
        case fill
        case fixed(Int, Alignment)
    }

    package enum Alignment: String, Hashable, Sendable, CaseIterable { case leading, center, trailing }
    package enum TitleAlignment: String, Hashable, Sendable, CaseIterable { case leading, center }
    /// Whether a horizontal or single card container without cards shows a message or takes no room.
    package enum EmptyStyle: String, Hashable, Sendable, CaseIterable { case standard, shrink }
    /// `snap` centres the selected card; `free` scrolls only as far as needed to show it.
    package enum ScrollMode: String, Hashable, Sendable, CaseIterable { case snap, free }
    /// The place of the only card of a horizontal container.
    package enum LoneCard: String, Hashable, Sendable, CaseIterable { case leading, center, fill }

    /// The place of a modal container. Ignored when its card is taller than the screen.
    package enum ModalPosition: Hashable, Sendable {
        /// Rows from the top. A negative offset counts as 0.
        case top(Int)
        case center
        /// Rows from the bottom. A negative offset counts as 0.
        case bottom(Int)
    }
}
