import FeedAPI
import FeedEngine

import struct Foundation.Date

/// The authenticated sender of a request.
enum Identity: Hashable, Sendable {
    /// - Parameter until: When the token expires, and with it every connection that it opened.
    case viewer(Viewer, until: Date)
    case publisher(environment: EnvironmentID)
}
