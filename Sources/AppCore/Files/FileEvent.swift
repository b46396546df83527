package import Cards

/// A request to the file system, or to send files.
package enum FileEffect: Equatable, Sendable {
    /// Read a path. The result is ``FileEvent/looked(_:_:)``.
    case look(FileLook)
    /// Complete a path that the user is typing. The result is ``FileEvent/completed(_:path:)``.
    case complete(FileLook)
    /// Send files. The result is ``FileEvent/sent(_:_:)`` or ``FileEvent/sendingFailed(_:input:reason:)``.
    case send(FileUpload)
    /// Stop sending. No event follows.
    case cancelSending(Int)
}

/// The result of a ``FileEffect``.
package enum FileEvent: Equatable, Sendable {
    case looked(FileLook, FileFinding)
    /// The path, completed as far as it is unambiguous, with a slash after a folder.
    case completed(FileLook, path: String)
    /// The number of bytes of all files that have been sent, and the index of the current file.
    case progressed(Int, sent: Int, total: Int, file: Int)
    /// The server has all files: the value of each input, by the input's name.
    case sent(Int, [String: JSONValue])
    /// - Parameter input: The input whose file caused the failure; nil if no file did.
    case sendingFailed(Int, input: String?, reason: String)
}
