import Basics
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
        text = Self.withoutWildGuess(text)
        if arguments.first?.hasPrefix("-") == true, let order = Self.orderAdvice(text, arguments) { text = order }
        self.text = Self.inOurWords(text)
    }

    /// All mistakes begin alike, whoever finds them.
    private static func inOurWords(_ text: String) -> String {
        let prefix = "Error: "
        guard text.hasPrefix(prefix) else { return text }
        let words = text.dropFirst(prefix.count)
        return Console.prefix + words.prefix(1).lowercased() + words.dropFirst()
    }

    /// A command behind its flags is an unexpected argument of the viewer to the parser; nil when that is not it.
    private static func orderAdvice(_ text: String, _ arguments: [String]) -> String? {
        guard let start = text.firstRange(of: "Unexpected argument '"),
            let end = text[start.upperBound...].firstRange(of: "'")
        else { return nil }
        let command = String(text[start.upperBound..<end.lowerBound])
        guard Cardstream.commandNames.contains(command), let index = arguments.firstIndex(of: command) else {
            return nil
        }
        var ordered = arguments
        ordered.remove(at: index)
        // What a shell would have to be quoted is left to the user.
        let isPlain = ordered.joined().utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"'\\`$&|;<>()*?[]{}!#~".utf8.contains(byte)
        }
        let line = "cardstream \(command) \(isPlain ? ordered.joined(separator: " ") : "FLAGS")"
        return "Error: the command comes first, its flags behind it: \(line)"
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
