package import Cards

/// Settings shared by all exchanges of a driver.
package struct CurlConfiguration: Sendable {
    /// A PEM file with the certificate authorities to trust instead of the system's.
    package var authorityFile: String?
    /// Asked about every request; nil allows all.
    package var policy: RequestPolicy?

    package init(authorityFile: String? = nil, policy: RequestPolicy? = nil) {
        self.authorityFile = authorityFile
        self.policy = policy
    }
}
