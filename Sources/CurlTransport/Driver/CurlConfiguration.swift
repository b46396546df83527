package import Cards

/// The settings shared by all transfers and connections of a driver.
package struct CurlConfiguration: Sendable {
    /// A PEM file with the certificate authorities to trust instead of the system's.
    package var authorityFile: String?
    /// Checks every request; nil allows all.
    package var policy: RequestPolicy?

    package init(authorityFile: String? = nil, policy: RequestPolicy? = nil) {
        self.authorityFile = authorityFile
        self.policy = policy
    }
}
