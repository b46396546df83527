import Cards

extension AppState {
    /// The state of the file browser that is kept while it is closed, and the number of the last request.
    package struct FileMemory: Equatable, Sendable {
        package var folder: String?
        package var showsHidden = false
        package var requests = 0

        /// Creates a request with a new number.
        mutating func look(_ path: String?, base: String? = nil, _ purpose: FileLook.Purpose) -> FileLook {
            requests += 1
            return FileLook(path: path, base: base, request: requests, purpose: purpose)
        }

        static func folder(of path: String) -> String {
            "/" + path.split(separator: "/").dropLast().joined(separator: "/")
        }
    }

    // MARK: File inputs

    /// Opens the file browser for the focused file input.
    mutating func openFiles() -> [Effect] {
        guard let (input, card, _) = focusedFileInput() else { return [] }
        let chosen = form(of: card).value(of: input).file
        let look = files.look(chosen.map { FileMemory.folder(of: $0.path) } ?? files.folder, .open)
        var overlay = FilesOverlay(
            title: input.title, card: card, input: input.name, maxSize: input.maxSizeBytes,
            showsHidden: files.showsHidden, request: look.request)
        overlay.returning = chosen?.name
        overlays.append(.files(overlay))
        return [.files(.look(look))]
    }

    /// Removes the file from the focused input.
    mutating func clearFile() -> [Effect] {
        guard let (input, card, _) = focusedFileInput(), form(of: card).value(of: input).file != nil else {
            show(Strings.Files.nothingChosen, .information)
            return []
        }
        changeFocusedInput { _, _ in .file(nil) }
        return []
    }

    /// Handles pasted text: as a path in a file input, and as text elsewhere.
    mutating func paste(_ text: String) -> [Effect] {
        if !overlays.isEmpty { return handleInOverlay(.pasted(text)) ?? [] }
        guard case .fileUpload? = focusedInput?.kind else { return type(text) }
        guard let (input, card, _) = focusedFileInput() else { return [] }
        guard let path = PastedPath.read(text) else {
            show(Strings.Files.noPath, .information)
            return []
        }
        return [.files(.look(files.look(path, base: files.folder, .take(card, input: input.name))))]
    }

    /// The focused file input; nil if there is none. Shows a toast if the input or the source does not accept files.
    private mutating func focusedFileInput() -> (input: Card.Input, card: CardID, bucketID: String)? {
        guard let input = focusedInput, case .fileUpload(let bucketID, let types) = input.kind,
            let container = focusedContainer, let card = container.selection
        else { return nil }
        guard types != .none else {
            show(Strings.Files.notTaken, .information)
            return nil
        }
        guard syncStatus.capabilities(of: container.streamID).acceptsFiles else {
            show(SourceCapabilities.reasonAgainstFiles, .information)
            return nil
        }
        return (input, card, bucketID)
    }
}
