/// The words that a host may choose for each container, with their documented defaults (Atomic SwiftUI SDK guide 25.4,
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
    /// `{time}` in it stands for when the card comes back.
    case toastCardSnoozeMessage = "toast_card_snoozed"
    case toastCardFeedbackMessage = "toast_card_feedback"
    case toastFileUploadFailedMessage = "toast_file_upload_failed"
    case thumbnailImageActionLinkTitle = "thumbnail_image_action"
    case thumbnailVideoActionLinkTitle = "thumbnail_video_action"
    case processingStateMessage = "processing_message"
    case processingStateCancelButtonTitle = "processing_cancel_title"
    /// Of devices with a camera: without effect in a terminal, and taken so that a configuration can be shared.
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

    /// The default in the viewer, which calls snoozing by one name everywhere. Containers in other programs keep the
    /// documented one.
    package var viewerDefault: String { self == .snoozeTitle ? Strings.Snooze.name : standard }

    /// Where it can be read, in words, for help and examples.
    package var help: String {
        switch self {
        case .cardListTitle: "The words above the cards."
        case .snoozeTitle: "What snoozing is called."
        case .dismissTitle: "What dismissing is called."
        case .awaitingFirstCard: "What an empty container says before the first card ever."
        case .allCardsCompleted: "What an empty container says once there was a card."
        case .votingUseful: "What the vote for a card is called."
        case .votingNotUseful: "What the vote against a card is called."
        case .votingFeedbackTitle: "The title over the words to a vote."
        case .votingFeedbackValidationMessage: "What is said to feedback of more than 280 characters."
        case .cardListFooterMessage: "A line under the cards."
        case .noInternetConnectionMessage: "What a first load without a network says."
        case .dataLoadFailedMessage: "What a first load that failed says."
        case .tryAgainTitle: "The button under that."
        case .toastCardDismissedMessage: "The toast after dismissing."
        case .toastCardCompletedMessage: "The toast after a form was sent."
        case .toastCardSnoozeMessage: "The toast after snoozing; {time} in it stands for when the card comes back."
        case .toastCardFeedbackMessage: "The toast after a vote."
        case .toastFileUploadFailedMessage: "The toast after files could not be sent."
        case .thumbnailImageActionLinkTitle: "What opens an image."
        case .thumbnailVideoActionLinkTitle: "What plays a video."
        case .processingStateMessage: "What is said while files and forms are on their way."
        case .processingStateCancelButtonTitle: "The button that stops files on their way."
        case .requestCameraAccessMessage, .requestCameraAccessSettingsTitle:
            "For devices with a camera; without effect in a terminal."
        }
    }
}
