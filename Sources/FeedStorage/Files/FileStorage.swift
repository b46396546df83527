package import FeedAPI

/// Stores the contents of uploaded files. The ``FeedStorage`` decides which files are in use.
package protocol FileStorage: Sendable {
    /// Creates a file.
    ///
    /// - Parameter size: The announced size in bytes.
    /// - Throws: ``FeedAPI/Problem`` of type `storage-full` or `internal-error`.
    func begin(size: Int) async throws(Problem) -> UploadID

    /// Appends to an unfinished file.
    func append(_ bytes: [UInt8], to id: UploadID) async throws(Problem)

    /// Finishes a file. It is on stable storage when this returns.
    func finish(_ id: UploadID) async throws(Problem)

    /// Deletes a file that no upload has named. Keeps other files, so that a caller who does not know whether a file
    /// was kept can call this.
    func discard(_ id: UploadID) async

    /// Opens a file for reading from the beginning.
    ///
    /// - Throws: ``FeedAPI/Problem`` of type `not-found`.
    func open(_ id: UploadID) async throws(Problem) -> any FileContent
}

/// The content of an open file.
package protocol FileContent: Sendable {
    /// Reads the next bytes, at least one.
    ///
    /// - Throws: An error if the file ends early or cannot be read.
    func read(atMost count: Int) async throws -> [UInt8]

    /// Closes the file. Must be called exactly once.
    func close() async
}
