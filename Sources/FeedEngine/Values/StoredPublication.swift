import Cards
package import FeedAPI

/// A stored publication with a key, so that a repeated request returns the first answer.
package struct StoredPublication: Hashable, Sendable, Identifiable {
    /// Keys are unique within an environment.
    package struct ID: Hashable, Sendable {
        package var environment: EnvironmentID
        package var key: PublicationKey

        package init(environment: EnvironmentID, key: PublicationKey) {
            self.environment = environment
            self.key = key
        }
    }

    package var id: ID
    /// The request's fingerprint, see ``Publication/fingerprint``.
    package var fingerprint: String
    /// The first answer.
    package var receipt: PublishReceipt

    package init(id: ID, fingerprint: String, receipt: PublishReceipt) {
        self.id = id
        self.fingerprint = fingerprint
        self.receipt = receipt
    }
}
