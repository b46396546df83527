/// Choosing a file for a form, and sending it.
extension Command {
    static let files: [Entry] = [
        Entry(
            command: .clearFile, name: "clear-file", group: .files, help: "Take the chosen file back",
            fieldHint: "take back", keys: [(.choice, ["delete", "backspace"])], rule: .chosenFile,
            perform: { state in state.clearFile() }),
        Entry(
            command: .completePath, name: "complete-path", group: .files,
            help: "Complete the path being typed, or open the folder", hint: "complete", keys: [(.files, ["tab"])],
            rule: .inLayer(.files)),
        Entry(
            command: .parentFolder, name: "parent-folder", group: .files, help: "The folder above", hint: "up",
            keys: [(.files, ["left"])], rule: .inLayer(.files)),
        Entry(
            command: .openFolder, name: "open-folder", group: .files, help: "Into the folder",
            keys: [(.files, ["right"])], rule: .inLayer(.files)),
        Entry(
            command: .toggleHidden, name: "toggle-hidden", group: .files, help: "Show or hide hidden files",
            hint: "hidden", keys: [(.files, ["alt-."])], rule: .inLayer(.files)),
        Entry(
            command: .cancelSending, name: "cancel-sending", group: .files,
            help: "Stop sending; the form stays as it is", hint: "cancel", keys: [(.sending, ["esc", "enter", "q"])],
            rule: .inLayer(.sending)),
    ]
}
