import Foundation
import Testing

/// Which tests cover each row of the vendor's guide: in the library, the commands, the cards and the viewer. Fails if a
/// listed test is renamed or removed.
@Suite struct SeedRowTableTests {
    private enum Rows {
        /// For each row, the folder and file below `Tests` and the names of the tests.
        static let tests: [(row: Int, file: String, tests: [String])] = [
            (1, library, ["C-1 an account has keys and two addresses, and another one begins with nothing"]),
            (1, commands, ["C-1 without an account the commands say how to add one, and doctor checks it"]),
            (2, library, ["C-2 the token is fetched once for all, and again when it is refused"]),
            (2, source, ["an unreachable service is reported, and stored messages can be acted on"]),
            (3, library, ["C-3 opening, closing and the first start are events"]),
            (3, viewer, ["C-3 C-31 C-36 a banner comes up, and ends by itself"]),
            (5, library, ["C-5 C-6 any number of handlers get what the level says"]),
            (6, library, ["C-5 C-6 any number of handlers get what the level says"]),
            (7, library, ["C-7 C-24 the token and status of pushes go to the service"]),
            (
                8, library,
                [
                    "C-8 a push of others is left alone, a silent one announces a message, a tapped one leads to its link",
                    "C-8 C-13 pushes of the service are told from others, and reported",
                ]
            ),
            (10, library, ["C-10 a carousel has pictures with links"]),
            (10, inboxCard, ["C-10 the pictures of a carousel stand beside each other, each with its link"]),
            (10, source, ["C-10 the link of a picture is followed on behalf of its message"]),
            (11, library, ["C-11 C-12 categories are switched, and asked for"]),
            (11, source, ["categories are switches, which work without a network"]),
            (11, commands, ["C-11 categories are switched, and stay so"]),
            (12, library, ["C-11 C-12 categories are switched, and asked for"]),
            (12, viewer, ["C-11 C-12 notifications are switched in a sheet, and the service is told"]),
            (13, library, ["C-8 C-13 pushes of the service are told from others, and reported"]),
            (13, commands, ["C-13 C-10 a push is handed on, and those of others are left alone"]),
            (15, library, ["C-15 only the newest cart is sent"]),
            (15, commands, ["C-15 C-16 C-46 a cart and an order are sent, with the message they are attributed to"]),
            (16, library, ["C-16 all orders are sent, each id once, with the attribution"]),
            (17, library, ["C-17 a tracked link leads elsewhere, and attributes what follows"]),
            (
                17, commands,
                ["C-17 C-19 a link of a vanity domain leads elsewhere, and what follows is attributed to it"]
            ),
            (19, library, ["C-19 a browser gets the original link with its mark, and the attribution goes back"]),
            (19, inboxCard, ["a link is opened by a button once its click is recorded"]),
            (19, source, ["C-17 C-19 a link in the content is followed as the link of the message is"]),
            (
                19, "AppCoreTests/LinkTests",
                ["a source that tracks links is notified of links in texts, however they are opened"]
            ),
            (20, library, ["C-20 a guest becomes a contact, with what waits"]),
            (20, commands, ["C-20 C-22 C-23 C-24 a contact is set, changed and shown, without a network as well"]),
            (
                20, source,
                ["another contact has its own cards", "another contact that another program sets is noticed at once"]
            ),
            (
                20, viewer,
                [
                    "C-20 another contact sees its own messages alone",
                    "C-20 a contact that a command sets is seen at once in an open viewer",
                ]
            ),
            (
                21, library,
                [
                    "C-21 without a contact everything waits for the next one",
                    "C-21 what waits from before an unset is the old contact's, and can be asked for before it is lost",
                ]
            ),
            (
                21, commands,
                [
                    "C-21 what is done without a contact waits for the next one",
                    "C-21 what the old contact has not sent keeps another one from being set, before and after an unset",
                    "C-21 what a viewer still holds for the old contact keeps another one from being set",
                ]
            ),
            (22, library, ["C-22 attributes of all types go nested"]),
            (23, library, ["C-23 a list is joined and left by its name"]),
            (24, library, ["C-7 C-24 the token and status of pushes go to the service"]),
            (25, library, ["C-25 C-30 C-46 an event has properties, a place and the message of when it was made"]),
            (25, commands, ["C-25 C-29 events wait while the service is away, and are sent once"]),
            (26, library, ["C-26 events of the library have the program's properties"]),
            (27, library, ["C-27 the oldest events make room"]),
            (28, library, ["C-28 events go out in bulks, and after a while"]),
            (29, library, ["C-29 what waits is sent on request"]),
            (30, library, ["C-25 C-30 C-46 an event has properties, a place and the message of when it was made"]),
            (31, library, ["C-31 C-35 C-36 a message is shown after the delay, once, and dismissed"]),
            (31, inApp, ["a message is a card with its texts, fields and buttons"]),
            (31, viewer, ["C-3 C-31 C-36 a banner comes up, and ends by itself"]),
            (32, library, ["C-32 a button of a message sends its event and opens its link"]),
            (32, inApp, ["a button opens its link and sends its event"]),
            (33, library, ["C-33 fields of a message become an event, and are handed to the program"]),
            (33, inApp, ["a form is captured with the ids of its fields, once"]),
            (33, viewer, ["C-33 the form of an in-app message is answered with its fields"]),
            (34, library, ["C-34 messages are held back, everywhere or on some screens"]),
            (
                34, "CardStreamCordialTests/InAppFlowTests",
                ["Messages are held back everywhere, on screens, or until the program opens"]
            ),
            (34, inApp, ["a held message is counted, and delivered on request"]),
            (
                34, viewer,
                [
                    "C-34 on a named screen a message waits, is told quietly, and comes by a key",
                    "C-34 line by line the message that waits is said, and comes by a command",
                ]
            ),
            (35, library, ["C-31 C-35 C-36 a message is shown after the delay, once, and dismissed"]),
            (36, library, ["C-31 C-35 C-36 a message is shown after the delay, once, and dismissed"]),
            (
                36, inApp,
                [
                    "an action on a closed message is refused, and a repeated one does nothing",
                    "a banner that ends by itself is removed, and an answer given before is accepted",
                ]
            ),
            (
                36, "CardStreamCordialTests/InAppTests",
                ["A banner does not end while it is in use, and its time restarts"]
            ),
            (37, library, ["C-37 C-38 C-39 the inbox has pages, filters and metadata"]),
            (37, inboxCard, ["a preview has title, subtitle, text and thumbnail"]),
            (37, source, ["an inbox of several pages is loaded completely"]),
            (38, library, ["C-37 C-38 C-39 the inbox has pages, filters and metadata"]),
            (38, inboxCard, ["a message can be marked as read or as unread, by the same number"]),
            (38, commands, ["C-37 C-38 C-40 C-41 C-42 C-43 messages are listed, read, marked and deleted"]),
            (39, library, ["C-37 C-38 C-39 the inbox has pages, filters and metadata"]),
            (39, inboxCard, ["metadata is passed on"]),
            (40, library, ["C-40 content is loaded once, and again at a new address"]),
            (40, source, ["opening a message marks it as read, and reports that once"]),
            (
                40, viewer,
                ["C-40 C-42 C-45 a message that was opened is read without a network, and its marks are sent later"]
            ),
            (41, library, ["C-41 reading is an event of the message"]),
            (42, library, ["C-42 marks show at once, and go out together"]),
            (42, source, ["a message can be marked as unread"]),
            (
                42, commands,
                [
                    "C-42 several messages are marked at once, and what the service does not have is said to wait",
                    "C-42 C-43 without a network an action on a message that is here is stored",
                ]
            ),
            (43, library, ["C-43 a deleted message is gone at once"]),
            (43, source, ["a dismissal without a network is performed once, also after the program was killed"]),
            (44, library, ["C-44 C-47 a new message is told to all listeners"]),
            (44, source, ["with silent pushes, nothing is requested until one arrives"]),
            (44, commands, ["C-44 C-47 events of an inbox are printed once, and followed"]),
            (45, library, ["C-45 the least recently used contents make room"]),
            (46, library, ["C-25 C-30 C-46 an event has properties, a place and the message of when it was made"]),
            (46, source, ["following a link counts the click and attributes what follows"]),
            (47, library, ["C-44 C-47 a new message is told to all listeners"]),
            (47, commands, ["C-44 C-47 events of an inbox are printed once, and followed"]),
        ]

        /// Rows about features that do not exist on this platform, with the reason.
        static let notHere = [
            4: "The static framework of React Native is for phones.",
            9: "A push has its picture; the extension of a phone that shows it is not here.",
            14: "Nothing replaces methods of other libraries while a program runs.",
            18: "The scenes of a phone, and links that start a program, are not here.",
        ]

        private static let library = "CardStreamCordialTests/SeedRowsTests"
        private static let source = "CardStreamCordialTests/Source/CordialSourceTests"
        private static let inboxCard = "CardStreamCordialTests/Source/InboxCardTests"
        private static let inApp = "CardStreamCordialTests/Source/InAppSourceTests"
        private static let commands = "EndToEnd/InboxCommandTests"
        private static let viewer = "EndToEnd/InboxViewerTests"
    }

    private func text(_ file: String) throws -> String {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: tests.appending(path: "\(file).swift"), encoding: .utf8)
    }

    @Test func `every row C-1 to C-47 has a test, or a reason`() {
        let rows = Set(Rows.tests.map(\.row)).union(Rows.notHere.keys)
        #expect(rows.sorted() == Array(1...47))
        #expect(Rows.tests.allSatisfy { Rows.notHere[$0.row] == nil })
    }

    @Test func `the tests of each row exist`() throws {
        var texts: [String: String] = [:]
        var missing: [String] = []
        for (row, file, tests) in Rows.tests {
            let text = try texts[file] ?? text(file)
            texts[file] = text
            for test in tests where !text.contains("func `\(test)`") { missing.append("C-\(row): \(file) \(test)") }
        }
        #expect(missing == [])
    }

    /// A test that cites a row must be in the table.
    @Test func `what cites a row in the suite of the library is listed`() throws {
        let listed = Set(Rows.tests.flatMap(\.tests))
        let cited = try text("CardStreamCordialTests/SeedRowsTests").matches(of: #/func `(C-\d+ [^`]+)`/#)
            .map { String($0.1) }
        #expect(cited.count > 30)
        #expect(cited.filter { !listed.contains($0) } == [])
    }
}
