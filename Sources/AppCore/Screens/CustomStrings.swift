import Basics
package import Cards

import struct Foundation.Date

/// The words of one container: the documented ones, and those that were chosen instead.
package struct CustomStrings: Hashable, Sendable {
    private var chosen: [CustomString: String] = [:]

    package init() {}

    package subscript(key: CustomString) -> String {
        get { chosen[key] ?? key.standard }
        set { chosen[key] = newValue }
    }

    package func isChosen(_ key: CustomString) -> Bool { chosen[key] != nil }

    /// The same with the viewer's own defaults.
    var inViewer: CustomStrings {
        var strings = self
        if chosen[.snoozeTitle] == nil { strings[.snoozeTitle] = CustomString.snoozeTitle.viewerDefault }
        return strings
    }

    /// Stands for a time in texts that have one.
    package static let time = "{time}"

    /// What is said of a first load that failed.
    package func text(of failure: LaunchFailure) -> String {
        switch failure.message {
        case Strings.Launch.noConnection: self[.noInternetConnectionMessage]
        case Strings.Launch.loadFailed: self[.dataLoadFailedMessage]
        default: failure.message
        }
    }

    /// What to say once a response is on its way.
    func done(_ response: CardResponse, at now: Date, in zone: LocalZone) -> String {
        switch response {
        case .dismiss: self[.toastCardDismissedMessage]
        case .submit: self[.toastCardCompletedMessage]
        case .snooze(let until):
            self[.toastCardSnoozeMessage].replacing(Self.time, with: TimeText.clock(until, at: now, in: zone))
        case .voteUp, .voteDown: self[.toastCardFeedbackMessage]
        case .reply: Strings.Toasts.replied
        case .unsnooze: Strings.Toasts.woken
        }
    }

    func uploadFailed(_ reason: String) -> String {
        let text = self[.toastFileUploadFailedMessage]
        return reason.isEmpty ? text : "\(text): \(reason)"
    }

    /// Those that stand in cards.
    package var cardWords: CardWords {
        guard !chosen.isEmpty else { return CardWords() }
        return CardWords(
            view: self[.thumbnailImageActionLinkTitle], watch: self[.thumbnailVideoActionLinkTitle])
    }
}

/// The words of a container that stand in its cards.
package struct CardWords: Hashable, Sendable {
    package var view = Strings.Card.viewImage
    package var watch = Strings.Card.watchVideo

    package init() {}

    init(view: String, watch: String) {
        self.view = view
        self.watch = watch
    }
}

extension AppState {
    /// The words of the container that has a card, or had it when it was answered.
    package func strings(for card: CardID) -> CustomStrings {
        let strings = options(for: card).strings
        return settings.isEmbedded ? strings : strings.inViewer
    }

    func options(for card: CardID) -> ContainerOptions {
        if let origin = answers.origins[card], let container = container(origin) { return container.options }
        return subject(card).flatMap { container($0.container) }?.options ?? ContainerOptions()
    }
}
