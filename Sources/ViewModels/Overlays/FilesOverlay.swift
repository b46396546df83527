package import Cards

/// A small file browser over the cards: what a folder holds, narrowed down by typing, or a path that is typed.
package struct FilesOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    /// The input's name.
    package var input: String
    /// The largest file in bytes that the input takes as it is; nil for any.
    package var maxSize: Int?
    /// The folder in sight; nil until the first one has been read.
    package private(set) var folder: String?
    package private(set) var entries: [FileEntry] = []
    /// How many more the folder holds.
    package private(set) var leftOut = 0
    /// What narrows the entries down, or a path.
    package private(set) var field = TextField()
    /// Positions in ``entries`` of those in sight.
    package private(set) var matches: [Int] = []
    /// Position in ``matches``.
    package var selected = 0
    package private(set) var showsHidden: Bool
    /// The newest question; answers to older ones are no news.
    package var request: Int
    /// Whether its answer is still awaited.
    package var isReading = true
    /// Why the last path could not be opened.
    package var problem: String?
    /// More about the selected file.
    package var preview: ChosenFile?
    /// The entry to select when its folder arrives.
    var returning: String?
    /// What was typed when the awaited folder was asked for: what is typed meanwhile stays.
    var asked = ""

    package init(
        title: String, card: CardID, input: String, maxSize: Int?, showsHidden: Bool, request: Int
    ) {
        self.title = title
        self.card = card
        self.input = input
        self.maxSize = maxSize
        self.showsHidden = showsHidden
        self.request = request
    }

    /// Whether a path is being typed instead of a name to search for.
    package var isPath: Bool { PastedPath.isPath(field.text) }

    package var selectedEntry: FileEntry? {
        matches.indices.contains(selected) ? entries[matches[selected]] : nil
    }

    /// Where an entry of the folder is.
    package func path(of entry: FileEntry) -> String { (folder.map { $0 == "/" ? "" : $0 } ?? "") + "/" + entry.name }

    /// The folder above; nil at the top.
    package var parent: String? {
        guard let folder, folder != "/" else { return nil }
        let parts = folder.split(separator: "/").dropLast()
        return "/" + parts.joined(separator: "/")
    }

    /// Why an entry cannot be chosen; nil when it can, or is a folder to open.
    package func problem(of entry: FileEntry) -> String? {
        switch entry.kind {
        case .folder: return nil
        case .other: return Strings.Files.noPicture(entry.name)
        case .unreadable: return Strings.Files.unreadable(entry.name)
        case .picture(let format):
            guard format.isUploadable || format.isConvertible else {
                return Strings.Files.notConvertible(entry.name, format)
            }
            guard let maxSize, format.isUploadable, entry.size > maxSize else { return nil }
            return Strings.Files.tooLarge(entry.name, size: entry.size, limit: maxSize)
        }
    }

    // MARK: Changing

    mutating func show(_ listing: FolderListing) {
        folder = listing.path
        entries = listing.entries
        leftOut = listing.leftOut
        if field.text == asked { field = TextField() }
        asked = ""
        problem = nil
        preview = nil
        isReading = false
        let wanted = returning
        returning = nil
        narrow(selecting: wanted)
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        field.joinLines()
        guard field.text != before else { return }
        problem = nil
        narrow(selecting: selectedEntry?.name)
    }

    mutating func toggleHidden() {
        showsHidden.toggle()
        narrow(selecting: selectedEntry?.name)
    }

    /// Moves by so many entries, around at the ends where it is one.
    mutating func move(by step: Int) {
        guard !matches.isEmpty else { return }
        selected =
            abs(step) == 1
            ? (selected + step + matches.count) % matches.count : max(0, min(matches.count - 1, selected + step))
    }

    /// The first suitable entry where none is named: a file if there is one.
    private mutating func narrow(selecting name: String?) {
        // While a path is typed the folder stays in sight as it is.
        let words = isPath ? [] : SearchText.words(field.text)
        let showsHidden = showsHidden || (!isPath && field.text.hasPrefix("."))
        matches = entries.indices.filter { index in
            (showsHidden || !entries[index].isHidden) && SearchText.contains(entries[index].folded, words: words)
        }
        selected = name.flatMap { name in matches.firstIndex { entries[$0].name == name } } ?? 0
    }
}
