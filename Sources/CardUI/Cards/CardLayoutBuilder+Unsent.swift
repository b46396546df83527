internal import AppCore
internal import Canvas
internal import Cards
internal import Theming

/// Shows the user's replies that the source has not received yet, among the content of the card.
extension CardLayoutBuilder {
    /// A reply as text.
    private struct Row {
        var text: String
        var refusedReason: String?
    }

    /// The position at which the replies are shown: before the field for the next reply; nil if there is no such field.
    static func placeOfUnsent(in components: [Card.Component]) -> Int? {
        components.firstIndex { component in
            switch component {
            case .input, .buttons: true
            case .category, .headline, .text, .list, .media, .carousel, .loadMore, .unknown: false
            }
        }
    }

    /// Adds the replies that the card does not show itself.
    ///
    /// - Returns: Whether every reply is visible. If so, no other note is needed to say that a reply is waiting or was
    ///   refused.
    @discardableResult
    mutating func addUnsent(_ replies: [UnsentReply], to body: CardBody) -> Bool {
        let missing = body.missing(replies)
        let rows = missing.compactMap { reply in
            Self.text(of: reply, in: body.components).map { Row(text: $0, refusedReason: reply.refusedReason) }
        }
        for row in rows { add(row) }
        return !replies.isEmpty && rows.count == missing.count
    }

    private mutating func add(_ row: Row) {
        beginText()
        if let reason = row.refusedReason {
            addMarked(Glyph.failure, SafeText(Strings.Card.notSent(reason), limit: 1000), scope: .cardRefused)
        } else {
            addMarked(Glyph.waiting, SafeText(Strings.Card.unsent), scope: .cardWaiting)
        }
        for line in row.text.split(separator: "\n", omittingEmptySubsequences: false) {
            layout.rows += RichText(SafeText(String(line), limit: Self.textLimit)).rows(
                width: width - 2, column: 2, scope: .text)
        }
        if row.refusedReason != nil { addRefusedKeys() }
    }

    /// The maximum number of characters in one line of a reply.
    private static let textLimit = 3000

    /// The values of a reply that belong to fields of the card itself: texts, and names of files. Nil for a reply from
    /// a subview.
    private static func text(of reply: UnsentReply, in components: [Card.Component]) -> String? {
        var lines: [String] = []
        for case .input(let input) in components {
            switch reply.values[input.name] {
            case .string(let text) where !text.isEmpty: lines.append(text)
            case .object(let file):
                lines.append([input.label, file["filename"]?.string].compactMap(\.self).joined(separator: ": "))
            default: break
            }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
