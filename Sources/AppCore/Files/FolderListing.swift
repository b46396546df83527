package import Cards

/// What a folder holds, as far as a file browser shows it.
package struct FolderListing: Hashable, Sendable {
    /// Absolute.
    package var path: String
    /// Folders first, each kind by name.
    package var entries: [FileEntry]
    /// How many more there are than are shown.
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
    /// In bytes; of a folder 0.
    package var size: Int
    /// The name as searches compare it.
    let folded: String

    package enum Kind: Hashable, Sendable {
        case folder
        case picture(FileFormat)
        /// A file that is no picture, or nothing that could be read as a file.
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
