internal import AppCore
public import Cards

/// The appearance and behaviour of a container, corresponding to the SDK's container configuration. Widths and offsets
/// are in cells, times in seconds. All defaults are the documented ones except that of ``maxWidth``.
public struct ContainerConfiguration: Hashable, Sendable {
    /// Texts of the container that replace ``ContainerText/standard``; empty by default.
    public var texts: [ContainerText: String] = [:]
    /// Whether toasts report completed actions; failures are always reported. True by default.
    public var showsToasts = true
    /// Whether the title and position are shown above the cards. Single and modal containers have no header. True by
    /// default.
    public var showsHeader = true
    /// The label of a button in the header of a vertical container, reported as
    /// ``CardContainer/Event/actionButtonPressed``; nil for none.
    public var actionButton: String?
    /// Additional lines above the cards of a vertical container, at most ten; none by default.
    public var headerLines: [String] = []
    /// The maximum width of cards in a vertical, single or modal container; readable by default. The SDKs' default is
    /// `fill`, which is a readable width on a phone but not in a terminal of 200 columns.
    public var maxWidth = CardWidth.readable
    /// The width of every card in a horizontal container, in cells: at least 1, 44 by default.
    public var cardWidth = 44
    /// The alignment of the title in the header; leading by default, as in all containers. The SDKs center it.
    public var titleAlignment = TitleAlignment.leading
    /// What a horizontal container without cards shows; a message by default.
    public var emptyStyle = EmptyStyle.standard
    /// How a horizontal container scrolls to the selected card; `snap` by default.
    public var scrollMode = ScrollMode.snap
    /// The alignment of the only card of a horizontal container; leading by default.
    public var loneCard = LoneCard.leading
    /// The position of a modal card; centred by default.
    public var modalPosition = ModalPosition.center
    /// Whether a single card container continues with the next card after its card is answered. False by default.
    public var loadsNext = false
    /// Whether links of buttons, images and texts, and videos, are opened, with `BROWSER` of the environment or by the
    /// desktop; if nothing can open them, their address is shown. False leaves them to the host.
    /// ``CardContainer/Event/linkPressed(_:url:)`` is reported in either case. True by default.
    public var opensLinks = true
    /// The colours of a vertical container's first screen, until cards have been loaded; the theme's by default.
    public var launchColors = LaunchColors()
    /// Filters that cards must match to be shown; none by default.
    public var filters: [CardFilter] = []
    /// A search in the language of the viewer's search field. Matches all cards by default.
    public var search = CardSearch()
    /// The polling interval in seconds while the server cannot push: at least 1, or 0 to load once. 15 by default.
    public var refreshInterval = 15.0
    /// Seconds to wait for values of runtime variables; at least 0, 5 by default. It replaces the time limit of the
    /// container's `RuntimeVariableSource`.
    public var variableTimeout = 5.0
    /// Whether values of runtime variables are sent to the publisher as the event `runtime-vars-updated`. Observers of
    /// the session's events get them in any case. False by default.
    public var sendsRuntimeVariableAnalytics = false
    /// Seconds that a response can be undone before it is sent, 600 at most; 0, the default, sends at once.
    public var undoWindow = 0.0

    /// Creates a configuration with all defaults.
    public init() {}

    /// The width of cards.
    public enum CardWidth: Hashable, Sendable {
        /// A readable width, centred.
        case readable
        /// The width of the container.
        case fill
        /// A number of cells, and the alignment within the container.
        case fixed(Int, CardAlignment)
    }

    /// The alignment of cards that are narrower than the container.
    public enum CardAlignment: String, Hashable, Sendable, CaseIterable { case leading, center, trailing }
    /// The alignment of a title.
    public enum TitleAlignment: String, Hashable, Sendable, CaseIterable { case leading, center }
    /// A horizontal container without cards shows a message or uses no rows.
    public enum EmptyStyle: String, Hashable, Sendable, CaseIterable { case standard, shrink }
    /// `snap` centres the selected card; `free` scrolls only as far as needed to show it.
    public enum ScrollMode: String, Hashable, Sendable, CaseIterable { case snap, free }
    /// The alignment of the only card of a row; `fill` uses the full width.
    public enum LoneCard: String, Hashable, Sendable, CaseIterable { case leading, center, fill }

    /// Colours in the syntax of themes: a name (`red`, `bright-blue`), `default`, `0` to `255`, or `#RRGGBB`. Nil, the
    /// default, uses the theme's.
    public struct LaunchColors: Hashable, Sendable {
        /// The background.
        public var background: String?
        /// The text.
        public var text: String?
        /// The text while cards are loading; nil uses ``text``.
        public var loadingIndicator: String?
        /// The retry button.
        public var button: String?

        /// Creates colours that are all the theme's own.
        public init() {}

        var all: [(name: String, color: String?)] {
            [("background", background), ("text", text), ("loading indicator", loadingIndicator), ("button", button)]
        }

        var options: ContainerOptions.LaunchColors {
            var options = ContainerOptions.LaunchColors()
            (options.background, options.text) = (background, text)
            (options.loadingIndicator, options.button) = (loadingIndicator, button)
            return options
        }
    }

    /// The position of a modal card; ignored when the card is taller than the area. Negative offsets count as 0.
    public enum ModalPosition: Hashable, Sendable {
        /// This many rows from the top.
        case top(Int)
        /// Centred.
        case center
        /// This many rows from the bottom.
        case bottom(Int)
    }

    /// The options of the views.
    var options: ContainerOptions {
        var options = ContainerOptions()
        for (text, words) in texts {
            if let key = CustomString(rawValue: text.rawValue) { options.strings[key] = words }
        }
        if !showsToasts { options.elements.remove(.toasts) }
        options.hasHeader = showsHeader
        if let actionButton { options.presentation = .withActionButton(actionButton) }
        if !headerLines.isEmpty { options.customHeader = .lines(headerLines) }
        options.maxWidth =
            switch maxWidth {
            case .readable: .readable
            case .fill: .fill
            case .fixed(let width, let alignment):
                .fixed(max(1, width), ContainerOptions.Alignment(rawValue: alignment.rawValue) ?? .center)
            }
        options.cardWidth = cardWidth
        options.titleAlignment = ContainerOptions.TitleAlignment(rawValue: titleAlignment.rawValue) ?? .leading
        options.emptyStyle = ContainerOptions.EmptyStyle(rawValue: emptyStyle.rawValue) ?? .standard
        options.scrollMode = ContainerOptions.ScrollMode(rawValue: scrollMode.rawValue) ?? .snap
        options.loneCard = ContainerOptions.LoneCard(rawValue: loneCard.rawValue) ?? .leading
        options.modalPosition =
            switch modalPosition {
            case .top(let rows): .top(rows)
            case .center: .center
            case .bottom(let rows): .bottom(rows)
            }
        options.loadsNext = loadsNext
        options.filters = filters
        options.search = search
        options.variableTimeout = variableTimeout
        options.opensLinks = opensLinks
        options.launchColors = launchColors.options
        options.reportsVariables = sendsRuntimeVariableAnalytics
        return options
    }
}
