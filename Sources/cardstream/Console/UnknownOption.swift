internal import Basics
internal import Cards

/// The error for an option that a command does not have.
enum UnknownOption {
    /// Options of other commands, by the command that calls them something else.
    static let counterparts = [
        "ask question": ["--expires": "--timeout", "--user": "--to"],
        "publish": ["--to": "--user"],
    ]

    /// - Parameters:
    ///   - option: What the user typed, with its dashes.
    ///   - command: The command without "cardstream".
    ///   - known: Options that may have been meant, with their dashes.
    static func words(_ option: String, of command: String, known: [String]) -> String {
        let meant = counterparts[command]?[option] ?? nearest(to: option, among: known)
        return "unknown option \"\(option.escapingControls)\"\(meant.map { "; did you mean \"\($0)\"?" } ?? "")"
    }

    private static func nearest(to option: String, among known: [String]) -> String? {
        let name = bare(option)
        // A single letter is like any other.
        let near = name.count > 1 ? Spelling.nearest(to: name, among: known.map(bare)) : nil
        return near.flatMap { near in known.first { bare($0) == near } }
    }

    private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }
}
