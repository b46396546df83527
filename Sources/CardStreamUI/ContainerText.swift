internal import AppCore

/// The texts of a container that a host can replace (Atomic SwiftUI SDK guide 25.4, "Custom strings"). The raw value is
/// the setting's name in `config.toml`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum ContainerText: String, Hashable, Sendable, CaseIterable {
    /// The title above the cards.
    case cardListTitle = "title"
    /// The title of the snooze options, and their entry in the menu.
    case snoozeTitle = "snooze_title"
    /// The menu entry for dismissing.
    case dismissTitle = "dismiss_title"
    /// Shown if there has never been a card.
    case awaitingFirstCard = "awaiting_first_card"
    /// Shown if there have been cards and none is left.
    case allCardsCompleted = "all_cards_completed"
    /// The menu entry for a vote up.
    case votingUseful = "voting_useful"
    /// The menu entry for a vote down.
    case votingNotUseful = "voting_not_useful"
    /// The title above the field for feedback.
    case votingFeedbackTitle = "voting_feedback_title"
    /// Shown if the feedback is too long.
    case votingFeedbackValidationMessage = "voting_feedback_too_long"
    /// Shown below the last card; empty for nothing.
    case cardListFooterMessage = "footer_message"
    /// Shown if cards cannot be loaded without a network.
    case noInternetConnectionMessage = "no_internet_connection"
    /// Shown if cards cannot be loaded for another reason.
    case dataLoadFailedMessage = "data_load_failed"
    /// The button below the two messages about cards that cannot be loaded.
    case tryAgainTitle = "try_again_title"
    /// The toast after a dismissal.
    case toastCardDismissedMessage = "toast_card_dismissed"
    /// The toast after a form is submitted.
    case toastCardCompletedMessage = "toast_card_completed"
    /// The toast after a snooze; `{time}` is replaced by the time of the card's return.
    case toastCardSnoozeMessage = "toast_card_snoozed"
    /// The toast after a vote.
    case toastCardFeedbackMessage = "toast_card_feedback"
    /// The toast if files could not be sent.
    case toastFileUploadFailedMessage = "toast_file_upload_failed"
    /// The label next to an image thumbnail.
    case thumbnailImageActionLinkTitle = "thumbnail_image_action"
    /// The label next to a video thumbnail.
    case thumbnailVideoActionLinkTitle = "thumbnail_video_action"
    /// Shown while a form is being submitted.
    case processingStateMessage = "processing_message"
    /// The button that cancels the submission of a form.
    case processingStateCancelButtonTitle = "processing_cancel_title"
    /// For devices with a camera; unused in a terminal.
    case requestCameraAccessMessage = "camera_access_message"
    /// For devices with a camera; unused in a terminal.
    case requestCameraAccessSettingsTitle = "camera_access_settings_title"

    /// The default text.
    public var standard: String { CustomString(rawValue: rawValue)?.standard ?? "" }
}
