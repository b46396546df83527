/// What all exchanges of one driver share.
package struct CurlConfiguration: Hashable, Sendable {
    /// A PEM file with the authorities to trust instead of the system's; for a private one.
    package var authorityFile: String?
    /// SHA-256 hashes, in base 64, of the public keys one of which the server's certificate must have, in addition
    /// to being valid. Give a spare one too: a single pin locks everybody out when the key is replaced.
    package var pins: [String]

    package init(authorityFile: String? = nil, pins: [String] = []) {
        self.authorityFile = authorityFile
        self.pins = pins
    }
}
