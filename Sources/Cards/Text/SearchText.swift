/// Texts as they are compared in a search: without regard to case and to marks on letters, so that "zur" finds
/// "Zürich" and "malaga" finds "Málaga".
///
/// Own table instead of Foundation's folding, which loads its data on the first key. Canonical equivalence, which
/// the standard library has, tells which letter a marked letter is made of; letters that are none of those (CJK,
/// most Indic scripts) stay as they are.
package enum SearchText {
    /// A text to compare with ``contains(_:words:)``; make it once for each text that is searched.
    package static func folded(_ text: String) -> String {
        var result = ""
        for character in text.lowercased() {
            if character.isASCII {
                result.append(character)
            } else if let letters = replacements[character] {
                result += letters
            } else {
                // A letter with marks of its own behind it.
                result.unicodeScalars.append(
                    contentsOf: character.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark })
            }
        }
        return result
    }

    /// The words of a search, each of which has to be found.
    package static func words(_ text: String) -> [String] {
        folded(text).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// - Parameter text: already folded.
    package static func contains(_ text: String, words: [String]) -> Bool { words.allSatisfy(text.contains) }

    private static let replacements: [Character: String] = {
        var table: [Character: String] = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i",
        ]
        let letters = Array("abcdefghijklmnopqrstuvwxyz") + Array("αεηιουωаеиоу")
        // Grave to umlaut and the others Latin, Greek and Cyrillic letters carry; several for Vietnamese.
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
