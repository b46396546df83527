extension Strings {
    /// Texts of the mode that reads lines instead of keys.
    package enum Lines {
        package static let welcome =
            "cardstream, line by line. Type a number to choose, an empty line to repeat the card, or a command such as "
            + "next, dismiss, help or quit."
        package static func status(_ text: String) -> String { "Status: \(text)" }
        package static func position(_ index: Int, of total: Int) -> String { "card \(index) of \(total)" }
        package static func priority(_ priority: Int) -> String { "priority \(priority)" }
        package static func total(_ count: Int) -> String { count == 1 ? "1 card" : "\(count) cards" }
        package static func arrived(_ count: Int) -> String { count == 1 ? "1 new card." : "\(count) new cards." }
        package static let noMarks = "No card is marked."
        package static let isMarked = "marked"
        package static func subview(_ title: String) -> String { "Part of the card: \(title). To leave it, type back." }
        package static let commands = "Commands"
        package static func command(_ name: String, keys: String, _ help: String, unavailable: String?) -> String {
            "\(name)\(keys.isEmpty ? "" : " (\(keys))"): \(help)\(unavailable.map { ". Unavailable: \($0)" } ?? "")"
        }
        package static let filter = "Show only some cards"
        package static let typeFilter = "Type words, or a term such as priority:>=3. An empty line shows all cards."
        package static func filtered(_ text: String) -> String { "Only cards that match “\(text)” are shown." }
        package static let unfiltered = "All cards are shown again."
        package static func ordered(_ summary: String) -> String { "The cards are shown \(summary)." }
        package static let unordered = "The cards are shown in feed order again."
        package static let windowOver = "It is too late to undo the last action."
        static let jump = "Type the number in front of a button, a field or a link."
        package static let changed = "The card has changed."

        package static func button(_ text: String) -> String { "Button: \(text)" }
        package static func loadMore(_ label: String) -> String { "Load: \(label)" }
        package static func link(_ address: String) -> String { "Link: \(address)" }
        package static func picture(_ index: Int, of total: Int, _ words: String) -> String {
            "Image \(index) of \(total): \(words)"
        }
        package static func media(_ label: String) -> String { "Open: \(label)" }
        package static func field(_ title: String, kind: String, isRequired: Bool, value: String) -> String {
            "Field: \(title), \(kind)\(isRequired ? ", required" : ""): \(value)"
        }
        package static let empty = "empty"
        package static let on = "on"
        package static let off = "off"
        package static let chosen = "chosen"
        package static func problem(_ text: String) -> String { "Not valid yet: \(text)" }

        package enum Kind {
            package static let text = "text"
            package static let number = "number"
            package static let toggle = "on or off"
            package static func stepper(_ minimum: String, _ maximum: String) -> String {
                "number from \(minimum) to \(maximum)"
            }
            package static let several = "several choices"
            package static let one = "one choice"
            package static let date = "date"
            package static let picture = "image"
        }

        package static let typeText = "Type the text. An empty line keeps the old text."
        package static let typeLines =
            "Type the text on one line. An empty line keeps the old text."
        package static let typeDate = "Type a day, such as tomorrow or 2026-12-24. An empty line changes nothing."
        package static let typeNumber = "Type a number. An empty line changes nothing."
        package static let typePath =
            "Type the path of an image, or 1 to browse. An empty line changes nothing."
        package static let chooseOne = "Type a number. An empty line changes nothing."
        package static let chooseSeveral =
            "Type the numbers to tick or untick, such as 1 3. An empty line changes nothing."
        package static let onOrOff = "Type on or off. An empty line changes nothing."
        package static let prompt = "Type the text, or an empty line for no text. Type :close to go back."
        package static let list = "Type a number. An empty line goes back."
        package static func unusable(_ count: Int) -> String {
            count == 1 ? "1 more command can't be used here." : "\(count) more commands can't be used here."
        }
        package static let search = "Type a number, or part of the name. An empty line goes back."
        package static let calendar = "Type your choice. An empty line accepts the current choice; :close goes back."
        package static let read = "An empty line goes back."

        package static func number(_ minimum: String, _ maximum: String, step: String) -> String {
            "Type a number from \(minimum) to \(maximum), in steps of \(step)."
        }
        package static func notListed(_ number: Int, _ count: Int) -> String {
            switch count {
            case 0: "Nothing here can be chosen by number."
            case 1: "Number \(number) doesn't exist: type 1."
            default: "Number \(number) doesn't exist: type a number from 1 to \(count)."
            }
        }
        package static func noChoice(_ word: String, _ matches: Int) -> String {
            matches == 0
                ? "No choice matches “\(word)”." : "“\(word)” matches \(matches) choices: type a number."
        }
        /// - Parameter names: The commands that the words may be a prefix of.
        package static func noCommand(_ words: String, begins names: [String] = []) -> String {
            guard names.count > 1, let last = names.prefix(maxNames).last else {
                return "“\(words)” is not a command. Type help for all commands."
            }
            let others = names.count - maxNames
            let listed = names.prefix(maxNames).dropLast().joined(separator: ", ")
            return others > 0
                ? "“\(words)” could mean \(listed), \(last) or \(others) more: type more letters, "
                    + "or help for all commands."
                : "“\(words)” could mean \(listed) or \(last): type more letters."
        }
        private static let maxNames = 6
        package static let firstCard = "This is the first card."
        package static let lastCard = "This is the last card."
    }
}
