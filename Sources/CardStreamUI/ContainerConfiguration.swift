internal import AppCore
import Basics
public import Cards

/// The appearance and behaviour of a container, corresponding to the SDK's container configuration. Widths and offsets
/// are in cells. Properties whose default differs from that of the SDKs say so.
public struct ContainerConfiguration: Hashable, Sendable {
    /// Texts of the container that replace ``ContainerText/standard``; empty by default.
    public var texts: [ContainerText: String] = [:]
    /// Whether toasts report completed actions; failures are always reported. True by default.
    public var showsToasts = true
    /// Whether a header with the title and position is shown above the cards. Single and modal containers have no
    /// header. True by default.
    public var showsHeader = true
    /// Whether ``ContainerText/cardListFooterMessage`` is shown below the last card of a vertical container. True by
    /// default: unlike in the SDKs, setting the text is sufficient to show it.
    public var showsFooterMessage = true
    /// The button in the header of a vertical container; none by default.
    public var presentation = Presentation.withoutButton
    /// Additional lines above the cards of a vertical container, at most ten; none by default.
    /// ``CardContainer/setHeaderLines(_:)`` changes them.
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
    /// The votes offered on all cards, in addition to those that a card itself offers; none by default.
    public var votingOptions: VotingOptions = []
    /// Whether the container opens links of buttons, images and texts, and videos, with `BROWSER` of the environment or
    /// the desktop. If nothing can open them, their address is shown. False leaves them to the host.
    /// ``CardContainer/Event/linkPressed(_:url:)`` is reported in either case. True by default.
    public var opensLinks = true
    /// The colours of a vertical container's first screen, which is shown until cards have been loaded; the theme's by
    /// default. The SDKs' defaults are black on white.
    public var launchColors = LaunchColors()
    /// Filters that cards must match to be shown; none by default.
    public var filters: [CardFilter] = []
    /// A search in the language of the viewer's search field. Matches all cards by default.
    public var search = CardSearch()
    /// The polling interval while the server cannot push: 15 seconds by default, or zero to load cards only once. Other
    /// values below one second mean one second.
    public var refreshInterval = Duration.seconds(15)
    /// How long to wait for values of runtime variables; not negative, 5 seconds by default. It replaces the time limit of
    /// the container's `RuntimeVariableSource`.
    public var variableTimeout = Duration.seconds(5)
    /// Whether values of runtime variables are sent to the publisher as the event `runtime-vars-updated`. Observers of
    /// the session's events get them in any case. False by default.
    public var sendsRuntimeVariableAnalytics = false
    /// How long a response can be undone before it is sent, at most 10 minutes; zero, the default, sends it
    /// immediately.
    public var undoWindow = Duration.zero

    /// Creates a configuration with all defaults.
    public init() {}

    /// The button in the header, which a click or the key `a` presses (Atomic SwiftUI SDK guide 25.4, "Presentation style").
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Presentation: Hashable, Sendable {
        /// No button.
        case withoutButton
        /// A button with this label, reported as ``CardContainer/Event/actionButtonPressed``.
        case withActionButton(String)
        /// A button that leaves the container, reported as ``CardContainer/Event/closeRequested``.
        case withContextualButton(ContextualButton)
    }

    /// The purpose of a contextual button, which determines its label. The host decides what the button does.
    public enum ContextualButton: String, Hashable, Sendable, CaseIterable {
        /// Leaves the container. The label is "Close".
        case close
        /// Goes back to what the host showed before. The label is "Back".
        case back
    }

    /// The width of cards.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum CardWidth: Hashable, Sendable {
        /// A readable width, centred.
        case readable
        /// The width of the container.
        case fill
        /// A number of cells, and the alignment within the container; centred by default. 0 and less mean `fill`, and so
        /// does a width that leaves no margin (Atomic SwiftUI SDK guide 25.4, "Card maximum width").
        case fixed(Int, CardAlignment = .center)
    }

    /// The alignment of cards that are narrower than the container.
    public enum CardAlignment: String, Hashable, Sendable, CaseIterable { case leading, center, trailing }
    /// The alignment of a title.
    public enum TitleAlignment: String, Hashable, Sendable, CaseIterable { case leading, center }
    /// What a horizontal container without cards shows: `standard` a message, `shrink` no rows.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum EmptyStyle: String, Hashable, Sendable, CaseIterable { case standard, shrink }
    /// How a horizontal container scrolls: `snap` centres the selected card; `free` scrolls only as far as needed to
    /// show it.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum ScrollMode: String, Hashable, Sendable, CaseIterable { case snap, free }
    /// The alignment of the only card of a row; `fill` uses the full width.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum LoneCard: String, Hashable, Sendable, CaseIterable { case leading, center, fill }

    /// Colours in the syntax of themes: a name (`red`, `bright-blue`), `default`, `0` to `255`, or `#RRGGBB`. Nil, the
    /// default, uses the theme's colour.
    public struct LaunchColors: Hashable, Sendable {
        /// The background colour.
        public var background: String?
        /// The text colour.
        public var text: String?
        /// The colour of the text while cards are loading; nil uses ``text``.
        public var loadingIndicator: String?
        /// The colour of the retry button.
        public var button: String?

        /// Creates colours that are all taken from the theme.
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
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum ModalPosition: Hashable, Sendable {
        /// This many rows from the top.
        case top(Int)
        /// Centred.
        case center
        /// This many rows from the bottom.
        case bottom(Int)
    }

    /// The container options for the views.
    var options: ContainerOptions {
        var options = ContainerOptions()
        for (text, words) in texts {
            if let key = CustomString(rawValue: text.rawValue) { options.strings[key] = words }
        }
        if !showsToasts { options.elements.remove(.toasts) }
        options.hasHeader = showsHeader
        if !showsFooterMessage { options.elements.remove(.footerMessage) }
        options.presentation =
            switch presentation {
            case .withoutButton: .withoutButton
            case .withActionButton(let label): .withActionButton(label)
            case .withContextualButton(.close): .withContextualButton(Strings.Header.close)
            case .withContextualButton(.back): .withContextualButton(Strings.Header.back)
            }
        if !headerLines.isEmpty { options.customHeader = .lines(headerLines) }
        options.maxWidth =
            switch maxWidth {
            case .readable: .readable
            case .fill: .fill
            case .fixed(let width, let alignment):
                .fixed(width, ContainerOptions.Alignment(rawValue: alignment.rawValue) ?? .center)
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
        options.variableTimeout = variableTimeout.seconds
        options.opensLinks = opensLinks
        options.votes = votingOptions
        options.launchColors = launchColors.options
        options.reportsVariables = sendsRuntimeVariableAnalytics
        return options
    }
}
