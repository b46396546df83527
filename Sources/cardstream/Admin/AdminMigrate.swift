internal import ArgumentParser
internal import FeedStorage

/// `cardstream admin migrate`
struct AdminMigrate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the tables of a feed up to this version.",
        discussion: """
            A server does this when it starts; use this command to do it at another time, or with another user of the \
            database: then give the server's user USAGE on the schema cardstream and all rights on its tables. Prints one line for each change. Commands that run at the same time go one after the other.

            EXAMPLES
              cardstream admin migrate --dry-run --data /var/lib/cardstream
              cardstream admin migrate --database postgres://owner@db.example/feed
            """)

    @OptionGroup var location: FeedLocation

    @Flag(help: "Print what would be done, and change nothing.")
    var dryRun = false

    func run() throws {
        let place = try location.place()
        let steps = try place.pendingMigrations()
        for step in steps { Console.print("\(step.name): \(step.title)") }
        guard !steps.isEmpty else { return Console.error("the feed is up to date") }
        guard !dryRun else { return Console.error("nothing was changed") }
        try runBlocking { try await place.open(isForImport: true).close() }
        Console.error("the feed is up to date now")
    }
}
