import Cards

/// How well a command fits what is typed to find it: letters of its name in their order ("nc" finds `next-card`), a part
/// of its help, or its key.
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

    /// The more, the better; nil when one of the words is not found. Without words all fit equally.
    /// - Parameter words: folded, as by ``SearchText``.
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
    private static let key = 12

    private func inKeys(_ word: String) -> Int? { keys.contains { $0.lowercased() == word } ? Self.key : nil }

    /// All of the group's commands, behind those that are meant themselves.
    private func inGroup(_ word: String) -> Int? { group.contains(word) ? 1 : nil }

    /// As a piece; letters apart would find any sentence.
    private func inHelp(_ word: String) -> Int? {
        guard let found = help.firstRange(of: word) else { return nil }
        let startsWord = found.lowerBound == help.startIndex || help[help.index(before: found.lowerBound)] == " "
        // Less than the same letters in the name.
        return word.unicodeScalars.count * 2 * Self.letter + (startsWord ? Self.wordStart : 0)
    }

    /// The best of the ways to find the letters one after the other.
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
                // In the middle of a word, letters apart are hardly meant.
                score -= 1
            }
            last = found
            place = found + 1
        }
        // Of two names that hold it, the one that is nothing else.
        return score + (word.count == name.count ? Self.wordStart : 0)
    }
}
