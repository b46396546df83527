internal import ArgumentParser
internal import Canvas

/// A value that a shell may offer, and its description.
struct CompletionChoice: Comparable {
    let value: String
    /// The description, shown next to the value; nil for none. It may come from a server.
    var meaning: String?

    init(_ value: String, meaning: String? = nil) {
        self.value = value
        self.meaning = meaning
    }

    static func < (left: CompletionChoice, right: CompletionChoice) -> Bool { left.value < right.value }

    /// The format in which a shell reads values, one per line.
    enum Format {
        /// `value:meaning`, with backslashes before colons of the value.
        case zsh
        /// `value<tab>meaning`
        case fish
        /// Only the value, because bash inserts the whole line.
        case bash
        /// `value  meaning`, if bash only lists values.
        case bashList

        /// The format of the shell that runs this program.
        ///
        /// - Parameter variables: The process environment.
        init(_ shell: CompletionShell?, variables: [String: String]) {
            switch shell {
            case .zsh: self = .zsh
            case .fish: self = .fish
            default: self = variables[CompletionScript.listsVariable] == nil ? .bash : .bashList
            }
        }
    }

    /// The lines of the choices that begin with a text, sorted.
    static func lines(_ choices: [CompletionChoice], beginning: String, format: Format) -> [String] {
        // Names with control characters are left to the shell's own file name completion.
        let found = choices.filter {
            $0.value.hasPrefix(beginning) && SafeText($0.value, limit: .max).string == $0.value
        }.sorted()
        return found.map { choice in
            let meaning = choice.meaning.map { SafeText($0, limit: widestMeaning).string } ?? ""
            switch format {
            case .zsh:
                let value = choice.value.split(separator: ":", omittingEmptySubsequences: false).joined(
                    separator: "\\:")
                return meaning.isEmpty ? value : "\(value):\(meaning)"
            // Without the tab, fish would show the help of the option next to every value.
            case .fish: return "\(choice.value)\t\(meaning)"
            // A single value is inserted, not listed.
            case .bashList where !meaning.isEmpty && found.count > 1: return "\(choice.value)  \(meaning)"
            case .bash, .bashList: return choice.value
            }
        }
    }

    /// The maximum length of a description in characters. It is enough to recognise a card by its title.
    private static let widestMeaning = 60
}
