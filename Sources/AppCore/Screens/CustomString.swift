/// The texts that a host may choose for each container, with their documented defaults (Atomic SwiftUI SDK guide 25.4,
/// "Custom strings"). The raw value is the setting's name in `config.toml`.
package enum CustomString: String, Hashable, Sendable, CaseIterable {
    case cardListTitle = "title"
    case snoozeTitle = "snooze_title"
    case dismissTitle = "dismiss_title"
    case awaitingFirstCard = "awaiting_first_card"
    case allCardsCompleted = "all_cards_completed"
    case votingUseful = "voting_useful"
    case votingNotUseful = "voting_not_useful"
    case votingFeedbackTitle = "voting_feedback_title"
    case votingFeedbackValidationMessage = "voting_feedback_too_long"
    case cardListFooterMessage = "footer_message"
    case noInternetConnectionMessage = "no_internet_connection"
    case dataLoadFailedMessage = "data_load_failed"
    case tryAgainTitle = "try_again_title"
    case toastCardDismissedMessage = "toast_card_dismissed"
    case toastCardCompletedMessage = "toast_card_completed"
    /// `{time}` in the text is replaced by the time at which the card comes back.
    case toastCardSnoozeMessage = "toast_card_snoozed"
    case toastCardFeedbackMessage = "toast_card_feedback"
    case toastFileUploadFailedMessage = "toast_file_upload_failed"
    case thumbnailImageActionLinkTitle = "thumbnail_image_action"
    case thumbnailVideoActionLinkTitle = "thumbnail_video_action"
    case processingStateMessage = "processing_message"
    case processingStateCancelButtonTitle = "processing_cancel_title"
    /// For devices with a camera. Has no effect in a terminal; accepted so that a configuration can be shared.
    case requestCameraAccessMessage = "camera_access_message"
    case requestCameraAccessSettingsTitle = "camera_access_settings_title"

    package var standard: String {
        switch self {
        case .cardListTitle: Strings.Header.title
        case .snoozeTitle: Strings.Snooze.title
        case .dismissTitle: Strings.Menu.dismiss
        case .awaitingFirstCard: Strings.Empty.awaitingFirstCard
        case .allCardsCompleted: Strings.Empty.allCaughtUp
        case .votingUseful: Strings.Vote.useful
        case .votingNotUseful: Strings.Vote.notUseful
        case .votingFeedbackTitle: Strings.Vote.feedbackTitle
        case .votingFeedbackValidationMessage: Strings.Vote.tooLong
        case .cardListFooterMessage: ""
        case .noInternetConnectionMessage: Strings.Launch.noConnection
        case .dataLoadFailedMessage: Strings.Launch.loadFailed
        case .tryAgainTitle: Strings.Launch.tryAgain
        case .toastCardDismissedMessage: Strings.Toasts.dismissed
        case .toastCardCompletedMessage: Strings.Toasts.completed
        case .toastCardSnoozeMessage: Strings.Toasts.snoozed(until: CustomStrings.time)
        case .toastCardFeedbackMessage: Strings.Toasts.feedback
        case .toastFileUploadFailedMessage: Strings.Sending.failed
        case .thumbnailImageActionLinkTitle: Strings.Card.viewImage
        case .thumbnailVideoActionLinkTitle: Strings.Card.watchVideo
        case .processingStateMessage: Strings.Sending.message
        case .processingStateCancelButtonTitle: Strings.Sending.cancel
        case .requestCameraAccessMessage: Strings.Files.cameraAccess
        case .requestCameraAccessSettingsTitle: Strings.Files.cameraSettings
        }
    }

    /// The viewer's default, which uses the same word for snoozing everywhere. Containers in other programs use the
    /// documented default.
    package var viewerDefault: String { self == .snoozeTitle ? Strings.Snooze.name : standard }

    /// A description of where the text is shown, for help and examples.
    package var help: String {
        switch self {
        case .cardListTitle:
            "The title above the cards. A single card has one only next to other containers; its default is the name of the container."
        case .snoozeTitle: "The label of the action that snoozes a card."
        case .dismissTitle: "The label of the action that dismisses a card."
        case .awaitingFirstCard: "The text of an empty container before its first card."
        case .allCardsCompleted: "The text of an empty container that has had cards."
        case .votingUseful: "The label of the action that votes that a card is useful."
        case .votingNotUseful: "The label of the action that votes that a card is not useful."
        case .votingFeedbackTitle: "The title of the prompt for feedback."
        case .votingFeedbackValidationMessage: "The message for feedback of more than 280 characters."
        case .cardListFooterMessage: "A line under the cards."
        case .noInternetConnectionMessage: "The message when the first load fails because there is no network."
        case .dataLoadFailedMessage: "The message when the first load fails."
        case .tryAgainTitle: "The button that tries again after the first load has failed."
        case .toastCardDismissedMessage: "The toast after a card is dismissed."
        case .toastCardCompletedMessage: "The toast after a form is sent."
        case .toastCardSnoozeMessage: "The toast after a card is snoozed; {time} is when the card comes back."
        case .toastCardFeedbackMessage: "The toast after a vote."
        case .toastFileUploadFailedMessage: "The toast when files cannot be sent."
        case .thumbnailImageActionLinkTitle: "The label of the action that opens an image."
        case .thumbnailVideoActionLinkTitle: "The label of the action that plays a video."
        case .processingStateMessage: "The text while files and forms are being sent."
        case .processingStateCancelButtonTitle: "The button that stops sending files."
        case .requestCameraAccessMessage, .requestCameraAccessSettingsTitle:
            "For devices with a camera; no effect in a terminal."
        }
    }
}
