/// Values in unit files of systemd: see "Quoting" in systemd.syntax(7) and "Specifiers" in systemd.unit(5).
enum UnitText {
    /// One word, in quotes if necessary.
    static func word(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "%": result += "%%"
            case "\\", "\"": result += "\\\(character)"
            default: result.append(character)
            }
        }
        return text.isEmpty || !text.utf8.allSatisfy(isPlain) ? "\"\(result)\"" : result
    }

    /// An argument of a command line. Dollar signs are escaped, because they would begin a variable. The program's path
    /// has no variables, so use ``word(_:)`` for it.
    static func argument(_ text: String) -> String {
        word(text.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$"))
    }

    /// Whether a text can be written in a unit file: it has no control characters.
    static func isAllowed(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "/._-:=@%$+,".utf8.contains(byte)
        }
    }
}
