import FeedAPI

/// Iterates over the non-blank lines of a bulk body without copying it, so that memory does not depend on the number of
/// lines.
struct BulkLines {
    private let body: [UInt8]
    private let limit: Int
    private var position = 0
    /// The number of the last returned line, starting at 1. Blank lines are counted.
    private(set) var number = 0

    /// - Parameter limit: The maximum number of lines, including blank lines.
    init(_ body: [UInt8], limit: Int) {
        self.body = body
        self.limit = limit
    }

    /// The next line that is not blank, without its line feed; nil after the last line.
    ///
    /// - Throws: ``Problem`` of type `too-large` at the first line beyond the limit.
    mutating func next() throws(Problem) -> ArraySlice<UInt8>? {
        while position < body.count {
            number += 1
            guard number <= limit else {
                throw Problem(
                    .tooLarge,
                    detail:
                        "A bulk body can have at most \(limit) lines, including empty lines. Split the body into several requests.",
                    expected: "at most \(limit) lines", line: number)
            }
            let rest = body[position...]
            let line = rest[..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex)]
            position = line.endIndex + 1
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return line }
        }
        return nil
    }
}
