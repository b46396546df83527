import struct Foundation.Date

extension CardSearch {
    /// Parses terms separated by blanks: words, `"a phrase"`, `key:value`, each negated by a leading `-`. An open quote
    /// extends to the end of the text.
    ///
    /// - Throws: ``CardSearchError`` with what is not understood and what was expected.
    public init(_ text: String) throws(CardSearchError) {
        self.init()
        for token in Self.tokens(text) {
            guard let condition = try Self.condition(token) else { continue }
            terms.append(Term(condition, isNegated: token.isNegated))
        }
    }

    /// Parses a text that is being typed: a last word that could become a key is ignored, so that cards do not
    /// disappear for a moment.
    package init(typing text: String) throws(CardSearchError) {
        try self.init(Self.unfinished(in: text).map { String(text.dropLast($0.word.count)) } ?? text)
    }

    /// The last word of a text that is being typed, if it can become a key or a value, and its completion: `-pri` and
    /// `-priority:`, `is:un` and `is:unseen`. Nil within quotes.
    package static func unfinished(in text: String) -> (word: String, key: String)? {
        guard text.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return nil }
        let word = text[(text.lastIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.startIndex)...]
        let sign = word.hasPrefix("-") ? "-" : ""
        let start = word.dropFirst(sign.count).lowercased()
        if start.contains(":" as Character), let choice = choices.first(where: { $0.hasPrefix(start) && $0 != start }) {
            return start.hasSuffix(":") ? nil : (String(word), sign + choice)
        }
        guard !start.isEmpty, let key = keyStarts.first(where: { $0.hasPrefix(start) }) else { return nil }
        return (String(word), sign + key + (key.hasSuffix(".") ? "NAME:" : ":"))
    }

    /// The possible completions of the last word, each as the whole text: keys, and the values of `is:` and `has:`.
    /// Empty within quotes, and if nothing starts with the word.
    package static func completions(of text: String) -> [String] {
        guard text.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return [] }
        let start = text.lastIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.startIndex
        let word = text[start...]
        let sign = word.hasPrefix("-") ? "-" : ""
        let begun = word.dropFirst(sign.count).lowercased()
        let keys = keyStarts.map { $0.hasSuffix(".") ? $0 : $0 + ":" }
        let found = (begun.contains(":" as Character) ? choices : keys).filter { $0.hasPrefix(begun) && $0 != begun }
        return found.map { text[..<start] + sign + $0 }
    }

    /// The text without its last word.
    package static func dropLastWord(of text: String) -> String {
        String(text.lastIndex(where: \.isWhitespace).map { text[...$0] } ?? "")
    }

    private static var choices: [String] {
        State.allCases.map { "is:\($0.rawValue)" } + Part.allCases.map { "has:\($0.rawValue)" }
    }

    // MARK: Tokens

    private struct Token {
        var isNegated = false
        /// The text before a colon outside quotes.
        var key: String?
        var value = ""
        var isQuoted = false
    }

    private static func tokens(_ text: String) -> [Token] {
        var tokens: [Token] = []
        var token: Token?
        var isOpen = false
        for character in text {
            if character == "\"" {
                isOpen.toggle()
                token = token ?? Token()
                token?.isQuoted = true
            } else if !isOpen, character.isWhitespace {
                if let token { tokens.append(token) }
                token = nil
            } else if token == nil {
                token = character == "-" ? Token(isNegated: true) : Token(value: String(character))
            } else if !isOpen, character == ":", token?.key == nil, token?.isQuoted == false {
                token = Token(isNegated: token?.isNegated ?? false, key: token?.value)
            } else {
                token?.value.append(character)
            }
        }
        return tokens + (token.map { [$0] } ?? [])
    }

    // MARK: Conditions

    private static let keys = "is, has, priority, template, category, expires, sent, var.NAME"
    private static let keyStarts = ["is", "has", "priority", "template", "category", "expires", "sent", "var."]

    /// Nil for an incomplete token, such as a lone minus.
    private static func condition(_ token: Token) throws(CardSearchError) -> Condition? {
        guard let key = token.key else { return token.value.isEmpty ? nil : .text(token.value) }
        switch key.lowercased() {
        case "is": return .state(try choice(token.value, of: key))
        case "has": return .has(try choice(token.value, of: key))
        case "priority": return try priority(token.value, key)
        case "template":
            guard !token.value.isEmpty else {
                throw CardSearchError("\(key): expected a name, such as template:\"on call\"")
            }
            return .template(token.value)
        case "category":
            guard !token.value.isEmpty else {
                throw CardSearchError("\(key): expected a name, such as category:ops")
            }
            return .category(token.value)
        case "expires": return try expires(token.value, key)
        case "sent": return try sent(token.value, key)
        case let key where key.hasPrefix("var."):
            // Names of variables are case-sensitive.
            let name = String((token.key ?? "").dropFirst(4))
            guard !name.isEmpty, !token.value.isEmpty else {
                throw CardSearchError("\(key): expected a name and a value, such as var.region:eu")
            }
            return .variable(name: name, value: token.value)
        default:
            throw CardSearchError("\(key.escapingControls): expected one of \(keys); put other text in quotes")
        }
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, of key: String
    ) throws(CardSearchError) -> Choice {
        if let choice = Choice(rawValue: text.lowercased()) { return choice }
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        let found = text.isEmpty ? key : "\(key):\(text.escapingControls)"
        throw CardSearchError("\(found): expected one of \(names)")
    }

    private static func priority(_ text: String, _ key: String) throws(CardSearchError) -> Condition {
        let (comparison, rest) = compared(text)
        guard let number = Int(rest), CardBody.priorities.contains(number) else {
            let range = "\(CardBody.priorities.lowerBound) to \(CardBody.priorities.upperBound)"
            throw CardSearchError("\(key): expected a number from \(range), such as priority:>=3")
        }
        return .priority(comparison ?? .equal, number)
    }

    private static func expires(_ text: String, _ key: String) throws(CardSearchError) -> Condition {
        if text.lowercased() == "never" { return .neverExpires }
        let (comparison, rest) = compared(text)
        guard let comparison, comparison != .equal, let seconds = seconds(rest) else {
            throw CardSearchError("\(key): expected \"never\", or < or > with a duration, such as expires:<1d12h")
        }
        return .expires(comparison, seconds: seconds)
    }

    private static func sent(_ text: String, _ key: String) throws(CardSearchError) -> Condition {
        let (comparison, rest) = compared(text)
        if let time = Date(rfc3339: String(rest)) { return .sent(comparison ?? .equal, time) }
        if let day = Date(calendarDay: String(rest)) {
            let next = day.addingTimeInterval(86_400)
            return switch comparison {
            case .above: .sent(.atLeast, next)
            case .atMost: .sent(.below, next)
            case .atLeast, .below, .equal, nil: .sent(comparison ?? .equal, day)
            }
        }
        guard let comparison, comparison != .equal, let age = seconds(rest) else {
            throw CardSearchError(
                "\(key): expected a date or a timestamp, such as sent:>=2026-07-31, or < or > with a duration, such as "
                    + "sent:<2h")
        }
        return .age(comparison, seconds: age)
    }

    /// Whole seconds of a duration; nil for anything else.
    private static func seconds(_ text: Substring) -> Int? {
        // A number that has a sign, or is not finite, is not a duration.
        guard text.first?.isNumber == true || text.first == "P" else { return nil }
        return CardDuration.seconds(String(text)).flatMap { Int(exactly: $0.rounded(.down)) }
    }

    private static func compared(_ text: String) -> (Comparison?, Substring) {
        // All cases are ordered with the longer operators first.
        let comparison = Comparison.allCases.first { text.hasPrefix($0.rawValue) }
        return (comparison, text.dropFirst(comparison?.rawValue.count ?? 0))
    }
}
