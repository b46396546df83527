package import Cards

/// A small file browser over the cards, which shows the entries of a folder, filtered by the typed text. While the user
/// types a path, it shows the folder of that path.
package struct FilesOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    package var input: String
    /// The maximum size in bytes of a file that is not converted; nil for no limit.
    package var maxSize: Int?
    /// The opened folder, which relative paths start from; nil until the first folder has been read.
    package private(set) var base: String?
    /// The shown folder. Differs from ``base`` while the user types a path.
    package private(set) var folder: String?
    package private(set) var entries: [FileEntry] = []
    /// The number of entries in the folder that are left out.
    package private(set) var leftOut = 0
    /// The text that filters the entries, or a path.
    package private(set) var field = TextField()
    /// Positions in ``entries`` of the shown entries.
    package private(set) var matches: [Int] = []
    /// Position in ``matches``.
    package private(set) var selected = 0
    /// Whether the user has moved the selection since the last typed text.
    package private(set) var hasMoved = false
    package private(set) var showsHidden: Bool
    /// The number of the newest request. Results of older requests are ignored.
    package var request: Int
    /// Whether the result of the newest request is still awaited.
    package var isReading = true
    /// Why the last path could not be opened.
    package var problem: String?
    /// Details of the selected file.
    package var preview: ChosenFile?
    /// The name of the entry to select when its folder arrives.
    var returning: String?
    /// Whether the awaited result opens a folder or chooses a file. Text that is typed in the meantime takes effect
    /// afterwards.
    var isOpening = true
    /// The text at the time of that request. If it has changed when the result arrives, the newer text stays.
    var asked = ""
    /// The folder of the typed path that is shown; nil for ``base``.
    private(set) var followed: String?
    /// The folder of the typed path whose entries are awaited; nil for ``base``.
    private var awaited: String?

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

    /// Whether the user is typing a path rather than a name to search for.
    package var isPath: Bool { PastedPath.isPath(field.text) }

    /// The folder and name parts of the typed path; nil if the text does not name a folder.
    var typed: TypedPath? { TypedPath(field.text) }

    /// The text that filters the entries.
    package var search: String { typed?.name ?? field.text }

    /// Whether Enter opens the path as typed rather than the selected entry.
    var opensTypedPath: Bool {
        guard isPath else { return false }
        guard !isReading, selectedEntry != nil else { return true }
        guard !hasMoved, let name = typed?.name, !name.isEmpty else { return !hasMoved }
        return entries.contains { $0.name == name }
    }

    package var selectedEntry: FileEntry? {
        matches.indices.contains(selected) ? entries[matches[selected]] : nil
    }

    /// The path of an entry of the shown folder.
    package func path(of entry: FileEntry) -> String { (folder.map { $0 == "/" ? "" : $0 } ?? "") + "/" + entry.name }

    /// The parent folder; nil for the root.
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

    // MARK: Changing the state

    /// Opens a folder.
    mutating func show(_ listing: FolderListing) {
        base = listing.path
        followed = nil
        if field.text == asked { field = TextField() }
        asked = ""
        let wanted = returning
        returning = nil
        bring(listing, selecting: wanted)
    }

    /// Whether the folder of the typed path is neither shown nor awaited.
    var mustFollow: Bool { !isOpening && typed?.folder != (isReading ? awaited : followed) }

    mutating func awaitFolder(_ request: Int) {
        awaited = typed?.folder
        self.request = request
        isReading = true
    }

    /// Shows the folder of the typed path, or ``base``.
    mutating func follow(_ listing: FolderListing) {
        followed = awaited
        bring(listing, selecting: nil)
    }

    /// Handles a typed path for which there is no folder.
    mutating func followNowhere(_ reason: String) {
        followed = awaited
        (entries, leftOut, isReading) = ([], 0, false)
        narrow(selecting: nil)
        problem = reason
    }

    private mutating func bring(_ listing: FolderListing, selecting name: String?) {
        folder = listing.path
        entries = listing.entries
        leftOut = listing.leftOut
        problem = nil
        preview = nil
        isReading = false
        narrow(selecting: name)
    }

    mutating func edit(_ change: (inout TextField) -> Void) {
        let before = field.text
        change(&field)
        field.joinLines()
        guard field.text != before else { return }
        problem = nil
        hasMoved = false
        // While another folder is awaited, its filter is not applied to the entries that are still shown.
        if typed?.folder == followed { narrow(selecting: selectedEntry?.name) }
    }

    mutating func toggleHidden() {
        showsHidden.toggle()
        narrow(selecting: selectedEntry?.name)
    }

    /// Moves the selection by a number of entries. A step of one wraps around at the ends.
    mutating func move(by step: Int) {
        guard !matches.isEmpty else { return }
        hasMoved = true
        selected =
            abs(step) == 1
            ? (selected + step + matches.count) % matches.count : max(0, min(matches.count - 1, selected + step))
    }

    mutating func select(_ position: Int) {
        hasMoved = true
        selected = max(0, min(matches.count - 1, position))
    }

    /// Applies the filter. Words match anywhere in a name. The last part of a path matches the beginning of names if
    /// any name begins with it.
    private mutating func narrow(selecting name: String?) {
        let search = search
        let showsHidden = showsHidden || search.hasPrefix(".")
        let shown = entries.indices.filter { showsHidden || !entries[$0].isHidden }
        let start = SearchText.folded(search)
        matches = typed == nil ? [] : shown.filter { entries[$0].folded.hasPrefix(start) }
        if matches.isEmpty {
            let words = typed == nil ? SearchText.words(search) : [start]
            matches = shown.filter { SearchText.contains(entries[$0].folded, words: words) }
        }
        selected = name.flatMap { name in matches.firstIndex { entries[$0].name == name } } ?? 0
    }
}
