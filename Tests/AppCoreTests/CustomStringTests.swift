import Cards
import Support
import Testing

@testable import AppCore

/// Texts that a host application chooses for a container.
struct CustomStringTests {
    /// The texts that the SDK documents.
    static let documented: [(CustomString, String)] = [
        (CustomString.cardListTitle, "Cards"), (.snoozeTitle, "Remind me"), (.dismissTitle, "Dismiss"),
        (.awaitingFirstCard, "Cards will appear here when there’s something to action."),
        (.allCardsCompleted, "All caught up"), (.votingUseful, "This is useful"),
        (.votingNotUseful, "This isn't useful"), (.votingFeedbackTitle, "Send feedback"),
        (.votingFeedbackValidationMessage, "Feedback is limited to 280 characters"), (.cardListFooterMessage, ""),
        (.noInternetConnectionMessage, "No internet connection"), (.dataLoadFailedMessage, "Couldn't load data"),
        (.tryAgainTitle, "Try again"), (.toastCardDismissedMessage, "Card dismissed"),
        (.toastCardCompletedMessage, "Card completed"), (.toastCardSnoozeMessage, "Snoozed until {time}"),
        (.toastCardFeedbackMessage, "Feedback received"), (.thumbnailImageActionLinkTitle, "View"),
        (.thumbnailVideoActionLinkTitle, "Watch"), (.processingStateMessage, "Sending, please wait..."),
        (.processingStateCancelButtonTitle, "Cancel process"),
        (.toastFileUploadFailedMessage, "Couldn't upload file(s)"),
        (
            .requestCameraAccessMessage,
            "Access to your camera is required to take photos. Please enable camera access in your device settings"
        ),
        (.requestCameraAccessSettingsTitle, "Settings"),
    ]

    /// Symbols: text-*
    @Test func `all 24 strings have their documented defaults`() {
        #expect(Self.documented.count == 24 && CustomString.allCases.count == 24)
        for (string, text) in Self.documented { #expect(CustomStrings()[string] == text) }
    }

    @Test func `the viewer says snooze, and an embedded container uses the documented default`() {
        var state = AppState.given(card("a"))
        #expect(state.strings(for: "a")[.snoozeTitle] == "Snooze")
        state.containers[0].options.strings[.snoozeTitle] = "Later"
        #expect(state.strings(for: "a")[.snoozeTitle] == "Later")
        state.containers[0].options.strings = CustomStrings()
        state.settings.isEmbedded = true
        #expect(state.strings(for: "a")[.snoozeTitle] == "Remind me")
    }

    private func given(_ changes: [CustomString: String], _ card: Card = card("a")) -> AppState {
        var state = AppState.given(card)
        for (string, text) in changes { state.containers[0].options.strings[string] = text }
        return state
    }

    @Test func `the menu of a card uses the strings of its container`() throws {
        var state = given([
            .snoozeTitle: "Later", .dismissTitle: "Away", .votingUseful: "Good", .votingNotUseful: "Bad",
        ])
        _ = state.press("m")
        #expect(state.menu?.items.map(\.label) == ["Later", "Away", "Good", "Bad"])
        _ = state.press("4")
        #expect(state.menu?.title == "Bad")
        _ = state.press("esc", "s")
        #expect(state.menu?.title == "Later")
    }

    @Test func `feedback uses the container's title and its message for text that is too long`() {
        var state = given([.votingFeedbackTitle: "Say why", .votingFeedbackValidationMessage: "Shorter!"])
        _ = state.press("-", "3")
        #expect(state.prompt?.title == "Say why")
        _ = update(&state, .pasted(String(repeating: "x", count: 281)), at: .fixed)
        #expect(state.prompt?.problem == "Shorter!")
    }

    static let told: [(CardResponse, CustomString, String, String)] = [
        (CardResponse.dismiss, CustomString.toastCardDismissedMessage, "Gone", "Gone"),
        (.snooze(until: .fixed(3600)), .toastCardSnoozeMessage, "Back at {time}", "Back at 10:00"),
        (.snooze(until: .fixed(3600)), .toastCardSnoozeMessage, "Sleeps", "Sleeps"),
        (.voteUp(message: nil), .toastCardFeedbackMessage, "Thanks", "Thanks"),
    ]

    @Test(arguments: told)
    func `an action that is being sent is reported with the container's string`(
        response: CardResponse, string: CustomString, text: String, toast: String
    ) {
        var state = given([string: text])
        _ = update(&state, .responseSettled(CardID("a"), response, .queued()), at: .fixed)
        #expect(state.toast == toast)
    }

    @Test func `the container's string is used even if the card is gone`() {
        var state = given([.toastCardDismissedMessage: "Gone"])
        _ = state.press("d")
        _ = state.arrive(.of([String]()))
        _ = update(&state, .responseSettled(CardID("a"), .dismiss, .queued()), at: .fixed)
        #expect(state.toast == "Gone")
        #expect(state.answers.origins.isEmpty)
    }

    @Test func `without toasts, only failures are reported`() {
        var state = given([:])
        state.containers[0].options.elements.remove(.toasts)
        _ = update(&state, .responseSettled(CardID("a"), .dismiss, .queued()), at: .fixed)
        #expect(state.toast == nil)
        _ = update(&state, .responseSettled(CardID("a"), .dismiss, .failed(reason: "disk full")), at: .fixed)
        #expect(state.toast == "Couldn't dismiss the card: disk full")
    }

    @Test func `a failed first load is reported with the container's string`() {
        var strings = CustomStrings()
        strings[.noInternetConnectionMessage] = "No net"
        strings[.dataLoadFailedMessage] = "No data"
        #expect(strings.text(of: LaunchFailure(message: "No internet connection")) == "No net")
        #expect(strings.text(of: LaunchFailure(message: "Couldn't load data", detail: "x")) == "No data")
        #expect(strings.text(of: LaunchFailure(message: "Other")) == "Other")
    }

    /// Symbols: ui-elements
    @Test func `elements have the bits of the SDK`() {
        #expect(ContainerOptions.Elements.toasts.rawValue == 1)
        #expect(ContainerOptions.Elements.footerMessage.rawValue == 2)
        #expect(ContainerOptions.Elements.header.rawValue == 4)
        var options = ContainerOptions()
        options.footerMessage = "That is all"
        #expect(options.footerMessage == "That is all" && options.hasHeader)
        options.elements = []
        #expect(options.footerMessage == "" && !options.hasHeader)
    }
}
