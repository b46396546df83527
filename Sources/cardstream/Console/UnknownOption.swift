internal import Basics
internal import Cards

/// The error for an option that a command does not have.
enum UnknownOption {
    /// - Parameters:
    ///   - option: What the user typed, with its dashes.
    ///   - known: Options that may have been meant, with their dashes.
    static func words(_ option: String, known: [String]) -> String {
        let name = bare(option)
        // A single letter is like any other.
        let near = name.count > 1 ? Spelling.nearest(to: name, among: known.map(bare)) : nil
        let meant = near.flatMap { near in known.first { bare($0) == near } }
        return "unknown option \"\(option.escapingControls)\"\(meant.map { "; did you mean \"\($0)\"?" } ?? "")"
    }

    private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }
}
