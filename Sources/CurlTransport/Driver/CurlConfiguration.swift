package import Cards

/// What all exchanges of one driver share.
package struct CurlConfiguration: Sendable {
    /// A PEM file with the authorities to trust instead of the system's; for a private one.
    package var authorityFile: String?
    /// Asked about every request; nil allows all.
    package var policy: RequestPolicy?

    package init(authorityFile: String? = nil, policy: RequestPolicy? = nil) {
        self.authorityFile = authorityFile
        self.policy = policy
    }
}
