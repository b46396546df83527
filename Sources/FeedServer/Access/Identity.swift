import struct Foundation.Date

/// Who a request comes from, once its keys and token have been checked.
enum Identity: Hashable, Sendable {
    /// - Parameter until: when the token ends, and with it every connection that it opened.
    case viewer(Viewer, until: Date)
    case publisher(environment: String)
}

/// A user of an environment.
package struct Viewer: Hashable, Sendable {
    package var environment: String
    package var user: String

    package init(environment: String, user: String) {
        self.environment = environment
        self.user = user
    }
}
