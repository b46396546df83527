import Cards

/// Handles the results of reading and sending files.
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
            // The user dropped a folder on the terminal: show it in the file browser.
            files.folder = look.path
            return openFiles()
        }
        return []
    }
}

extension Card.Input {
    /// The limit of the input's validation rule for file size, in bytes; nil for no limit.
    package var maxSizeBytes: Int? {
        for case .maxSizeBytes(let count) in validation.lazy.map(\.rule) { return count }
        return nil
    }
}
