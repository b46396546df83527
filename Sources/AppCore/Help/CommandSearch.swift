import Cards

/// Matches a command against search text: the letters of its name in order ("nc" finds `next-card`), a part of its
/// help, or its key.
struct CommandSearch: Equatable, Sendable {
    private let name: [Unicode.Scalar]
    private let help: String
    private let group: String
    private let keys: [String]

    init(_ entry: Command.Entry, keys: String, help: String) {
        name = Array(entry.name.unicodeScalars)
        self.help = SearchText.folded(help)
        group = SearchText.folded(entry.group.rawValue)
        self.keys = keys.split(separator: " ").map(String.init)
    }

    /// The score of the match, higher for a better one; nil if a word does not match. Without words, all commands have
    /// the same score.
    /// - Parameter words: The words, folded as by ``SearchText``.
    func score(_ words: [String]) -> Int? {
        var total = 0
        for word in words {
            guard let best = [inName(word), inHelp(word), inKeys(word), inGroup(word)].compactMap(\.self).max() else {
                return nil
            }
            total += best
        }
        return total
    }

    private static let letter = 1
    private static let following = 3
    private static let wordStart = 5
    /// For a word with which the help begins, which is usually the verb.
    private static let helpStart = 6
    private static let key = 12

    private func inKeys(_ word: String) -> Int? { keys.contains { $0.lowercased() == word } ? Self.key : nil }

    /// Finds all commands of a group, with the lowest score.
    private func inGroup(_ word: String) -> Int? { group.contains(word) ? 1 : nil }

    /// The help must contain the word as a whole: separate letters would match any sentence.
    private func inHelp(_ word: String) -> Int? {
        guard let found = help.firstRange(of: word) else { return nil }
        if found.lowerBound == help.startIndex { return word.unicodeScalars.count * 2 * Self.letter + Self.helpStart }
        let startsWord = help[help.index(before: found.lowerBound)] == " "
        // A lower score than for the same letters in the name.
        return word.unicodeScalars.count * 2 * Self.letter + (startsWord ? Self.wordStart : 0)
    }

    /// The best score of all ways to find the letters in order.
    private func inName(_ word: String) -> Int? {
        let word = Array(word.unicodeScalars)
        guard let first = word.first else { return nil }
        return name.indices.filter { name[$0] == first }.compactMap { score(word, from: $0) }.max()
    }

    private func score(_ word: [Unicode.Scalar], from start: Int) -> Int? {
        var score = 0
        var place = start
        var last: Int?
        for letter in word {
            guard let found = name[place...].firstIndex(of: letter) else { return nil }
            score += Self.letter
            if found == 0 || name[found - 1] == "-" {
                score += Self.wordStart
            } else if last == found - 1 {
                score += Self.following
            } else if last != nil {
                // Letters that are apart in the middle of a word are an unlikely match.
                score -= 1
            }
            last = found
            place = found + 1
        }
        // If two names contain the word, the name that is equal to it wins.
        return score + (word.count == name.count ? Self.wordStart : 0)
    }
}
