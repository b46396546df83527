import Foundation
import Testing

/// Which tests show the rows of the vendor's guide as cards; the rows as a library are in `SeedRowsTests`.
@Suite struct SeedRowsOfCardsTests {
    private static let rows: [(row: String, file: String, test: String)] = [
        ("C-2", "CordialSourceTests", "an unreachable service is said, and what is kept can be acted on"),
        ("C-19", "InboxCardTests", "a link is opened by a button once its click is recorded"),
        ("C-20", "CordialSourceTests", "another contact has its own cards"),
        ("C-21", "CordialSourceTests", "another contact has its own cards"),
        ("C-31", "InAppSourceTests", "a message is a card with its texts, fields and buttons"),
        ("C-32", "InAppSourceTests", "a button opens its link and sends its event"),
        ("C-33", "InAppSourceTests", "a form is captured with the ids of its fields, once"),
        ("C-36", "InAppSourceTests", "a closed message is told so, and a repeated action does nothing"),
        ("C-36", "InAppSourceTests", "a banner that ends by itself goes, and can still have been answered"),
        ("C-37", "InboxCardTests", "a preview has title, subtitle, text and thumbnail"),
        ("C-37", "CordialSourceTests", "an inbox of several pages is loaded whole"),
        ("C-38", "InboxCardTests", "only a read message can be marked as unread"),
        ("C-39", "InboxCardTests", "metadata is passed on"),
        ("C-40", "CordialSourceTests", "opening a message marks it as read, and tells so once"),
        ("C-41", "CordialSourceTests", "opening a message marks it as read, and tells so once"),
        ("C-42", "CordialSourceTests", "a message can be marked as unread"),
        (
            "C-43", "CordialSourceTests",
            "a dismissal without a network is performed once, also after the program was killed"
        ),
        ("C-44", "CordialSourceTests", "with silent pushes nothing is asked until one comes"),
        ("C-46", "CordialSourceTests", "following a link counts the click and attributes what follows"),
    ]

    @Test(arguments: rows.indices) func `a row that is shown as cards has its test`(index: Int) throws {
        let (row, file, test) = Self.rows[index]
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(file).swift")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text.contains("func `\(test)`"), "\(row)")
    }
}
