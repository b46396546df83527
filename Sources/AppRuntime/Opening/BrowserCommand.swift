/// One of the programs in `$BROWSER`, with its arguments, such as `firefox --private-window %s`. By convention,
/// programs are separated by colons, the first one that exists is used, and `%s` is replaced by the link. Without `%s`,
/// the link is appended.
struct BrowserCommand: Equatable {
    /// The program and its arguments; never empty.
    private let words: [String]

    /// - Throws: ``Mistake`` if the words are ambiguous.
    private init?(words: [String]) throws(Mistake) {
        // `&` is the shell syntax for a background process. It is dropped, because all programs are started in the
        // background.
        let words = words.last == "&" ? words.dropLast() : words
        guard let program = words.first, !program.isEmpty else { return nil }
        guard !program.contains(Self.place) else { throw .place(program) }
        // In any other position, the placeholder may be within a shell command, where the shell would interpret the
        // address.
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

    /// The command line to open an address.
    func arguments(_ address: String) -> [String] {
        guard words.contains(where: Self.isPlace) else { return words + [address] }
        return words.map { Self.isPlace($0) ? String($0.dropLast(Self.place.count)) + address : $0 }
    }

    /// Parses the variable. Quotes and backslashes protect blanks and colons as in a shell.
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
                // Within double quotes, a backslash is literal unless it escapes one of these characters.
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
