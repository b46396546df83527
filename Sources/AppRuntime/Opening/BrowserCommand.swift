/// One of the programs that `$BROWSER` names, with its arguments: `firefox --private-window %s`. By convention programs
/// are separated by colons, the first that is there is taken, and `%s` is the link's place, without which it comes
/// last.
struct BrowserCommand: Equatable {
    /// Of the program and its arguments, never empty.
    private let words: [String]

    /// - Throws: for words of which it is not clear what they mean.
    private init?(words: [String]) throws(Mistake) {
        // A shell's sign for the background, where every program is started anyway.
        let words = words.last == "&" ? words.dropLast() : words
        guard let program = words.first, !program.isEmpty else { return nil }
        guard !program.contains(Self.place) else { throw .place(program) }
        // Elsewhere it may be in a line for a shell, which would read the address.
        if let word = words.first(where: { $0.contains(Self.place) && !Self.isPlace($0) }) { throw .place(word) }
        self.words = words
    }

    enum Mistake: Error, Equatable {
        case openQuote
        case place(String)

        var reason: String {
            switch self {
            case .openQuote: "a quote in $BROWSER is not closed"
            case .place(let word):
                "\"%s\" in $BROWSER must be a separate word, or be at the end of an option, as in --url=%s; found \"\(word)\""
            }
        }
    }

    private static let place = "%s"

    private static func isPlace(_ word: String) -> Bool {
        word == place || (word.hasPrefix("-") && word.hasSuffix("=\(place)") && !word.contains(where: \.isWhitespace))
    }

    /// What to start to open an address.
    func arguments(_ address: String) -> [String] {
        guard words.contains(where: Self.isPlace) else { return words + [address] }
        return words.map { Self.isPlace($0) ? String($0.dropLast(Self.place.count)) + address : $0 }
    }

    /// Reads the variable; quotes and backslashes keep blanks and colons together as they do in a shell.
    static func all(_ variable: String) throws(Mistake) -> [BrowserCommand] {
        var commands: [BrowserCommand] = []
        for words in try split(variable) {
            if let command = try BrowserCommand(words: words) { commands.append(command) }
        }
        return commands
    }

    private static func split(_ text: String) throws(Mistake) -> [[String]] {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        var isEscaped = false
        func endWord() {
            if let word { commands[commands.count - 1].append(word) }
            word = nil
        }
        for character in text {
            if isEscaped {
                // Within double quotes a backslash is one, but for what it protects.
                let isKept = quote != nil && !"\"\\$`".contains(character)
                word = (word ?? "") + (isKept ? "\\" : "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character.isWhitespace {
                endWord()
            } else if quote == nil, character == ":" {
                endWord()
                commands.append([])
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else { throw .openQuote }
        endWord()
        return commands
    }
}
