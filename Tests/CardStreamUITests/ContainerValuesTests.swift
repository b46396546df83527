import AppCore
import Canvas
import CardSession
import Cards
import Testing
import Theming

@testable import CardStreamUI

struct ContainerValuesTests {
    /// Each text that a host may change, with the value that the SDK documents.
    ///
    /// Symbols: text-*
    private static let texts: [ContainerText: String] = [
        .cardListTitle: "Cards", .snoozeTitle: "Remind me", .dismissTitle: "Dismiss",
        .awaitingFirstCard: "Cards will appear here when there’s something to action.",
        .allCardsCompleted: "All caught up", .votingUseful: "This is useful",
        .votingNotUseful: "This isn't useful", .votingFeedbackTitle: "Send feedback",
        .votingFeedbackValidationMessage: "Feedback is limited to 280 characters", .cardListFooterMessage: "",
        .noInternetConnectionMessage: "No internet connection", .dataLoadFailedMessage: "Couldn't load data",
        .tryAgainTitle: "Try again", .toastCardDismissedMessage: "Card dismissed",
        .toastCardCompletedMessage: "Card completed", .toastCardSnoozeMessage: "Snoozed until {time}",
        .toastCardFeedbackMessage: "Feedback received", .toastFileUploadFailedMessage: "Couldn't upload file(s)",
        .thumbnailImageActionLinkTitle: "View", .thumbnailVideoActionLinkTitle: "Watch",
        .processingStateMessage: "Sending, please wait...", .processingStateCancelButtonTitle: "Cancel process",
        .requestCameraAccessMessage:
            "Access to your camera is required to take photos. Please enable camera access in your device settings",
        .requestCameraAccessSettingsTitle: "Settings",
    ]

    /// Symbols: text-*, set-text
    @Test func `every text of a container has a default and can be changed`() {
        #expect(Set(ContainerText.allCases.map(\.rawValue)) == Set(CustomString.allCases.map(\.rawValue)))
        #expect(ContainerText.allCases.count == 24)
        for text in ContainerText.allCases {
            #expect(text.standard == Self.texts[text])
            let key = CustomString(rawValue: text.rawValue)
            var configuration = ContainerConfiguration()
            #expect(key.map { configuration.options.strings[$0] } == text.standard)
            configuration.texts[text] = "Other words"
            #expect(key.map { configuration.options.strings[$0] } == "Other words")
        }
    }

    @Test func `a default configuration changes nothing`() {
        #expect(ContainerConfiguration().options == ContainerOptions())
    }

    /// Symbols: configuration, card-width, title-align, config-filters, custom-headers, load-next, presentation
    /// Symbols: ui-elements, max-width, empty-style, scroll-mode, lone-card, modal-position, variable-timeout
    /// Symbols: variable-analytics, voting-options
    @Test func `every setting reaches the views`() throws {
        var configuration = ContainerConfiguration()
        configuration.texts = [.dismissTitle: "Away"]
        configuration.showsToasts = false
        configuration.showsHeader = false
        configuration.showsFooterMessage = false
        configuration.presentation = .withActionButton("Do")
        configuration.headerLines = ["one"]
        configuration.maxWidth = .fixed(0, .trailing)
        configuration.cardWidth = 50
        configuration.titleAlignment = .leading
        configuration.emptyStyle = .shrink
        configuration.scrollMode = .free
        configuration.loneCard = .fill
        configuration.modalPosition = .bottom(2)
        configuration.loadsNext = true
        #expect(configuration.variableTimeout == RuntimeVariableSource.defaultTimeout)
        configuration.variableTimeout = .seconds(0.5)
        configuration.opensLinks = false
        configuration.votingOptions = VotingOptions.useful
        configuration.filters = [try CardFilter.cardInstanceID("c1")]
        configuration.sendsRuntimeVariableAnalytics = true
        let options = configuration.options
        #expect(options.strings[.dismissTitle] == "Away")
        #expect(options.elements.isEmpty)
        #expect(options.presentation == .withActionButton("Do"))
        #expect(options.customHeader == .lines(["one"]))
        #expect(options.maxWidth == .fixed(0, .trailing))
        #expect(options.cardWidth == 50 && !options.opensLinks && options.votes == .useful)
        #expect(options.titleAlignment == .leading && options.emptyStyle == .shrink)
        #expect(options.scrollMode == .free && options.loneCard == .fill)
        #expect(options.modalPosition == .bottom(2))
        #expect(options.loadsNext)
        #expect(options.variableTimeout == 0.5 && options.reportsVariables)
        #expect(options.filters == configuration.filters)
    }

    /// Symbols: launch-background, launch-text, launch-icon, launch-button
    @Test func `the colours of the first screen reach the views`() {
        var configuration = ContainerConfiguration()
        configuration.launchColors.background = "blue"
        configuration.launchColors.text = "#102030"
        configuration.launchColors.loadingIndicator = "11"
        configuration.launchColors.button = "default"
        let colors = configuration.options.launchColors
        #expect(colors.background == "blue" && colors.text == "#102030")
        #expect(colors.loadingIndicator == "11" && colors.button == "default")
    }

    /// Symbols: dynamic-type
    @Test func `a container's texts are as large as the user wants them`() throws {
        #expect(ContainerAppearance.TextSize.allCases.map(\.rawValue) == TextSize.allCases.map(\.rawValue))
        #expect(ContainerAppearance().textSize.size == TextSize.standard)
        var appearance = ContainerAppearance()
        #expect(try !appearance.load()[.text].attributes.contains(.bold))
        appearance.textSize = ContainerAppearance.TextSize.xxl
        #expect(try appearance.load()[.text].attributes.contains(.bold))
    }

    /// Invalid settings, each with a word of the error.
    private static let wrong: [(String, @Sendable (inout ContainerConfiguration) -> Void)] = [
        ("variables", { $0.variableTimeout = .seconds(-1) }), ("width", { $0.cardWidth = 0 }),
        ("undo", { $0.undoWindow = .seconds(-1) }),
        ("undo", { $0.undoWindow = .seconds(601) }),
        ("#RRGGBB", { $0.launchColors.text = "blu\u{1B}" }),
    ]

    @Test(arguments: wrong.indices)
    func `an invalid configuration is refused, alone and for a container`(index: Int) throws {
        let (word, change) = Self.wrong[index]
        var configuration = ContainerConfiguration()
        try configuration.check()
        change(&configuration)
        let error = #expect(throws: RequestError.self) { try configuration.check() }
        guard case .invalidArgument(let text) = error else { throw error ?? .invalidArgument("nothing thrown") }
        #expect(text.contains(word) && !text.contains("\u{1B}"), "\(text)")
        #expect(throws: ContainerError.invalidArgument(text)) {
            try CardContainer(
                of: "inbox", in: CardSession(.memory), columns: 20, rows: 5, configuration: configuration)
        }
    }

    @Test func `a colour pair that curses reserves is refused`() throws {
        let session = try CardSession(.memory)
        let errors = [
            #expect(throws: ContainerError.self) {
                try CardContainer(of: "inbox", in: session, columns: 20, rows: 5, firstColorPair: 0)
            }
        ]
        #expect(errors[0]?.description.contains("colour pair") == true)
    }

    /// Symbols: text-cardListFooterMessage, ui-elements
    @Test func `the footer message can be off although it has a text`() {
        var configuration = ContainerConfiguration()
        configuration.texts = [.cardListFooterMessage: "That is all"]
        #expect(configuration.options.footerMessage == "That is all")
        configuration.showsFooterMessage = false
        #expect(configuration.options.footerMessage.isEmpty)
    }

    /// Symbols: interface-style
    @Test(arguments: [
        (nil, Appearance.dark), ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("", .dark),
    ])
    func `an automatic background is the one that the environment names`(variable: String?, appearance: Appearance) {
        let environment = variable.map { ["COLORFGBG": $0] } ?? [:]
        #expect(ContainerAppearance.InterfaceStyle.automatic.appearance(environment) == appearance)
        #expect(ContainerAppearance.InterfaceStyle.light.appearance(environment) == .light)
        #expect(ContainerAppearance().interfaceStyle == .automatic)
    }

    /// Symbols: observer-from-container
    @Test func `a stream is observed as a container is configured`() throws {
        var configuration = ContainerConfiguration()
        configuration.refreshInterval = .seconds(7)
        configuration.filters = [try .cardInstanceID("c1")]
        configuration.variableTimeout = .seconds(2)
        configuration.sendsRuntimeVariableAnalytics = true
        let observer = StreamObserverConfiguration(containerConfiguration: configuration)
        #expect(observer.refreshInterval == .seconds(7) && observer.filters == configuration.filters)
        #expect(observer.variableResolutionTimeout == .seconds(2) && observer.sendsRuntimeVariableAnalytics)
        #expect(observer.limit == StreamObserverConfiguration.defaultLimit)
        #expect(observer.onRuntimeVariablesRequested == nil)
        let resolving = StreamObserverConfiguration(containerConfiguration: configuration) { $0 }
        #expect(resolving.onRuntimeVariablesRequested != nil)
    }

    @Test(arguments: [
        (4, "ctrl-d"), (9, "tab"), (10, "enter"), (13, "enter"), (27, "escape"), (127, "backspace"), (106, "j"),
        (71, "G"), (32, "space"), (228, "ä"), (258, "down"), (259, "up"), (330, "delete"), (265, "f1"),
        (353, "backtab"),
    ])
    func `curses key codes are converted to keys`(code: Int32, name: String) {
        #expect(ContainerKey(curses: code) == ContainerKey(name))
        #expect(ContainerKey(curses: code)?.description == name)
    }

    @Test func `unknown key codes are no keys`() {
        // KEY_RESIZE, KEY_MOUSE, ERR, and 0.
        for code: Int32 in [410, 409, -1, 0] { #expect(ContainerKey(curses: code) == nil) }
        #expect(ContainerKey(curses: 0x1F600, isCode: false)?.description == "😀")
        #expect(ContainerKey("no-such-key") == nil)
    }
}
