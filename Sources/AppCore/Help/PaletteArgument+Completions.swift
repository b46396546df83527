import Cards

extension PaletteArgument {
    /// The possible completions of a line of the palette after its first word, as whole lines.
    /// - Parameter themes: The names of the themes.
    static func completions(of line: String, themes: [String]) -> [String] {
        guard let (word, argument) = parts(of: line) else { return [] }
        let start = String(line.dropLast(argument.count))
        if word == "filter" { return CardSearch.completions(of: argument).map { start + $0 } }
        let values =
            switch word {
            case "theme": themes
            case "snooze": snoozes
            case "sort": CardOrder.allCases.map(\.rawValue)
            case "group": CardGrouping.allCases.map(\.rawValue)
            default: [String]()
            }
        let begun = argument.lowercased()
        return values.filter { $0.lowercased().hasPrefix(begun) && $0 != argument }.map { start + $0 }
    }

    /// Whether completing a line requires the names of the themes.
    static func namesTheme(_ line: String) -> Bool { parts(of: line)?.word == "theme" }

    /// Common times to snooze until.
    private static let snoozes = ["1h", "this evening", "tomorrow", "weekend", "next monday"]

    /// The first word in lowercase, and the text after the spaces that follow it; nil if there is no space.
    private static func parts(of line: String) -> (word: String, argument: String)? {
        let line = line.drop { $0 == " " }
        guard let blank = line.firstIndex(of: " ") else { return nil }
        return (line[..<blank].lowercased(), String(line[blank...].drop { $0 == " " }))
    }
}
