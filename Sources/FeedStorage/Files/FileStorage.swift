package import FeedAPI

/// Where the contents of uploaded files are. A storage of feeds says which of them it knows.
package protocol FileStorage: Sendable {
    /// Begins a file.
    ///
    /// - Parameter size: What is announced, in bytes.
    /// - Throws: A ``FeedAPI/Problem`` of type `storage-full` or `internal-error`.
    func begin(size: Int) async throws(Problem) -> UploadID

    /// Adds to a file that was begun.
    func append(_ bytes: [UInt8], to id: UploadID) async throws(Problem)

    /// Has the file on stable storage when it returns.
    func finish(_ id: UploadID) async throws(Problem)

    /// Forgets a file that was begun and that no upload names.
    func discard(_ id: UploadID) async

    /// A file to read from its beginning.
    ///
    /// - Throws: A ``FeedAPI/Problem`` of type `not-found`.
    func open(_ id: UploadID) async throws(Problem) -> any FileContent
}

/// The content of a file that is being read.
package protocol FileContent: Sendable {
    /// The next bytes, at least one.
    ///
    /// - Throws: When the file ends before it should, or cannot be read.
    func read(atMost count: Int) async throws -> [UInt8]

    /// To be called once, at the end.
    func close() async
}
