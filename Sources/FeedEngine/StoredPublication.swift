package import FeedAPI

/// A publication with a key, as it is remembered: the same request again gets the first answer.
package struct StoredPublication: Hashable, Sendable {
    package var environment: EnvironmentID
    package var key: PublicationKey
    /// Of the request, see ``Publication/fingerprint``.
    package var fingerprint: String
    /// The first answer.
    package var receipt: PublishReceipt

    package init(environment: EnvironmentID, key: PublicationKey, fingerprint: String, receipt: PublishReceipt) {
        self.environment = environment
        self.key = key
        self.fingerprint = fingerprint
        self.receipt = receipt
    }
}
