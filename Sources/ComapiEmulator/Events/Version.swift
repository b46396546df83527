import Cards

/// Which state of a profile or conversation an event is about.
struct Version: Hashable, Sendable {
    /// Counts the changes.
    var revision: Int
    var etag: String

    init(_ revision: Int, etag: String) {
        self.revision = revision
        self.etag = etag
    }
}
