/// Shows the difference between two texts line by line.
enum LineDiff {
    /// The number of context lines before and after a change.
    private static let context = 2

    /// The lines from the first difference to the last, with "-" before old lines and "+" before new ones, and the
    /// context lines.
    static func text(from old: String, to new: String) -> String {
        let (before, after) = (lines(old), lines(new))
        let head = zip(before, after).prefix { $0 == $1 }.count
        let most = min(before.count, after.count) - head
        let tail = zip(before.reversed(), after.reversed()).prefix(most).prefix { $0 == $1 }.count
        let start = max(0, head - context)
        let kept = before[start..<head].map { " \($0)" }
        let removed = before[head..<(before.count - tail)].map { "-\($0)" }
        let added = after[head..<(after.count - tail)].map { "+\($0)" }
        let rest = after.suffix(tail).prefix(context).map { " \($0)" }
        return (kept + removed + added + rest).joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(line.last == "\r" ? line.dropLast() : line)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
