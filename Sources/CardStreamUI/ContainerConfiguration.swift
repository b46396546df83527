internal import AppCore
public import Cards

/// How a container looks and behaves: the terminal's side of the SDK's container configuration. Widths and offsets are in
/// cells, times in seconds. Every default is the documented one, but for that of ``maxWidth``.
public struct ContainerConfiguration: Hashable, Sendable {
    /// The words of the container; those that are missing, all by default, are
    /// ``ContainerText/standard``.
    public var texts: [ContainerText: String] = [:]
    /// Whether toasts tell what was done to cards; failures are told all the same. True by default.
    public var showsToasts = true
    /// Whether title and position stand above the cards. Single and modal containers never have them. True by default.
    public var showsHeader = true
    /// The label of a button in the header of a vertical container, ``CardContainer/Event/actionButtonPressed``; nil for none.
    public var actionButton: String?
    /// Lines of the host's own above the cards of a vertical container, ten at most; none by default.
    public var headerLines: [String] = []
    /// How wide the cards of a vertical, single or modal container are; readable by default. The SDKs' default is `fill`, which on
    /// a telephone is a width that reads well; in a terminal of 200 columns it would be lines that nobody can follow.
    public var maxWidth = CardWidth.readable
    /// The width of every card of a horizontal container, in cells: at least 1, by default 44.
    public var cardWidth = 44
    /// Where the title of the header stands; in the middle by default.
    public var titleAlignment = TitleAlignment.center
    /// What a horizontal container without cards does; by default it says so.
    public var emptyStyle = EmptyStyle.standard
    /// How a horizontal container moves to the selected card; `snap` by default.
    public var scrollMode = ScrollMode.snap
    /// Where the only card of a horizontal container goes; leading by default.
    public var loneCard = LoneCard.leading
    /// Where a modal card stands; in the middle by default.
    public var modalPosition = ModalPosition.center
    /// Whether a single card container goes on to the next card by itself once its card is dealt with. False by default.
    public var loadsNext = false
    /// Whether links of buttons, images and texts, and videos, are opened: with `BROWSER` of the environment, or by the desktop.
    /// Where nothing can open them they are shown, to be read. False leaves them to the host, which is told in either case:
    /// ``CardContainer/Event/linkPressed(_:url:)``. True by default.
    public var opensLinks = true
    /// The colours of a vertical container's first screen, until cards are there; the theme's by default.
    public var launchColors = LaunchColors()
    /// Conditions that cards must meet to be shown, all of them; none by default.
    public var filters: [CardFilter] = []
    /// The same in the language that is typed in the viewer. Lets every card through by default.
    public var search = CardSearch()
    /// Seconds between two looks at the stream where the server cannot push; at least 1, or 0 for one load and no more. 15
    /// by default.
    public var refreshInterval = 15.0
    /// Seconds that values of runtime variables are waited for; at least 0, by default 5. In a container this counts, not the time
    /// of its `RuntimeVariableSource`.
    public var variableTimeout = 5.0
    /// Whether the publisher is told of the values of runtime variables, by the event `runtime-vars-updated`. Who observes
    /// the session's events is told in any case. False by default.
    public var sendsRuntimeVariableAnalytics = false
    /// Seconds that an answer can be undone before it is sent, 600 at most; 0, the default, sends at once.
    public var undoWindow = 0.0

    /// With every default.
    public init() {}

    /// How wide cards are.
    public enum CardWidth: Hashable, Sendable {
        /// As wide as text reads well, in the middle.
        case readable
        /// As wide as the container.
        case fill
        /// So many cells, and where they stand in the rest.
        case fixed(Int, CardAlignment)
    }

    /// Where cards stand that are narrower than the container.
    public enum CardAlignment: String, Hashable, Sendable, CaseIterable { case leading, center, trailing }
    /// Where a title stands.
    public enum TitleAlignment: String, Hashable, Sendable, CaseIterable { case leading, center }
    /// A horizontal container without cards says so, or takes no room.
    public enum EmptyStyle: String, Hashable, Sendable, CaseIterable { case standard, shrink }
    /// `snap` puts the selected card in the middle, `free` moves no further than needed to show it.
    public enum ScrollMode: String, Hashable, Sendable, CaseIterable { case snap, free }
    /// Where the only card of a row goes, or that it takes all of the width.
    public enum LoneCard: String, Hashable, Sendable, CaseIterable { case leading, center, fill }

    /// Colours as themes write them: a name (`red`, `bright-blue`), `default`, `0` to `255`, or `#RRGGBB`. Nil, each one's default,
    /// leaves it to the theme.
    public struct LaunchColors: Hashable, Sendable {
        /// Behind all of it.
        public var background: String?
        /// Of its words.
        public var text: String?
        /// Of the words while cards are awaited; ``text`` without it.
        public var loadingIndicator: String?
        /// Of the button that tries again.
        public var button: String?

        /// With the theme's own.
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

    /// Where a modal card stands; ignored when it is taller than the area. A negative offset counts as none.
    public enum ModalPosition: Hashable, Sendable {
        /// Rows from the top.
        case top(Int)
        /// In the middle.
        case center
        /// Rows from the bottom.
        case bottom(Int)
    }

    /// As the views know it.
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
        options.titleAlignment = ContainerOptions.TitleAlignment(rawValue: titleAlignment.rawValue) ?? .center
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
