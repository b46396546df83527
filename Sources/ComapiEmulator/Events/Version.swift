import Cards

/// The version of a profile or conversation that an event describes.
struct Version: Hashable, Sendable {
    /// The number of changes.
    var revision: Int
    var etag: String

    init(_ revision: Int, etag: String) {
        self.revision = revision
        self.etag = etag
    }
}
