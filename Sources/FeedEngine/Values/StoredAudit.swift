package import FeedAPI

/// An entry for the audit log of an environment.
package struct StoredAudit: Hashable, Sendable {
    package var environment: EnvironmentID
    package var entry: AuditEntry

    package init(environment: EnvironmentID, entry: AuditEntry) {
        self.environment = environment
        self.entry = entry
    }
}
