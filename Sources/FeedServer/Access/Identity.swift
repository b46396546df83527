import FeedAPI
import FeedEngine

import struct Foundation.Date

/// The authenticated sender of a request.
enum Identity: Hashable, Sendable {
    /// - Parameter until: When the token expires, and with it every connection that it opened.
    case viewer(Viewer, until: Date)
    case publisher(environment: EnvironmentID)

    /// What the other kind of sender has, for messages.
    var other: String {
        switch self {
        case .viewer: "a publisher key"
        case .publisher: "a viewer key and a token"
        }
    }
}
