package import Cards
package import FeedAPI

/// The theme of a stream as stored by the server.
package struct StoredTheme: Hashable, Sendable {
    package struct ID: Hashable, Sendable {
        package var environment: EnvironmentID
        package var stream: StreamID

        package init(environment: EnvironmentID, stream: StreamID) {
            self.environment = environment
            self.stream = stream
        }
    }

    package var id: ID
    /// The document of the theme; nil if the stream has none.
    package var document: String?

    package init(_ id: ID, document: String?) {
        self.id = id
        self.document = document
    }
}
