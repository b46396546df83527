import Cards

/// What the file system and the way to the server answered.
extension AppState {
    mutating func receive(_ event: FileEvent) -> [Effect] {
        if let effects = offerToOverlays(.files(event)) { return effects }
        guard case .looked(let look, let finding) = event, case .take(let card, let input) = look.purpose else {
            return []
        }
        switch finding {
        case .file(let file): fill(input, of: card, with: .file(file), orShow: Strings.Files.fieldGone)
        case .failed(let reason): show(reason, .failure)
        case .folder:
            // A folder was dropped: browse it.
            files.folder = look.path
            return openFiles()
        }
        return []
    }
}

extension Card.Input {
    /// The bound of its rule for the size of a file.
    package var maxSizeBytes: Int? {
        for case .maxSizeBytes(let count) in validation.lazy.map(\.rule) { return count }
        return nil
    }
}
