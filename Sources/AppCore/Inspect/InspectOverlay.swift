package import Canvas
package import Cards

/// A card's JSON as its publisher wrote it, to read and scroll, with a line about each component that is not drawn.
package struct InspectOverlay: Hashable, Sendable {
    package var card: CardID
    /// The content, wrapped to the width of the screen.
    package private(set) var lines: [Line]
    /// The first visible row.
    package var scroll: Int
    private let json: String
    private let notes: [String]

    package struct Line: Hashable, Sendable {
        package var text: SafeText
        /// The width in columns of a member's name and its indentation.
        package var nameColumns: Int
        package var isNote: Bool
    }

    /// The columns around the text: the sheet's frame, its padding and a margin.
    package static let margin = 8
    /// The maximum width in columns, because wider lines are hard to read.
    private static let widest = 100

    package init(_ card: Card, size: Size) {
        self.card = card.id
        json = card.json.text(isPretty: true)
        notes = Self.notes(on: card.body)
        lines = []
        scroll = 0
        lay(out: size)
    }

    /// Wraps the lines again after the screen was resized.
    package mutating func lay(out size: Size) {
        let columns = max(8, min(Self.widest, size.columns - Self.margin))
        lines = notes.flatMap { note in
            TextLayout.wrap(SafeText(note), width: columns, hangingIndent: 2)
                .map { Line(text: SafeText.blanks($0.indent) + $0.text, nameColumns: 0, isNote: true) }
        }
        if !notes.isEmpty { lines.append(Line(text: .empty, nameColumns: 0, isNote: true)) }
        for line in json.split(separator: "\n", omittingEmptySubsequences: false) { add(line, columns: columns) }
    }

    private mutating func add(_ line: Substring, columns: Int) {
        let indent = line.prefix { $0 == " " }.count
        let name = Self.nameLength(line.dropFirst(indent))
        let hang = min(indent + 2, columns / 2)
        let blanks = SafeText.blanks(min(indent, columns / 2))
        let text = SafeText(String(line.dropFirst(indent)))
        for (row, piece) in TextLayout.wrap(text, width: columns - hang).enumerated() {
            lines.append(
                Line(
                    text: row == 0 ? blanks + piece.text : SafeText.blanks(hang) + piece.text,
                    nameColumns: row == 0 && name > 0 ? TextLayout.width(of: blanks) + name : 0, isNote: false))
        }
    }

    /// The width in columns of `"name":` at the start of a line; 0 if there is none.
    private static func nameLength(_ line: Substring) -> Int {
        guard line.first == "\"" else { return 0 }
        var name = line.dropFirst()
        var length = 1
        while let character = name.popFirst() {
            length += 1
            if character == "\\" {
                if name.popFirst() != nil { length += 1 }
            } else if character == "\"" {
                guard name.first == ":" else { return 0 }
                return TextLayout.width(of: SafeText(String(line.prefix(length))))
            }
        }
        return 0
    }

    private static func notes(on body: CardBody) -> [String] {
        let pages =
            [("components", body.components)]
            + body.subviews.sorted { $0.key < $1.key }.map { ("subviews.\($0.key).components", $0.value.components) }
        return pages.flatMap { path, components in
            components.enumerated().compactMap { position, component -> String? in
                guard case .unknown(let type, _) = component else { return nil }
                return Strings.Inspect.unknown(type, at: "\(path)[\(position)]")
            }
        }
    }
}

extension InspectOverlay: ScrolledOverlay {
    package var overlay: Overlay { .inspect(self) }
    package var rowCount: Int { lines.count }

    package mutating func handle(_ event: OverlayEvent, in state: AppState) -> [OverlayAction]? {
        guard case .resized(let size) = event else { return scrolled(by: event, in: state) }
        lay(out: size)
        return []
    }
}

extension SafeText {
    fileprivate static func blanks(_ count: Int) -> SafeText { SafeText(String(repeating: " ", count: max(0, count))) }
}
