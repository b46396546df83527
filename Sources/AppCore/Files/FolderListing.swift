package import Cards

/// The entries of a folder that the file browser shows.
package struct FolderListing: Hashable, Sendable {
    /// The absolute path.
    package var path: String
    /// Folders first, each kind sorted by name.
    package var entries: [FileEntry]
    /// The number of entries that are left out.
    package var leftOut: Int

    package init(path: String, entries: [FileEntry], leftOut: Int = 0) {
        self.path = path
        self.entries = entries.sorted()
        self.leftOut = leftOut
    }
}

/// A file or folder in a folder.
package struct FileEntry: Hashable, Sendable, Comparable {
    package var name: String
    package var kind: Kind
    /// In bytes; 0 for a folder.
    package var size: Int
    /// The name in the normalized form that searches compare.
    let folded: String

    package enum Kind: Hashable, Sendable {
        case folder
        case picture(FileFormat)
        /// A file that is not a picture, or an entry that cannot be read as a file.
        case other
        case unreadable
    }

    package init(name: String, kind: Kind, size: Int = 0) {
        self.name = name
        self.kind = kind
        self.size = size
        folded = SearchText.folded(name)
    }

    package var isFolder: Bool { kind == .folder }
    var isHidden: Bool { name.hasPrefix(".") }

    package static func < (left: FileEntry, right: FileEntry) -> Bool {
        if left.isFolder != right.isFolder { return left.isFolder }
        return left.folded == right.folded ? left.name < right.name : left.folded < right.folded
    }
}
