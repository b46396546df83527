import Basics
package import Cards

import struct Foundation.Date

/// The texts of a container: the documented ones, and the texts that replace some of them.
package struct CustomStrings: Hashable, Sendable {
    private var chosen: [CustomString: String] = [:]

    package init() {}

    package subscript(key: CustomString) -> String {
        get { chosen[key] ?? key.standard }
        set { chosen[key] = newValue }
    }

    package func isChosen(_ key: CustomString) -> Bool { chosen[key] != nil }

    /// The texts with the viewer's own defaults.
    var inViewer: CustomStrings {
        var strings = self
        if chosen[.snoozeTitle] == nil { strings[.snoozeTitle] = CustomString.snoozeTitle.viewerDefault }
        return strings
    }

    /// A placeholder for a time in texts.
    package static let time = "{time}"

    /// The text for a first load that failed.
    package func text(of failure: LaunchFailure) -> String {
        switch failure.message {
        case Strings.Launch.noConnection: self[.noInternetConnectionMessage]
        case Strings.Launch.loadFailed: self[.dataLoadFailedMessage]
        default: failure.message
        }
    }

    /// The toast for a response that was stored.
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

    /// The texts that cards show.
    package var cardWords: CardWords {
        guard !chosen.isEmpty else { return CardWords() }
        return CardWords(
            view: self[.thumbnailImageActionLinkTitle], watch: self[.thumbnailVideoActionLinkTitle])
    }
}

/// The texts of a container that its cards show.
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
    /// The texts of the container that shows a card, or that showed it when it was answered.
    package func strings(for card: CardID) -> CustomStrings {
        let strings = options(for: card).strings
        return settings.isEmbedded ? strings : strings.inViewer
    }

    func options(for card: CardID) -> ContainerOptions {
        if let origin = answers.origins[card], let container = container(origin) { return container.options }
        return subject(card).flatMap { container($0.container) }?.options ?? ContainerOptions()
    }
}
