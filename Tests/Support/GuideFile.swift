import Foundation

/// The source of a page of the guide. Its generated tables are between `<!-- NAME:begin -->` and `<!-- NAME:end -->`.
package struct GuideFile {
    private let url: URL

    /// - Parameter topic: The page's file name without its extension.
    package init(topic: String) {
        url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appending(path: "Sources/AppRuntime/Documentation.docc/Guide/\(topic).md")
    }

    package var text: String { get throws { try String(contentsOf: url, encoding: .utf8) } }

    /// Whether the page contains a table. With `RECORD_SCREENS=1` the table is written into the page first.
    package func holds(_ table: String, at name: String) throws -> Bool {
        var text = try self.text
        let (begin, end) = ("<!-- \(name):begin -->\n", "<!-- \(name):end -->")
        guard let start = text.range(of: begin), let stop = text.range(of: end) else { return false }
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            text.replaceSubrange(start.upperBound..<stop.lowerBound, with: table + "\n")
            try text.write(to: url, atomically: true, encoding: .utf8)
            return true
        }
        return text[start.upperBound..<stop.lowerBound] == table + "\n"
    }
}
