package import Cards

extension FilesOverlay: OverlayComponent {
    package var overlay: Overlay { .files(self) }
    package var keyLayer: KeyLayer { .files }
    package var requiredCard: CardID? { card }
    package var isTypedInto: Bool { !field.text.isEmpty }
    package var editedText: String? { field.text }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        var memory = state.files
        let actions = handle(event, in: state, &memory)
        return actions.map { [.remember(memory)] + $0 }
    }

    package mutating func edit(_ change: (inout TextField) -> Void, in state: AppState) -> [OverlayAction] {
        var memory = state.files
        let actions = changing(&memory) { $0.edit(change) }
        return [.remember(memory)] + actions
    }

    private mutating func handle(
        _ event: OverlayEvent, in state: AppState, _ memory: inout AppState.FileMemory
    ) -> [OverlayAction]? {
        switch event.choice(of: matches.count) {
        case .selected: return choose(nil, &memory)
        case .item(let position):
            // An entered number chooses immediately. A click selects; a second click chooses.
            guard case .line = event else { return choose(position, &memory) }
            return changing(&memory) { $0.select(position) } + choose(position, &memory)
        case .missing(let reason): return [.show(reason, .information)]
        case nil: break
        }
        switch event {
        // Backspace in an empty text field opens the parent folder.
        case .command(.deleteBackward) where field.text.isEmpty: return openParent(&memory)
        case .command(.completePath): return complete(&memory)
        case .command(.parentFolder): return openParent(&memory)
        case .command(.openFolder): return openSelectedFolder(&memory)
        case .command(.toggleHidden):
            memory.showsHidden.toggle()
            return changing(&memory) { $0.toggleHidden() }
        case .command(let command):
            guard let step = command.listStep(rows: state.frames.last.overlayRows) else { return nil }
            return changing(&memory) { $0.move(by: step) }
        case .wheelTurned:
            guard let step = event.wheelStep else { return nil }
            return changing(&memory) { $0.move(by: step) }
        case .typed(let character): return changing(&memory) { $0.edit { $0.insert(String(character)) } }
        case .pasted(let text):
            guard let path = PastedPath.read(text), PastedPath.isPath(path) else {
                return changing(&memory) { $0.edit { $0.insert(text) } }
            }
            return open(path, &memory)
        case .line(let text):
            guard !text.isEmpty else { return nil }
            let actions = changing(&memory) { $0.edit { $0.replaceAll(with: text) } }
            return PastedPath.isPath(text) ? actions + choose(nil, &memory) : actions
        case .answer(.files(.completed(let look, let path))):
            return changing(&memory) { overlay in
                guard overlay.field.text == look.path else { return }
                overlay.edit { $0.replaceAll(with: path) }
            }
        case .answer(.files(.looked(let look, let finding))): return receive(finding, for: look, &memory)
        default: return nil
        }
    }

    // MARK: Reading

    /// Changes the browser's state, and reads details of the file if another one is selected.
    private mutating func changing(
        _ memory: inout AppState.FileMemory, _ change: (inout FilesOverlay) -> Void
    ) -> [OverlayAction] {
        let before = selectedEntry
        change(&self)
        let actions = follow(&memory)
        return selectedEntry == before ? actions : actions + lookAtSelected(&memory)
    }

    /// Requests the folder of the typed path, or ``base`` when no path is typed any longer.
    private mutating func follow(_ memory: inout AppState.FileMemory) -> [OverlayAction] {
        guard mustFollow else { return [] }
        let look = memory.look(typed?.folder ?? base, base: base, .follow)
        awaitFolder(look.request)
        return [.start(.files(.look(look)))]
    }

    private mutating func lookAtSelected(_ memory: inout AppState.FileMemory) -> [OverlayAction] {
        preview = nil
        guard let entry = selectedEntry, case .picture = entry.kind else { return [] }
        return [.start(.files(.look(memory.look(path(of: entry), .preview))))]
    }

    // MARK: Opening

    private mutating func complete(_ memory: inout AppState.FileMemory) -> [OverlayAction] {
        if isPath, !hasMoved {
            return [.start(.files(.complete(memory.look(field.text, base: base, .open))))]
        }
        // Without a typed path, completes the name of the selected entry.
        guard let entry = selectedEntry else { return [] }
        if entry.isFolder, !isPath { return open(path(of: entry), &memory) }
        let path = (typed?.folder ?? "") + entry.name + (entry.isFolder ? "/" : "")
        return changing(&memory) { $0.edit { $0.replaceAll(with: path) } }
    }

    private mutating func openParent(_ memory: inout AppState.FileMemory) -> [OverlayAction] {
        guard let parent else { return [] }
        return open(parent, &memory, returning: folder?.split(separator: "/").last.map(String.init))
    }

    /// Opens the selected folder. Only Enter chooses a file.
    private mutating func openSelectedFolder(_ memory: inout AppState.FileMemory) -> [OverlayAction] {
        guard let entry = selectedEntry, entry.isFolder else { return [] }
        return open(path(of: entry), &memory)
    }

    /// Opens the typed path, the selected entry, or the visible entry at a position: shows a folder, or chooses a file.
    private mutating func choose(_ position: Int?, _ memory: inout AppState.FileMemory) -> [OverlayAction] {
        if position == nil, opensTypedPath { return open(field.text, &memory) }
        if let position, position != selected { return changing(&memory) { $0.select(position) } }
        // The visible entries may belong to a folder that is no longer the typed one.
        guard !isReading || isOpening, let entry = selectedEntry else { return [] }
        if let problem = problem(of: entry) {
            self.problem = problem
            return []
        }
        return open(path(of: entry), &memory)
    }

    private mutating func open(
        _ path: String, _ memory: inout AppState.FileMemory, returning: String? = nil
    ) -> [OverlayAction] {
        let look = memory.look(path, base: base, .open)
        request = look.request
        isReading = true
        isOpening = true
        problem = nil
        self.returning = returning
        asked = field.text
        return [.start(.files(.look(look)))]
    }

    // MARK: Results

    private mutating func receive(
        _ finding: FileFinding, for look: FileLook, _ memory: inout AppState.FileMemory
    ) -> [OverlayAction]? {
        switch look.purpose {
        case .take: return nil
        case .preview:
            guard case .file(let file) = finding, let entry = selectedEntry, path(of: entry) == file.path else {
                return []
            }
            return changing(&memory) { $0.preview = file }
        case .follow:
            guard request == look.request else { return [] }
            switch finding {
            case .folder(let listing): follow(listing)
            case .file(let file): followNowhere(Strings.Files.noFolder(file.name))
            case .failed(let reason): followNowhere(reason)
            }
            return lookAtSelected(&memory)
        case .open:
            guard request == look.request else { return [] }
            return finish(finding, &memory)
        }
    }

    private mutating func finish(
        _ finding: FileFinding, _ memory: inout AppState.FileMemory
    ) -> [OverlayAction] {
        isOpening = false
        switch finding {
        case .folder(let listing):
            show(listing)
            memory.folder = listing.path
            return follow(&memory) + lookAtSelected(&memory)
        case .failed(let reason):
            isReading = false
            problem = reason
        case .file(let file):
            if let maxSize, file.format.isUploadable, file.size > maxSize {
                isReading = false
                problem = Strings.Files.tooLarge(file.name, size: file.size, limit: maxSize)
                break
            }
            memory.folder = AppState.FileMemory.folder(of: file.path)
            return [.close, .fill(card, input: input, .file(file), orShow: Strings.Files.fieldGone)]
        }
        return follow(&memory)
    }
}
