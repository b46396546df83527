import Cards
package import FeedAPI

/// A stored publication with a key, so that a repeated request gets the first receipt.
package struct StoredPublication: Hashable, Sendable, Identifiable {
    /// The id of a publication. Keys are unique in each environment.
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
    /// The receipt that the first request got.
    package var receipt: PublishReceipt

    package init(id: ID, fingerprint: String, receipt: PublishReceipt) {
        self.id = id
        self.fingerprint = fingerprint
        self.receipt = receipt
    }
}
