internal import AppCore
internal import AppRuntime
internal import Cards
internal import Glibc

/// Lets the user write a card in an editor, and opens the editor again until the card has no errors.
struct CardEditing {
    /// Opens a text in an editor and returns what was saved.
    let edit: (String) throws -> String
    /// Finds the errors of a card.
    let problems: ([UInt8]) -> [CardInput.Problem]
    /// Saves a text that is not published, and returns its path.
    let keep: (String) throws -> String

    /// Runs the editor, and returns the JSON of the card and the text as the user wrote it.
    ///
    /// - Parameter start: The text to begin with.
    /// - Throws: A ``CommandFailure`` of status `nothingMatched` if the text is left unchanged or empty.
    func run(_ start: String) throws -> (json: [UInt8], text: String) {
        var opened = start
        var isRepeated = false
        while true {
            let text: String
            do { text = CardDraft.withoutMessages(try edit(opened)) } catch let failure as CommandFailure
                where isRepeated
            {
                let written = CardDraft.withoutMessages(opened)
                throw CommandFailure(failure.status, failure.message.continued(try kept(written)))
            }
            guard !CardDraft.isEmpty(text) else {
                throw CommandFailure(.nothingMatched, "nothing was published: the card is empty")
            }
            guard Self.isChanged(text, from: CardDraft.withoutMessages(opened)) else {
                guard isRepeated else {
                    throw CommandFailure(.nothingMatched, "nothing was published: the card is unchanged")
                }
                throw CommandFailure(.failure, "nothing was published: the card has errors; \(try kept(text))")
            }
            let json = CardDraft.json(text)
            let found = problems(json)
            guard !found.isEmpty else { return (json, text) }
            opened = CardDraft.text(text, with: found)
            isRepeated = true
        }
    }

    /// Saves a text that is not published.
    ///
    /// - Returns: A message that says how to continue with the saved text.
    func kept(_ text: String) throws -> String {
        let path = try keep(text).shownAsFile
        return "to continue with what you wrote, use cardstream publish --edit \(path)"
    }

    /// Ignores line breaks at the end, because editors add them.
    private static func isChanged(_ text: String, from other: String) -> Bool {
        func trimmed(_ text: String) -> Substring {
            var rest = text[...]
            while rest.last?.isNewline == true { rest.removeLast() }
            return rest
        }
        return trimmed(text) != trimmed(other)
    }
}

extension CardEditing {
    /// Uses the user's editor on the terminal, and saves texts in the profile's state folder.
    init(_ setup: Setup) {
        let folder = setup.paths.state
        edit = { text in
            let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
            guard terminal >= 0 else {
                throw CommandFailure(
                    .failure, "--edit needs a terminal; without --edit, a title or a file is published unchanged")
            }
            defer { close(terminal) }
            let outcome = TextEditor(environment: setup.variables, directory: folder)
                .edit(text, named: "card.json", on: terminal, signals: Signals())
            if outcome.isStopWanted { throw ExitStatus.interrupted }
            switch outcome.result {
            case .edited(let text, _): return text
            case .failed(let reason):
                // The reason begins with a capital letter, because the viewer shows it as a separate sentence.
                let words = reason.prefix(1).lowercased() + reason.dropFirst()
                throw CommandFailure(.failure, "nothing was published: \(words)")
            }
        }
        problems = { CardInput.problems(of: CardFile($0, isLines: false)) }
        keep = { text in
            let path = "\(folder)/not-published.json"
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.write(text + "\n", to: path)
            return path
        }
    }
}
