import Cards

extension AppState {
    /// What the file browser remembers from one opening to the next, and the number of the last question.
    package struct FileMemory: Equatable, Sendable {
        package var folder: String?
        package var showsHidden = false
        package var requests = 0
    }

    private mutating func look(_ path: String?, base: String? = nil, _ purpose: FileLook.Purpose) -> FileLook {
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
        return (input, card, bucketID)
    }

    private func folder(of path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }

    // MARK: In the browser

    /// Changes the browser; a file that comes to be selected is looked at.
    mutating func withFiles(_ change: (inout FilesOverlay) -> Void) -> [Effect] {
        guard case .files(var overlay)? = overlays.last else { return [] }
        let before = overlay.selectedEntry
        change(&overlay)
        var effects: [Effect] = []
        if overlay.selectedEntry != before { effects = preview(&overlay) }
        overlays[overlays.count - 1] = .files(overlay)
        return effects
    }

    private mutating func preview(_ overlay: inout FilesOverlay) -> [Effect] {
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
        guard case .files(var overlay)? = overlays.last else { return [] }
        // Without a path there is the selected name to go on with.
        guard overlay.isPath else {
            guard let entry = overlay.selectedEntry else { return [] }
            if entry.isFolder { return open(overlay.path(of: entry), in: overlay) }
            overlay.edit { $0.replaceAll(with: entry.name) }
            overlays[overlays.count - 1] = .files(overlay)
            return []
        }
        return [.files(.complete(look(overlay.field.text, base: overlay.folder, .open)))]
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
        if position == nil, overlay.isPath { return open(overlay.field.text, in: overlay) }
        if let position, position != overlay.selected {
            // A click shows; a second one chooses.
            return withFiles { $0.selected = max(0, min(position, $0.matches.count - 1)) }
        }
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
        let look = look(path, base: overlay.folder, .open)
        overlay.request = look.request
        overlay.isReading = true
        overlay.problem = nil
        overlay.returning = returning
        overlay.asked = overlay.field.text
        overlays[overlays.count - 1] = .files(overlay)
        return [.files(.look(look))]
    }

    // MARK: Answers

    mutating func receive(_ event: FileEvent) -> [Effect] {
        switch event {
        case .looked(let look, let finding): receive(finding, for: look)
        case .completed(let look, let path):
            withFiles { overlay in
                guard overlay.field.text == look.path else { return }
                overlay.edit { $0.replaceAll(with: path) }
            }
        case .progressed(let id, let sent, let total, let file):
            sendingProgressed(id, sent: sent, total: total, file: file)
        case .sent(let id, let values): sendingEnded(id, values)
        case .sendingFailed(let id, let input, let reason): sendingFailed(id, input: input, reason: reason)
        }
    }

    private mutating func receive(_ finding: FileFinding, for look: FileLook) -> [Effect] {
        switch (look.purpose, finding) {
        case (.preview, .file(let file)):
            return withFiles { overlay in
                guard let entry = overlay.selectedEntry, overlay.path(of: entry) == file.path else { return }
                overlay.preview = file
            }
        case (.preview, _): return []
        case (.take(let card, let input), .file(let file)):
            guard focusedContainer?.selection == card, focusedInput?.name == input else { return [] }
            return take(file)
        case (.take, .folder):
            // A folder was dropped: browse it.
            files.folder = look.path
            return openFiles()
        case (.take, .failed(let reason)):
            show(reason, .failure)
            return []
        case (.open, _):
            guard case .files(var overlay)? = overlays.last, overlay.request == look.request else { return [] }
            return finish(finding, &overlay)
        }
    }

    private mutating func finish(_ finding: FileFinding, _ overlay: inout FilesOverlay) -> [Effect] {
        var effects: [Effect] = []
        switch finding {
        case .folder(let listing):
            overlay.show(listing)
            files.folder = listing.path
            effects = preview(&overlay)
        case .failed(let reason):
            overlay.isReading = false
            overlay.problem = reason
        case .file(let file):
            if let maxSize = overlay.maxSize, file.format.isUploadable, file.size > maxSize {
                overlay.isReading = false
                overlay.problem = Strings.Files.tooLarge(file.name, size: file.size, limit: maxSize)
                break
            }
            overlays.removeLast()
            files.folder = folder(of: file.path)
            guard focusedContainer?.selection == overlay.card, focusedInput?.name == overlay.input else {
                show(Strings.Files.fieldGone, .information)
                return []
            }
            return take(file)
        }
        overlays[overlays.count - 1] = .files(overlay)
        return effects
    }

    private mutating func take(_ file: ChosenFile) -> [Effect] {
        changeFocusedInput { input, _ in
            guard case .fileUpload = input.kind else { return nil }
            return .file(file)
        }
        return []
    }
}

extension Input {
    /// The bound of its rule for the size of a file.
    package var maxSizeBytes: Int? {
        for case .maxSizeBytes(let count) in validation.lazy.map(\.rule) { return count }
        return nil
    }
}
