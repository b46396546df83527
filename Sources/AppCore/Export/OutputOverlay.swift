package import Canvas

/// A scrollable sheet with the output of a command and how the command ended.
package struct OutputOverlay: Hashable, Sendable {
    package let outcome: PipeOutcome
    /// The output, wrapped to the width of the screen.
    package private(set) var lines: [SafeText]
    /// The first visible row.
    package var scroll = 0

    /// The maximum width in columns, because wider lines are hard to read.
    private static let widest = 120
    /// The maximum number of output lines that are shown.
    private static let maxLines = 5000

    package init(_ outcome: PipeOutcome, size: Size) {
        self.outcome = outcome
        lines = []
        lay(out: size)
    }

    /// Wraps the lines again after the screen was resized.
    package mutating func lay(out size: Size) {
        let columns = max(8, min(Self.widest, size.columns - InspectOverlay.margin))
        lines = []
        var printed = outcome.output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while printed.last?.isEmpty == true { printed.removeLast() }
        for line in printed.prefix(Self.maxLines) {
            lines += TextLayout.wrap(SafeText(String(line.replacing("\t", with: "    "))), width: columns).map(\.text)
        }
    }
}

extension OutputOverlay: ScrolledOverlay {
    package var overlay: Overlay { .output(self) }
    package var rowCount: Int { lines.count }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        guard case .resized(let size) = event else { return scrolled(by: event, in: state) }
        lay(out: size)
        return []
    }
}
