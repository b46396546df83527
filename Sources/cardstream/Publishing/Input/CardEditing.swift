internal import AppCore
internal import AppRuntime
internal import Cards
internal import Glibc

/// Lets the user write a card in an editor, again until it has no errors.
struct CardEditing {
    /// Opens a text in an editor and returns what was saved.
    let edit: (String) throws -> String
    /// Finds the errors of a card.
    let problems: ([UInt8]) -> [CardInput.Problem]
    /// Keeps a text that is not published, and returns where.
    let keep: (String) throws -> String

    /// The JSON of the card, and the text that it was written as.
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

    /// Keeps a text that is not published.
    ///
    /// - Returns: Where it is, and how to go on.
    func kept(_ text: String) throws -> String {
        let path = try keep(text).shownAsFile
        return "to continue with what you wrote, use cardstream publish --edit \(path)"
    }

    /// A line break at the end is the editor's.
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
    /// With the user's editor on the terminal, and the files of a profile.
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
                // The viewer shows it as a sentence of its own.
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
