import AppCore
import Canvas
import CardUI
import Cards
import Support
import Testing
import Theming

/// Texts that a host application chooses for a container, where the user sees them.
struct ContainerTextTests {
    private static let words = "Wordsofthehost"

    /// All texts except those about a camera, which terminals do not have.
    private static let shown = CustomString.allCases.filter {
        $0 != .requestCameraAccessMessage && $0 != .requestCameraAccessSettingsTitle
    }

    /// Symbols: text-*
    @Test(arguments: shown)
    func `custom strings of the host replace the default ones on the screen`(text: CustomString) throws {
        var usual = try state(showing: text, as: nil)
        let before = draw(&usual, theme: .plain).0.plainText
        let standard = text.viewerDefault.replacing("{time}", with: "10:00")
        #expect(before.contains(standard), "\(before)")
        #expect(!before.contains(Self.words))
        var own = try state(showing: text, as: Self.words)
        let after = draw(&own, theme: .plain).0.plainText
        #expect(after.contains(Self.words), "\(after)")
        #expect(standard.isEmpty || !after.contains(standard), "\(after)")
    }

    /// A screen that shows the text `text`: in the usual words, or in those of the host.
    private func state(showing text: CustomString, as words: String?) throws -> AppState {
        var state = Scene.one.state(Size(columns: 80, rows: 24))
        if let words { state.containers[0].options.strings[text] = words }
        let votes = ActionProperties(voteUp: .enabled(feedbackLabel: nil), voteDown: .enabled(feedbackLabel: nil))
        state.show([
            makeCard("c1", body: makeBody(components: [.headline(Card.Headline(text: "Lunch"))], actions: votes))
        ])
        state.start.hasInteracted = true
        _ = draw(&state, theme: .plain)
        switch text {
        case .cardListTitle: break
        case .cardListFooterMessage:
            if words == nil { state.containers[0].options.footerMessage = "" }
        case .snoozeTitle, .dismissTitle, .votingUseful, .votingNotUseful: press(&state, "m")
        case .awaitingFirstCard: state.show([])
        case .allCardsCompleted:
            state.show([])
            state.containers[0].window.hasEverHadCard = true
        case .votingFeedbackTitle: press(&state, "-", "3")
        case .votingFeedbackValidationMessage:
            press(&state, "-", "3")
            _ = update(&state, .pasted(String(repeating: "x", count: 281)), at: .fixed)
        case .noInternetConnectionMessage: fail(&state, Strings.Launch.noConnection)
        case .dataLoadFailedMessage, .tryAgainTitle: fail(&state, Strings.Launch.loadFailed)
        case .toastCardDismissedMessage: settle(&state, .dismiss)
        case .toastCardCompletedMessage: settle(&state, .submit(buttonName: "ok", values: [:]), .delivered)
        case .toastCardSnoozeMessage: settle(&state, .snooze(until: .fixed(3600)))
        case .toastCardFeedbackMessage: settle(&state, .voteUp(message: nil))
        case .thumbnailImageActionLinkTitle: state.show([Self.thumbnail(.image)])
        case .thumbnailVideoActionLinkTitle: state.show([Self.thumbnail(.video)])
        case .processingStateMessage:
            state.show([Self.form(with: [])])
            _ = draw(&state, theme: .plain)
            state.syncStatus.waitingActions = 1
            press(&state, "1")
            _ = update(&state, .timePassed, at: .fixed(0.3))
        case .processingStateCancelButtonTitle, .toastFileUploadFailedMessage:
            let id = try #require(send(&state))
            let event: FileEvent =
                text == .toastFileUploadFailedMessage
                ? .sendingFailed(id, input: nil, reason: "not connected")
                : .progressed(id, sent: 1, total: 2, file: 0)
            _ = update(&state, .files(event), at: .fixed(1))
        case .requestCameraAccessMessage, .requestCameraAccessSettingsTitle: break
        }
        return state
    }

    private func press(_ state: inout AppState, _ keys: String...) {
        for key in keys {
            guard let chord = KeySequence.parse(key)?.first else {
                Issue.record("no key \(key)")
                return
            }
            _ = update(&state, .keyPressed(chord), at: state.now)
        }
    }

    private func settle(_ state: inout AppState, _ response: CardResponse, _ outcome: ResponseOutcome = .queued()) {
        _ = update(&state, .responseSettled("c1", response, outcome), at: .fixed)
    }

    private func fail(_ state: inout AppState, _ message: String) {
        state.show([])
        state.containers[0].hasWindow = false
        state.launch = .failed(LaunchFailure(message: message))
        state.syncStatus.connection = .offline(since: .fixed, .noConnection(server: nil))
    }

    /// Presses the button of a form that contains a file, and returns the id of the upload, or nil.
    private func send(_ state: inout AppState) -> Int? {
        let photo = Card.Input(
            name: "photo", label: "Photo", kind: .fileUpload(bucketID: "b", allowedTypes: .staticImage))
        state.show([Self.form(with: [.input(photo)])])
        let file = ChosenFile(path: "/lunch.png", format: .png, size: 2, modified: 1, pixels: nil)
        state.forms["c1"] = FormState(values: ["photo": .file(file)])
        _ = draw(&state, theme: .plain)
        let effects = KeySequence.parse("1")?.first.map { update(&state, .keyPressed($0), at: state.now) } ?? []
        return effects.compactMap { if case .files(.send(let sending)) = $0 { sending.id } else { nil } }.first
    }

    private static func form(with fields: [Card.Component]) -> Card {
        let button = Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
        return makeCard("c1", body: makeBody(components: fields + [.buttons(Card.ButtonContainer(buttons: [button]))]))
    }

    private static func thumbnail(_ kind: Card.Media.Kind) -> Card {
        let media = Card.Media(kind: kind, url: "https://example.com/v", layout: .thumbnail, showsActionLabel: true)
        return makeCard("c1", body: makeBody(components: [.media(media)]))
    }
}
