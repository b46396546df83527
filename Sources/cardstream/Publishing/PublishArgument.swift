internal import AppRuntime
internal import Cards

/// The argument of `publish`: a file with cards, or the title of a card.
enum PublishArgument: Equatable {
    /// A path; `-` is standard input.
    case file(String)
    case title(String)

    /// Treats the text as a file if it is `-`, if the file exists, or if the text looks like a file name. A mistyped
    /// file name is therefore an error and not the title of a card.
    ///
    /// - Parameter exists: Whether a file has this path.
    init(_ text: String, exists: (String) -> Bool = PrivateFile.isFile) {
        self = text == "-" || Self.looksLikeFile(text) || exists(text) ? .file(text) : .title(text)
    }

    /// What to write instead of the name of a file with Markdown, which holds text and no card; nil for other files.
    ///
    /// - Parameter command: The command that shows the text with `--text`.
    static func advice(onMarkdown path: String, command: String) -> String? {
        guard [".md", ".markdown"].contains(where: path.lowercased().hasSuffix) else { return nil }
        return "\(path.shownAsFile) is Markdown and not JSON; to show its text in a card, write: cardstream \(command) "
            + "\"TITLE\" --text \"$(cat \(path.quotedForShell))\""
    }

    /// Whether the text has the extension of a card file, or is a path without spaces.
    static func looksLikeFile(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        if [".json", ".jsonl", ".ndjson"].contains(where: lowercased.hasSuffix) { return true }
        return ["/", "./", "../", "~/"].contains(where: text.hasPrefix) && !text.contains(where: \.isWhitespace)
    }
}
