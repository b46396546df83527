/// A resource of the two services.
enum CordialRoute: Hashable, Sendable {
    case auth(String)
    case contacts, logout, events, cart, orders
    case timestamps(contact: String, device: String)
    case inAppMessages(contact: String, device: String)
    case inAppMessage(String)
    case inbox(contact: String, device: String)
    case inboxMessage(contact: String, device: String, id: String)
    case marks
    case content(String)
    case click(String)

    init?(_ segments: [String]) {
        guard !segments.contains(where: \.isEmpty) else { return nil }
        let route: CordialRoute? =
            switch (segments.first, segments.count) {
            case ("es", 3...): Self.events(Array(segments.dropFirst()))
            case ("hub", 3...): Self.hub(Array(segments.dropFirst()))
            case ("content", 2): .content(segments[1])
            case ("click", 2): .click(segments[1])
            default: nil
            }
        guard let route else { return nil }
        self = route
    }

    private static func events(_ path: [String]) -> CordialRoute? {
        switch path {
        case ["mobile", "contacts"]: .contacts
        case ["mobile", "contact", "logout"]: .logout
        case ["mobile", "events"]: .events
        case ["mobile", "contact", "cart"]: .cart
        case ["mobile", "orders"]: .orders
        default: path.count == 3 && path[0] == "mobile" && path[1] == "auth" ? .auth(path[2]) : nil
        }
    }

    private static func hub(_ path: [String]) -> CordialRoute? {
        switch (path[0], path[1], path.count) {
        case ("timestamps", _, 3): .timestamps(contact: path[1], device: path[2])
        case ("mobile", "messages", 4): .inAppMessages(contact: path[2], device: path[3])
        case ("mobile", "message", 3): .inAppMessage(path[2])
        case ("inbox", "messages", 4): .inbox(contact: path[2], device: path[3])
        case ("inbox", "message", 5): .inboxMessage(contact: path[2], device: path[3], id: path[4])
        case ("inbox", "read", 2): .marks
        default: nil
        }
    }

    var methods: [String] {
        switch self {
        case .auth, .contacts, .logout, .events, .cart, .orders, .marks: ["POST"]
        case .timestamps, .inAppMessages, .inAppMessage, .inbox, .content, .click: ["GET"]
        case .inboxMessage: ["GET", "DELETE"]
        }
    }
}
