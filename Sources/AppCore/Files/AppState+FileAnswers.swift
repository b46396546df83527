import Cards

/// What the file system and the way to the server answered.
extension AppState {
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
            return fill(file, for: input, of: card)
        case (.take, .folder):
            // A folder was dropped: browse it.
            files.folder = look.path
            return openFiles()
        case (.take, .failed(let reason)):
            show(reason, .failure)
            return []
        case (.follow, _):
            guard case .files(var overlay)? = overlays.last, overlay.request == look.request else { return [] }
            switch finding {
            case .folder(let listing): overlay.follow(listing)
            case .file(let file): overlay.followNowhere(Strings.Files.noFolder(file.name))
            case .failed(let reason): overlay.followNowhere(reason)
            }
            let effects = preview(&overlay)
            overlays[overlays.count - 1] = .files(overlay)
            return effects
        case (.open, _):
            guard case .files(var overlay)? = overlays.last, overlay.request == look.request else { return [] }
            return finish(finding, &overlay)
        }
    }

    private mutating func finish(_ finding: FileFinding, _ overlay: inout FilesOverlay) -> [Effect] {
        overlay.isOpening = false
        switch finding {
        case .folder(let listing):
            overlay.show(listing)
            files.folder = listing.path
            let effects = follow(&overlay) + preview(&overlay)
            overlays[overlays.count - 1] = .files(overlay)
            return effects
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
            return fill(file, for: overlay.input, of: overlay.card)
        }
        let effects = follow(&overlay)
        overlays[overlays.count - 1] = .files(overlay)
        return effects
    }

    private mutating func fill(_ file: ChosenFile, for input: String, of card: CardID) -> [Effect] {
        let isTaken = changeInput(input, of: card) { input, _ in
            guard case .fileUpload = input.kind else { return nil }
            return .file(file)
        }
        if !isTaken { show(Strings.Files.fieldGone, .information) }
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
