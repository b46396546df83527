internal import AppRuntime
internal import ArgumentParser
internal import FeedStorage

/// `cardstream admin migrate`: migrates the tables of a feed to this version.
struct AdminMigrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Update the tables of a feed to this version of cardstream.",
        discussion: """
            A server updates the tables when it starts; use this command to update them at another time, or as another \
            database user. If you use another database user, give the server's database user USAGE on the schema \
            cardstream, and all rights on the tables in the schema. Prints one line for each change. Commands that are started at the \
            same time run one after the other.

            EXAMPLES
              cardstream admin migrate --dry-run --data /var/lib/cardstream
              cardstream admin migrate --database postgres://owner@db.example/feed
            """)

    @OptionGroup var location: FeedLocation

    @Flag(help: "Print the changes, and do not make them.")
    var dryRun = false

    func run() throws {
        let place = try location.place()
        guard place.hasFeed else {
            throw CommandFailure(
                .failure,
                "\(place.name) has no feed: check --data; for a feed in a database, use --database. A server makes the "
                    + "feed when it first starts")
        }
        let steps = try place.pendingMigrations()
        for step in steps { Console.print("\(step.name): \(step.title)") }
        guard !steps.isEmpty else { return Console.error("the feed is up to date") }
        guard !dryRun else { return Console.error("nothing was changed") }
        try runBlocking { try await place.open(isForImport: true).close() }
        Console.error("the feed is up to date now")
    }
}
