/// Commands for choosing and sending files.
extension Command {
    static let files: [Entry] = [
        Entry(
            command: .clearFile, name: "clear-file", group: .files, help: "Remove the chosen file",
            fieldHint: "remove", keys: [(.choice, ["delete", "backspace"])], rule: .chosenFile,
            perform: { state in state.clearFile() }),
        Entry(
            command: .completePath, name: "complete-path", group: .files,
            help: "Complete the path, or open the folder", hint: "complete", keys: [(.files, ["tab"])],
            rule: .inLayer(.files)),
        Entry(
            command: .parentFolder, name: "parent-folder", group: .files, help: "Go to the parent folder", hint: "up",
            keys: [(.files, ["left"])], rule: .inLayer(.files)),
        Entry(
            command: .openFolder, name: "open-folder", group: .files, help: "Open the folder",
            keys: [(.files, ["right"])], rule: .inLayer(.files)),
        Entry(
            command: .toggleHidden, name: "toggle-hidden", group: .files, help: "Show or hide hidden files",
            hint: "hidden", keys: [(.files, ["alt-."])], rule: .inLayer(.files)),
        Entry(
            command: .cancelSending, name: "cancel-sending", group: .files,
            help: "Stop sending and keep the form", hint: "cancel", keys: [(.sending, ["esc", "enter", "q"])],
            rule: .inLayer(.sending)),
    ]
}
