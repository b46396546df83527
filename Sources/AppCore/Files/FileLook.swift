package import Cards

/// A request to the file system. The result repeats the request, so that results of older requests can be recognized.
package struct FileLook: Hashable, Sendable {
    /// The path as typed, which may begin with `~`. Nil is the program's working directory.
    package var path: String?
    /// The folder that a relative path starts from.
    package var base: String?
    package var request: Int
    package var purpose: Purpose

    package enum Purpose: Hashable, Sendable {
        /// Show the folder, or choose the file.
        case open
        /// Show the folder of a path that the user is typing.
        case follow
        /// Show details of the selected file.
        case preview
        /// Choose the file for an input, without the file browser.
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
    /// Why the file or folder cannot be used, including its name.
    case failed(reason: String)
}
