internal import AppRuntime

/// What the argument of `publish` is: a file with cards, or the title of a card.
enum PublishArgument: Equatable {
    /// A path; `-` is standard input.
    case file(String)
    case title(String)

    /// `-`, what exists and what looks like a file is a file, so that a mistyped file name is an error and no card.
    ///
    /// - Parameter exists: Whether something has this path.
    init(_ text: String, exists: (String) -> Bool = PrivateFile.isFile) {
        self = text == "-" || Self.looksLikeFile(text) || exists(text) ? .file(text) : .title(text)
    }

    /// Whether the text ends as files of cards do, or is a path without spaces.
    static func looksLikeFile(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        if [".json", ".jsonl", ".ndjson"].contains(where: lowercased.hasSuffix) { return true }
        return ["/", "./", "../", "~/"].contains(where: text.hasPrefix) && !text.contains(where: \.isWhitespace)
    }
}
