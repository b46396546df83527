import FeedAPI
import FeedEngine

import struct Foundation.Date

/// The authenticated sender of a request.
enum Identity: Hashable, Sendable {
    /// - Parameter until: When the token expires. Connections opened with the token end then.
    case viewer(Viewer, until: Date)
    case publisher(environment: EnvironmentID)

    /// The credentials of the other kind of sender, for error messages.
    var other: String {
        switch self {
        case .viewer: "a publisher key"
        case .publisher: "a viewer key and a token"
        }
    }
}
