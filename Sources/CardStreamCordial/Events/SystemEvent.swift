/// The events that the library creates, by their names in the protocol.
public enum SystemEvent: String, Sendable, CaseIterable {
    /// The program runs for the first time.
    case installed = "crdl_app_install"
    /// The program was opened.
    case opened = "crdl_app_open"
    /// The program was closed.
    case closed = "crdl_app_close"
    /// A push arrived while the program was in the foreground.
    case deliveredInForeground = "crdl_notification_delivered_in_foreground"
    /// A push was tapped.
    case tapped = "crdl_notification_tap"
    /// The user allows notifications.
    case optedIn = "crdl_device_notifications_manual_optin"
    /// The user no longer allows notifications.
    case optedOut = "crdl_device_notifications_manual_optout"
    /// A link was opened.
    case linkOpened = "crdl_deep_link_open"
    /// An in-app message was shown.
    case inAppShown = "crdl_in_app_message_shown"
    /// An in-app message has ended by itself.
    case inAppEnded = "crdl_in_app_message_auto_dismiss"
    /// The user has closed an in-app message.
    case inAppDismissed = "crdl_in_app_message_manual_dismiss"
    /// A message of the inbox was read.
    case inboxRead = "crdl_inbox_read"

    /// The prefix of names that are reserved for the service.
    static let prefix = "crdl_"
}
