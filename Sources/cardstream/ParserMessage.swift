internal import Cards

/// What the argument parser says of a mistake, fit to be shown.
struct ParserMessage {
    let text: String

    /// - Parameter arguments: the command line the message is about.
    init(_ message: String, arguments: [String]) {
        var text = message
        // It quotes them as they are: with the line breaks and control characters they hold.
        for argument in arguments {
            for part in [argument, String(argument.prefix { $0 != "=" })] where part.escapingControls != part {
                text = text.replacing(part, with: part.escapingControls)
            }
        }
        self.text = Self.withoutWildGuess(text)
    }

    /// It guesses the nearest option however far that is: `--nope` is no slip for `--size`.
    private static func withoutWildGuess(_ text: String) -> String {
        let middle = "'. Did you mean '"
        guard let start = text.firstRange(of: "Unknown option '"), let guess = text.firstRange(of: middle),
            start.upperBound < guess.lowerBound,
            let end = text[guess.upperBound...].firstRange(of: "'?")
        else { return text }
        let typed = text[start.upperBound..<guess.lowerBound].drop { $0 == "-" }
        let meant = text[guess.upperBound..<end.lowerBound].drop { $0 == "-" }
        guard Spelling.nearest(to: String(typed), among: [String(meant)]) == nil else { return text }
        return text[..<guess.lowerBound] + "'." + text[end.upperBound...]
    }
}
