/// A resource of the service.
enum ComapiRoute: Hashable, Sendable {
    case sessionStart
    case sessions
    case session(String)
    case push(session: String)
    case profiles
    case profile(String)
    case conversations
    case conversation(String)
    case participants(conversation: String)
    case typing(conversation: String)
    case messages(conversation: String)
    case statusUpdates(conversation: String)
    case events(conversation: String)
    case content
    case file(String)
    case facebookState
    case socket

    /// Reads a route; nil if this API space has no such resource.
    ///
    /// - Parameter segments: The decoded segments of the whole path.
    init?(_ segments: [String], apiSpaceID: String) {
        guard segments.count > 2, segments[0] == "apispaces", segments[1] == apiSpaceID,
            !segments.contains(where: \.isEmpty)
        else { return nil }
        let rest = Array(segments.dropFirst(2))
        let route: ComapiRoute? =
            switch (rest[0], rest.count) {
            case ("sessions", 1): .sessions
            case ("sessions", 2): rest[1] == "start" ? .sessionStart : .session(rest[1])
            case ("sessions", 3): rest[2] == "push" ? .push(session: rest[1]) : nil
            case ("profiles", 1): .profiles
            case ("profiles", 2): .profile(rest[1])
            case ("conversations", 1): .conversations
            case ("conversations", 2): .conversation(rest[1])
            case ("conversations", 3...): Self.part(of: rest[1], Array(rest.dropFirst(2)))
            case ("content", 1): .content
            case ("content", 2): .file(rest[1])
            case ("channels", 3): rest[1] == "facebook" && rest[2] == "state" ? .facebookState : nil
            case ("socket", 1): .socket
            default: nil
            }
        guard let route else { return nil }
        self = route
    }

    /// Reads the path below a conversation. `statusupdates` can be in either case.
    private static func part(of conversation: String, _ names: [String]) -> ComapiRoute? {
        switch (names[0], names.count) {
        case ("participants", 1): .participants(conversation: conversation)
        case ("typing", 1): .typing(conversation: conversation)
        case ("messages", 1): .messages(conversation: conversation)
        case ("messages", 2):
            names[1].lowercased() == "statusupdates" ? .statusUpdates(conversation: conversation) : nil
        case ("events", 1): .events(conversation: conversation)
        default: nil
        }
    }

    /// The methods of the resource.
    var methods: [String] {
        switch self {
        case .sessionStart, .profiles, .events, .file: ["GET"]
        case .sessions, .statusUpdates, .content, .facebookState: ["POST"]
        case .session: ["GET", "DELETE"]
        case .push: ["PUT", "DELETE"]
        case .profile: ["GET", "PUT", "PATCH"]
        case .conversations, .messages: ["GET", "POST"]
        case .conversation: ["GET", "PUT", "DELETE"]
        case .participants: ["GET", "POST", "DELETE"]
        case .typing: ["POST", "DELETE"]
        // The socket accepts only the handshake of a WebSocket, which does not pass through here.
        case .socket: []
        }
    }
}
