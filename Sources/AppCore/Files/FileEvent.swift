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

/// A question to the file system. Its answer repeats it, so that an answer that comes too late is known.
package struct FileLook: Hashable, Sendable {
    /// As typed; may begin with `~`. Nil is where the program runs.
    package var path: String?
    /// The folder a relative path starts from.
    package var base: String?
    package var request: Int
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        /// Go to the folder, or take the file.
        case open
        /// Show the folder of a path that is being typed.
        case follow
        /// Show more about the selected file.
        case preview
        /// Take the file for an input on the card itself.
        case take(CardID, input: String)
    }

    package init(path: String?, base: String? = nil, request: Int, purpose: Purpose) {
        self.path = path
        self.base = base
        self.request = request
        self.purpose = purpose
    }
}

package enum FileFinding: Hashable, Sendable {
    case folder(FolderListing)
    case file(ChosenFile)
    /// Why it cannot be used, with its name.
    case failed(reason: String)
}

/// The files of one submit on their way.
package struct FileSending: Hashable, Sendable {
    package var id: Int
    package var card: CardID
    package var stream: StreamID
    package var files: [Item]

    package struct Item: Hashable, Sendable {
        /// The input's name.
        package var input: String
        package var bucketID: String
        package var file: ChosenFile
        /// What may be sent at most, in bytes, and how it is said when it is more; for files that are converted.
        package var maxSize: Int?

        package init(input: String, bucketID: String, file: ChosenFile, maxSize: Int? = nil) {
            self.input = input
            self.bucketID = bucketID
            self.file = file
            self.maxSize = maxSize
        }
    }

    package init(id: Int, card: CardID, stream: StreamID, files: [Item]) {
        self.id = id
        self.card = card
        self.stream = stream
        self.files = files
    }
}
