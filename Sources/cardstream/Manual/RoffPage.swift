/// Builds a manual page in roff. All arguments are plain text and are escaped.
struct RoffPage {
    private(set) var roff = ""

    /// Appends a request unchanged.
    mutating func line(_ request: String) { roff += (roff.isEmpty ? "" : "\n") + request }

    /// - Parameter section: 1 for commands, 7 for pages about a topic.
    mutating func title(_ name: String, section: Int = 1) {
        let kind = section == 7 ? "Guide" : "User Commands"
        line(".TH \(name.uppercased()) \(section) \"\" \"cardstream \(Cardstream.version)\" \"\(kind)\"")
    }

    mutating func section(_ title: String) { line(".SH \(Self.escape(title))") }
    mutating func text(_ text: String) { line(Self.escape(text)) }

    /// Starts a paragraph after a list. Otherwise the text would continue the last item.
    mutating func paragraph(_ text: String) {
        line(".PP")
        self.text(text)
    }

    mutating func item(_ term: String, _ text: String) {
        line(".TP")
        line(".B \(Self.escape(term))")
        line(Self.escape(text))
    }

    /// Converts help that is written for the terminal. A line in capitals becomes a heading; the layout of an indented
    /// line is kept.
    mutating func help(_ text: String) {
        var isFixed = false
        func fix(_ wanted: Bool, _ page: inout RoffPage) {
            if wanted != isFixed { page.line(wanted ? ".nf" : ".fi") }
            isFixed = wanted
        }
        var isAfterGap = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isHeading =
                isAfterGap && !line.isEmpty && line.allSatisfy { $0.isUppercase || $0 == " " } && !line.hasPrefix(" ")
            isAfterGap = line.isEmpty
            if isHeading {
                fix(false, &self)
                section(String(line))
            } else if line.isEmpty {
                fix(false, &self)
                self.line(".PP")
            } else {
                fix(line.hasPrefix(" "), &self)
                self.text(String(line))
            }
        }
        fix(false, &self)
    }

    /// Escapes backslashes, leading dots and quotes, and minus signs, which would become hyphens.
    static func escape(_ text: String) -> String {
        var escaped = ""
        var isAtStart = true
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case ".", "'": escaped += isAtStart ? "\\&\(character)" : "\(character)"
            default: escaped.append(character)
            }
            isAtStart = character == "\n"
        }
        return escaped
    }
}
