/// Folds texts for searching: case and diacritics are ignored, so that "zur" finds "Zürich" and "malaga" finds
/// "Málaga".
///
/// Used instead of Foundation's folding, which loads its data on the first key press. The standard library's canonical
/// equivalence determines the base letter; other characters (CJK, most Indic scripts) stay unchanged.
package enum SearchText {
    /// Folds a text for ``contains(_:words:)``; do it once for each searched text.
    package static func folded(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            if character.isASCII {
                result.append(character)
            } else if let letters = replacements[character] {
                result += letters
            } else {
                // Keeps the letter and drops its combining marks.
                result.unicodeScalars.append(
                    contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark })
            }
        }
        return result
    }

    /// The words of a search, all of which must be found.
    package static func words(_ text: String) -> [String] {
        folded(text).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// - Parameter text: Folded text.
    package static func contains(_ text: String, words: [String]) -> Bool { words.allSatisfy(text.contains) }

    private static let replacements: [Character: String] = {
        var table: [Character: String] = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i",
        ]
        let letters = Array("abcdefghijklmnopqrstuvwxyz") + Array("αεηιουωаеиоу")
        // Grave to umlaut and the other marks of Latin, Greek and Cyrillic letters; several for Vietnamese.
        let marks = (0x300...0x331).compactMap(Unicode.Scalar.init)
        let first = [0x302, 0x306, 0x31B].compactMap(Unicode.Scalar.init)
        let second = [0x300, 0x301, 0x303, 0x309, 0x323].compactMap(Unicode.Scalar.init)
        func add(_ letter: Character, _ scalars: Unicode.Scalar...) {
            var text = String(letter)
            text.unicodeScalars.append(contentsOf: scalars)
            table[Character(text)] = String(letter)
        }
        for letter in letters {
            for mark in marks { add(letter, mark) }
            for one in first { for other in second { add(letter, one, other) } }
        }
        return table
    }()
}
