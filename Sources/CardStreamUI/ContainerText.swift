internal import AppCore

/// The words that a host may choose for a container (Atomic SwiftUI SDK guide 25.4, "Custom strings"). The raw value is the
/// setting's name in `config.toml`.
public enum ContainerText: String, Hashable, Sendable, CaseIterable {
    /// Above the cards.
    case cardListTitle = "title"
    /// Of the choice of times, and the menu's line for it.
    case snoozeTitle = "snooze_title"
    /// The menu's line for it.
    case dismissTitle = "dismiss_title"
    /// Where there never was a card.
    case awaitingFirstCard = "awaiting_first_card"
    /// Where there was one, and none is left.
    case allCardsCompleted = "all_cards_completed"
    /// The menu's line for a vote up.
    case votingUseful = "voting_useful"
    /// The menu's line for a vote down.
    case votingNotUseful = "voting_not_useful"
    /// Above the field for words to a vote.
    case votingFeedbackTitle = "voting_feedback_title"
    /// Where these words are too many.
    case votingFeedbackValidationMessage = "voting_feedback_too_long"
    /// Below the last card; empty for nothing.
    case cardListFooterMessage = "footer_message"
    /// Where cards cannot be had without a network.
    case noInternetConnectionMessage = "no_internet_connection"
    /// Where they cannot be had for another reason.
    case dataLoadFailedMessage = "data_load_failed"
    /// The button below these two.
    case tryAgainTitle = "try_again_title"
    /// After a dismissal.
    case toastCardDismissedMessage = "toast_card_dismissed"
    /// After a submit.
    case toastCardCompletedMessage = "toast_card_completed"
    /// `{time}` in it stands for when the card comes back.
    case toastCardSnoozeMessage = "toast_card_snoozed"
    /// After a vote.
    case toastCardFeedbackMessage = "toast_card_feedback"
    /// When files could not be sent.
    case toastFileUploadFailedMessage = "toast_file_upload_failed"
    /// Beside a small image that opens.
    case thumbnailImageActionLinkTitle = "thumbnail_image_action"
    /// Beside a small video that plays.
    case thumbnailVideoActionLinkTitle = "thumbnail_video_action"
    /// While a submit is on its way.
    case processingStateMessage = "processing_message"
    /// Takes it back meanwhile.
    case processingStateCancelButtonTitle = "processing_cancel_title"
    /// Of devices with a camera; without effect in a terminal.
    case requestCameraAccessMessage = "camera_access_message"
    /// Of devices with a camera; without effect in a terminal.
    case requestCameraAccessSettingsTitle = "camera_access_settings_title"

    /// What is said where the host chooses nothing.
    public var standard: String { CustomString(rawValue: rawValue)?.standard ?? "" }
}
