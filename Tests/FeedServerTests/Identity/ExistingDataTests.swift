import Cards
import FeedAPI
import Foundation
import SQLite
import Support
import Testing

@testable import FeedServer

/// A feed whose identifiers break the current rules can be opened, and loses nothing.
@Suite struct ExistingDataTests {
    @Test func `identifiers with control characters are still read, listed, cancelled and forgotten`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let keys = DevelopmentKeys.ephemeral()
        let environment = keys.environment
        let before = try await TestServer(directory: directory, keys: keys)
        let voted = try await before.publish(
            makeBody(lifecycleID: "old", actions: ActionProperties(voteUp: .enabled(feedbackLabel: nil))), key: "p")
        _ = try await before.act(.voteUp(message: nil), on: voted, key: "vote")
        await before.server.stop()

        let user = "an\u{7}a", card = "card\u{1}1"
        do {
            let connection = try Connection(directory + "/feed.sqlite")
            try connection.accessNow { database in
                try database.run("UPDATE feed SET user = ?", [user])
                try database.run("UPDATE action SET user = ?, key = ?", [user, "vote\u{7}"])
                try database.run("UPDATE card SET id = ?, lifecycle = ?", [card, "old\u{1B}"])
                // The documents contain the whole texts, including what was cut off in the columns.
                for (table, column, old, new) in [
                    ("action", "request", #""key":"vote""#, #""key":"vote\u0000x""#),
                    ("action", "receipt", #""key":"vote""#, #""key":"vote\u0000x""#),
                    ("publication", "receipt", #""user":"ana""#, #""user":"an\u0007a""#),
                ] {
                    try database.run(
                        "UPDATE \(table) SET \(column) = CAST(replace(CAST(\(column) AS TEXT), ?, ?) AS BLOB)",
                        [old, new])
                    #expect(database.changesCount == 1)
                }
            }
            try connection.close()
        }

        let after = try await TestServer(directory: directory, keys: keys)
        let id = CardID(stored: card)
        let outcome = try await after.server.outcome(of: id, environment: environment)
        #expect(outcome.user.rawValue == user && outcome.responses.map(\.response) == [.voteUp(message: nil)])
        let users = try await after.server.service.userLines(environment: environment, AdminQuery())
        #expect(try users.map { try JSONParser.parse($0)["user"]?.string } == [user])
        let cards = try await after.server.service.cardLines(environment: environment, AdminQuery())
        #expect(try cards.map { try JSONParser.parse($0)["id"]?.string } == [card])
        // The publication key still returns its first response.
        let again = PublishRequest(
            streamID: "ops", users: ["ana"], key: "p",
            body: makeBody(lifecycleID: "old", actions: ActionProperties(voteUp: .enabled(feedbackLabel: nil)))
                .encoded())
        let receipt = try await after.server.publish([again], environment: environment)
        #expect(receipt.cards.map(\.user.rawValue) == [user])
        #expect(try await after.server.cancel(id, environment: environment).status == .cancelled)
        try await after.server.compact(before: .fixed(86_400))
        #expect(try await after.server.service.cardLines(environment: environment, AdminQuery()).isEmpty)
        await after.server.stop()
    }
}
