internal import Cards

/// Prepares error messages of the argument parser for display.
struct ParserMessage {
    let text: String

    /// - Parameter arguments: The command line that the message is about.
    init(_ message: String, arguments: [String]) {
        var text = message
        // The parser quotes arguments unchanged, including line breaks and control characters.
        for argument in arguments {
            for part in [argument, String(argument.prefix { $0 != "=" })] where part.escapingControls != part {
                text = text.replacing(part, with: part.escapingControls)
            }
        }
        text = Self.advisingQuotes(Self.namingUnknownOption(text), arguments)
        text = Self.withShortUsage(text) { arguments.contains(String($0)) }
        if arguments.first?.hasPrefix("-") == true, let order = Self.orderAdvice(text, arguments) { text = order }
        self.text = Self.inOurWords(text)
    }

    /// Gives the message the form of all other error messages.
    private static func inOurWords(_ text: String) -> String {
        let prefix = "Error: "
        guard text.hasPrefix(prefix) else { return text }
        let words = text.dropFirst(prefix.count)
        return Console.prefix + words.prefix(1).lowercased() + words.dropFirst()
    }

    /// Advice if a command follows its options, which the parser reports as an unexpected argument. Nil for other
    /// problems.
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
        // If an argument needs quoting, the line has a placeholder in place of the arguments.
        let isPlain = ordered.joined().utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"\"'\\`$&|;<>()*?[]{}!#~".utf8.contains(byte)
        }
        let line = "cardstream \(command) \(isPlain ? ordered.joined(separator: " ") : "FLAGS")"
        return "Error: put the flags after the command: \(line)"
    }

    /// Replaces the parser's message about an unknown option.
    private static func namingUnknownOption(_ text: String) -> String {
        let prefix = "Error: "
        let start = "\(prefix)Unknown option '"
        guard text.hasPrefix(start) else { return text }
        let line = text.prefix { $0 != "\n" }
        let words = line.dropFirst(start.count)
        let guess = words.firstRange(of: "'. Did you mean '")
        let option = String(guess.map { words[..<$0.lowerBound] } ?? words.dropLast())
        return prefix + UnknownOption.message(option, of: command(of: text)) + text[line.endIndex...]
    }

    /// The names of arguments that can be several words and need quotes, by command.
    private static let sentences = ["ask question": "question", "publish": "title"]

    /// Advice for several words without quotes, of which the parser takes only the first.
    private static func advisingQuotes(_ text: String, _ arguments: [String]) -> String {
        let line = text.prefix { $0 != "\n" }
        guard line.contains("nexpected argument"), let sentence = sentences[command(of: text)],
            !arguments.contains(where: PublishArgument.looksLikeFile)
        else { return text }
        return line + "; put quotes around a \(sentence) of several words" + text[line.endIndex...]
    }

    /// The command in the parser's usage line, without "cardstream"; empty if there is none.
    private static func command(of text: String) -> String {
        guard let start = text.firstRange(of: "\nUsage: cardstream ") else { return "" }
        let words = text[start.upperBound...].prefix { $0 != "\n" }.split(separator: " ")
        return words.prefix { !"<[-".contains($0.prefix(1)) }.joined(separator: " ")
    }

    /// The parser lists all options in the usage line if there are few, and "<options>" looks required. Here the line
    /// has the form of the manual pages: the command, [OPTIONS], then the arguments.
    ///
    /// - Parameter isTyped: Whether the command line has a word.
    private static func withShortUsage(_ text: String, isTyped: (Substring) -> Bool) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") || $0.hasPrefix("Usage: ") }) else {
            return text
        }
        let end = lines[start...].firstIndex { $0.isEmpty || $0.hasPrefix("  See ") } ?? lines.endIndex
        var command: [Substring] = []
        var arguments: [Substring] = []
        var hasOptions = false
        var isInOption = false
        for word in lines[start..<end].joined(separator: " ").split(separator: " ") {
            if word.hasPrefix("[-") || word == "<options>" || word == "[<options>]" {
                hasOptions = true
                isInOption = word.hasPrefix("[-") && !word.hasSuffix("]")
            } else if isInOption {
                isInOption = !word.hasSuffix("]")
            } else if arguments.isEmpty, word.first != "<", word.first != "[", word.first != "-" {
                command.append(word)
            } else {
                arguments.append(word)
            }
        }
        // The word can be left out, so omit it if the user has not typed it.
        if command.suffix(2) == ["ask", "question"], !isTyped("question") { command.removeLast() }
        if hasOptions { command.append("[OPTIONS]") }
        lines.replaceSubrange(start..<end, with: [(command + arguments).joined(separator: " ")])
        return lines.joined(separator: "\n")
    }
}
