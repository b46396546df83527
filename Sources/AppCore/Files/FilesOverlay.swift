package import Cards

/// A small file browser over the cards: what a folder holds, narrowed down by typing. A path that is typed is followed:
/// the folder that it names comes into sight.
package struct FilesOverlay: Equatable, Sendable {
    package var title: String
    package var card: CardID
    /// The input's name.
    package var input: String
    /// The largest file in bytes that the input takes as it is; nil for any.
    package var maxSize: Int?
    /// The folder that was gone to, where relative paths start; nil until the first one has been read.
    package private(set) var base: String?
    /// The folder in sight: another one while a path is typed.
    package private(set) var folder: String?
    package private(set) var entries: [FileEntry] = []
    /// How many more the folder holds.
    package private(set) var leftOut = 0
    /// What narrows the entries down, or a path.
    package private(set) var field = TextField()
    /// Positions in ``entries`` of those in sight.
    package private(set) var matches: [Int] = []
    /// Position in ``matches``.
    package private(set) var selected = 0
    /// Whether the user has selected an entry since something was typed.
    package private(set) var hasMoved = false
    package private(set) var showsHidden: Bool
    /// The newest question; answers to older ones are not new.
    package var request: Int
    /// Whether its answer is still awaited.
    package var isReading = true
    /// Why the last path could not be opened.
    package var problem: String?
    /// More about the selected file.
    package var preview: ChosenFile?
    /// The entry to select when its folder arrives.
    var returning: String?
    /// Whether the awaited answer goes to a folder or takes a file; what is typed meanwhile is followed afterwards.
    var isOpening = true
    /// What was typed when that was asked for: what is typed meanwhile stays.
    var asked = ""
    /// The folder of a typed path that is in sight; nil for ``base``.
    private(set) var followed: String?
    /// The one whose entries are awaited, if any are.
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

    /// Whether a path is being typed instead of a name to search for.
    package var isPath: Bool { PastedPath.isPath(field.text) }

    /// What is typed, as far as it names a folder.
    var typed: TypedPath? { TypedPath(field.text) }

    /// What narrows the entries down.
    package var search: String { typed?.name ?? field.text }

    /// Whether Enter goes to the path as it is typed, rather than to the entry that is selected.
    var opensTypedPath: Bool {
        guard isPath else { return false }
        guard !isReading, selectedEntry != nil else { return true }
        guard !hasMoved, let name = typed?.name, !name.isEmpty else { return !hasMoved }
        return entries.contains { $0.name == name }
    }

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

    /// Goes to a folder.
    mutating func show(_ listing: FolderListing) {
        base = listing.path
        followed = nil
        if field.text == asked { field = TextField() }
        asked = ""
        let wanted = returning
        returning = nil
        bring(listing, selecting: wanted)
    }

    /// Whether the folder that is typed is neither in sight nor awaited.
    var mustFollow: Bool { !isOpening && typed?.folder != (isReading ? awaited : followed) }

    mutating func awaitFolder(_ request: Int) {
        awaited = typed?.folder
        self.request = request
        isReading = true
    }

    /// Shows the folder of a typed path, or the one that was gone to.
    mutating func follow(_ listing: FolderListing) {
        followed = awaited
        bring(listing, selecting: nil)
    }

    /// There is no folder at the path as far as it is typed.
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
        // Entries of another folder stay as they are until those that are meant have come.
        if typed?.folder == followed { narrow(selecting: selectedEntry?.name) }
    }

    mutating func toggleHidden() {
        showsHidden.toggle()
        narrow(selecting: selectedEntry?.name)
    }

    /// Moves by so many entries, around at the ends where it is one.
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

    /// Words are looked for anywhere in a name; the end of a path first where a name begins.
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
