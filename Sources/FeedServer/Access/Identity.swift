import FeedAPI
import FeedEngine

import struct Foundation.Date

/// Who a request comes from, once its keys and token have been checked.
enum Identity: Hashable, Sendable {
    /// - Parameter until: when the token ends, and with it every connection that it opened.
    case viewer(Viewer, until: Date)
    case publisher(environment: EnvironmentID)
}
