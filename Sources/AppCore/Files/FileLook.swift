package import Cards

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
