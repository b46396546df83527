internal import Cards

internal import struct Foundation.Date

/// The warnings of `cardstream lint` about valid cards. Of warnings with the same rule and message, only the first
/// ``maxAlike`` are listed.
struct CardWarnings {
    private(set) var count = 0
    /// The listed warnings in the order of the file.
    private(set) var listed: [LintReport.Finding] = []
    /// The name of the file in messages: a path or `standard input`.
    private let name: String

    /// The maximum number of listed warnings with the same rule and message.
    static let maxAlike = 3
    static let maxListed = 20

    private struct Words: Hashable {
        var rule: String
        var message: String
    }

    /// - Parameter file: Valid cards.
    init(_ file: CardFile, name: String, now: Date) {
        self.name = name
        var alike: [Words: Int] = [:]
        for entry in file.cards {
            var found: [LintReport.Finding] = []
            for finding in CardLint.advice(in: entry.card, now: now, columns: LintReport.columns) {
                count += 1
                let words = Words(rule: finding.rule, message: finding.message)
                guard listed.count + found.count < Self.maxListed, alike[words, default: 0] < Self.maxAlike else {
                    continue
                }
                alike[words, default: 0] += 1
                var placed = finding
                placed.pointer = entry.pointer(finding.pointer)
                // Only for listed warnings, because finding a position means reading the file up to it.
                found.append(
                    LintReport.Finding(file: name, place: entry.place(of: finding.pointer), finding: placed))
            }
            listed += found.enumerated()
                .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
        }
    }

    /// A line with the number of warnings, a line for each listed warning, and a line for the rest. Empty if there are
    /// no warnings.
    var lines: [String] {
        guard count > 0 else { return [] }
        var lines = ["\(count) \(count == 1 ? "warning" : "warnings"):"] + listed.map(\.line)
        let others = count - listed.count
        if others > 0 {
            let file = name == "standard input" ? "the same cards" : name.shownAsFile
            lines.append(
                "\(others) more \(others == 1 ? "warning" : "warnings"); `cardstream lint` lists all warnings of \(file)"
            )
        }
        return lines
    }
}
