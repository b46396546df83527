/// An event that a program may want to handle when it happens.
public enum CordialNotice: Sendable, Hashable {
    /// The subject of a request.
    public enum Request: String, Sendable, CaseIterable {
        /// A contact and its attributes.
        case contact
        /// Events.
        case events
        /// The cart.
        case cart
        /// Orders.
        case orders
        /// Marks of messages as read or unread.
        case marks
        /// The deletion of a message.
        case deletion
        /// The logout of a contact on this device.
        case logout

        init(_ kind: WaitingKind) {
            switch kind {
            case .contact: self = .contact
            case .event: self = .events
            case .cart: self = .cart
            case .order: self = .orders
            case .mark: self = .marks
            case .delete: self = .deletion
            case .logout: self = .logout
            }
        }
    }

    /// The service has accepted the contact: it is logged in.
    case contactAccepted
    /// A contact was set or unset.
    case contactChanged
    /// The service has permanently refused a request, whose data no longer waits.
    case refused(Request, CordialError)
    /// A new message is in the inbox.
    case newInboxMessage(String)
    /// Messages of the inbox were marked or deleted on this machine.
    case inboxChanged
    /// An in-app message waits to be shown, or the one that was shown has ended. See ``CordialInAppMessages/current()``.
    case inAppMessagesChanged
    /// The values that the user has entered into an in-app message.
    case inputsCaptured(event: String, values: InAppInputs)
    /// A link of a message or a push was opened.
    case link(CordialLink)
    /// The user wants to choose the categories of notifications.
    case categoriesRequested
}
