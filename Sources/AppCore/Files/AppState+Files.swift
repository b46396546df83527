import Cards

extension AppState {
    /// What the file browser remembers from one opening to the next, and the number of the last question.
    package struct FileMemory: Equatable, Sendable {
        package var folder: String?
        package var showsHidden = false
        package var requests = 0
    }

    mutating func look(_ path: String?, base: String? = nil, _ purpose: FileLook.Purpose) -> FileLook {
        files.requests += 1
        return FileLook(path: path, base: base, request: files.requests, purpose: purpose)
    }

    // MARK: On the card

    /// Opens the browser for the focused file input.
    mutating func openFiles() -> [Effect] {
        guard let (input, card, _) = focusedFileInput() else { return [] }
        let chosen = form(of: card).value(of: input).file
        let look = look(chosen.map { folder(of: $0.path) } ?? files.folder, .open)
        var overlay = FilesOverlay(
            title: input.title, card: card, input: input.name, maxSize: input.maxSizeBytes,
            showsHidden: files.showsHidden, request: look.request)
        overlay.returning = chosen?.name
        overlays.append(.files(overlay))
        return [.files(.look(look))]
    }

    /// Takes the focused input's file back.
    mutating func clearFile() -> [Effect] {
        guard let (input, card, _) = focusedFileInput(), form(of: card).value(of: input).file != nil else {
            show(Strings.Files.nothingChosen, .information)
            return []
        }
        changeFocusedInput { _, _ in .file(nil) }
        return []
    }

    /// Pasted text: a path where a file is wanted, text elsewhere.
    mutating func paste(_ text: String) -> [Effect] {
        if case .files(let overlay)? = overlays.last {
            guard let path = PastedPath.read(text), PastedPath.isPath(path) else { return type(text) }
            return open(path, in: overlay)
        }
        guard overlays.isEmpty, case .fileUpload? = focusedInput?.kind else { return type(text) }
        guard let (input, card, _) = focusedFileInput() else { return [] }
        guard let path = PastedPath.read(text) else {
            show(Strings.Files.noPath, .information)
            return []
        }
        return [.files(.look(look(path, base: files.folder, .take(card, input: input.name))))]
    }

    /// The file input that has the focus, if it takes files; says so when it does not.
    private mutating func focusedFileInput() -> (input: Input, card: CardID, bucketID: String)? {
        guard let input = focusedInput, case .fileUpload(let bucketID, let types) = input.kind,
            let card = focusedContainer?.selection
        else { return nil }
        guard types != .none else {
            show(Strings.Files.notTaken, .information)
            return nil
        }
        guard syncStatus.capabilities.acceptsFiles else {
            show(SourceCapabilities.reasonAgainstFiles, .information)
            return nil
        }
        return (input, card, bucketID)
    }

    func folder(of path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }

    // MARK: In the browser

    /// Changes the browser; a file that comes to be selected is looked at.
    mutating func withFiles(_ change: (inout FilesOverlay) -> Void) -> [Effect] {
        guard case .files(var overlay)? = overlays.last else { return [] }
        let before = overlay.selectedEntry
        change(&overlay)
        var effects = follow(&overlay)
        if overlay.selectedEntry != before { effects += preview(&overlay) }
        overlays[overlays.count - 1] = .files(overlay)
        return effects
    }

    /// Asks for the folder that a typed path names, or for the one that was gone to when none is typed any more.
    mutating func follow(_ overlay: inout FilesOverlay) -> [Effect] {
        guard overlay.mustFollow else { return [] }
        let look = look(overlay.typed?.folder ?? overlay.base, base: overlay.base, .follow)
        overlay.awaitFolder(look.request)
        return [.files(.look(look))]
    }

    mutating func preview(_ overlay: inout FilesOverlay) -> [Effect] {
        overlay.preview = nil
        guard let entry = overlay.selectedEntry, case .picture = entry.kind else { return [] }
        return [.files(.look(look(overlay.path(of: entry), .preview)))]
    }

    mutating func editFiles(_ change: (inout TextField) -> Void) -> [Effect] { withFiles { $0.edit(change) } }

    /// Whether a folder is in sight and nothing is typed.
    var isFileFilterEmpty: Bool {
        guard case .files(let overlay)? = overlays.last else { return false }
        return overlay.field.text.isEmpty
    }

    mutating func toggleHidden() -> [Effect] {
        files.showsHidden.toggle()
        return withFiles { $0.toggleHidden() }
    }

    mutating func completePath() -> [Effect] {
        guard case .files(let overlay)? = overlays.last else { return [] }
        if overlay.isPath, !overlay.hasMoved {
            return [.files(.complete(look(overlay.field.text, base: overlay.base, .open)))]
        }
        // Without a path there is the selected name to go on with.
        guard let entry = overlay.selectedEntry else { return [] }
        if entry.isFolder, !overlay.isPath { return open(overlay.path(of: entry), in: overlay) }
        let path = (overlay.typed?.folder ?? "") + entry.name + (entry.isFolder ? "/" : "")
        return editFiles { $0.replaceAll(with: path) }
    }

    mutating func openParent() -> [Effect] {
        guard case .files(let overlay)? = overlays.last, let parent = overlay.parent else { return [] }
        let child = overlay.folder?.split(separator: "/").last.map(String.init)
        return open(parent, in: overlay, returning: child)
    }

    /// Opens the selected folder; a file is only chosen by Enter.
    mutating func openSelectedFolder() -> [Effect] {
        guard case .files(let overlay)? = overlays.last, let entry = overlay.selectedEntry, entry.isFolder else {
            return []
        }
        return open(overlay.path(of: entry), in: overlay)
    }

    /// Takes what is typed or selected, or the entry at a position among those in sight: goes to a folder, chooses a
    /// file.
    mutating func chooseEntry(_ position: Int?) -> [Effect] {
        guard case .files(var overlay)? = overlays.last else { return [] }
        if position == nil, overlay.opensTypedPath { return open(overlay.field.text, in: overlay) }
        if let position, position != overlay.selected {
            // A click shows; a second one chooses.
            return withFiles { $0.select(position) }
        }
        // What is in sight may be of a folder that is no longer typed.
        guard !overlay.isReading || overlay.isOpening else { return [] }
        guard let entry = overlay.selectedEntry else { return [] }
        if let problem = overlay.problem(of: entry) {
            overlay.problem = problem
            overlays[overlays.count - 1] = .files(overlay)
            return []
        }
        return open(overlay.path(of: entry), in: overlay)
    }

    private mutating func open(_ path: String, in overlay: FilesOverlay, returning: String? = nil) -> [Effect] {
        var overlay = overlay
        let look = look(path, base: overlay.base, .open)
        overlay.request = look.request
        overlay.isReading = true
        overlay.isOpening = true
        overlay.problem = nil
        overlay.returning = returning
        overlay.asked = overlay.field.text
        overlays[overlays.count - 1] = .files(overlay)
        return [.files(.look(look))]
    }
}
