package import Cards

/// What is asked of the file system and of the way to the server.
package enum FileEffect: Equatable, Sendable {
    /// Look at a path; answer with ``FileEvent/looked(_:_:)``.
    case look(FileLook)
    /// Complete a path that is being typed; answer with ``FileEvent/completed(_:path:)``.
    case complete(FileLook)
    /// Send files, then answer with ``FileEvent/sent(_:_:)`` or ``FileEvent/sendingFailed(_:input:reason:)``.
    case send(FileSending)
    /// Stop sending; nothing is answered.
    case cancelSending(Int)
}

/// What came of it.
package enum FileEvent: Equatable, Sendable {
    case looked(FileLook, FileFinding)
    /// The path as far as it is clear, with a slash behind a folder.
    case completed(FileLook, path: String)
    /// So many bytes of all files have been sent, and which file is under way.
    case progressed(Int, sent: Int, total: Int, file: Int)
    /// The server has all files: the value of each input, by its name.
    case sent(Int, [String: JSONValue])
    /// - Parameter input: The input whose file is the reason, if one is.
    case sendingFailed(Int, input: String?, reason: String)
}
