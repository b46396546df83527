internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedStorage

/// The options that locate a feed, for commands that open it without a server.
struct FeedLocation: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: ProfileOptions

    @Option(help: ArgumentHelp("The data directory of the feed.", valueName: "directory"), completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The database of the feed: a postgres:// URL, or a file that contains the URL.", valueName: "url|file"),
        completion: .file())
    var database: String?

    func validate() throws {
        guard data == nil || database == nil else {
            throw ValidationError("Use either --data or --database, not both.")
        }
    }

    /// A feed in a directory or a database.
    enum Place: Sendable {
        case directory(String)
        case database(ServerDatabase)

        /// The name of the place in messages.
        var name: String {
            switch self {
            case .directory(let path): path.shownAsFile
            case .database: "the database"
            }
        }

        /// Whether there is a feed. False for a directory without a feed, which may contain only the keys of a server
        /// with a database. Always true for a database, because the first command or server that needs the tables
        /// creates them.
        var hasFeed: Bool {
            switch self {
            case .directory(let path): ServerStorage.exists(directory: path)
            case .database: true
            }
        }

        func open(isForImport: Bool) async throws -> any ArchivableStorage {
            switch self {
            case .directory(let path): try ServerStorage.openArchivable(directory: path, isForImport: isForImport)
            case .database(let database): try await database.openArchivable(isForImport: isForImport)
            }
        }

        func pendingMigrations() throws -> [MigrationStep] {
            switch self {
            case .directory(let path): try ServerStorage.pendingMigrations(directory: path)
            case .database(let database): try database.pendingMigrations()
            }
        }
    }

    func place() throws -> Place {
        let setup = try options.load(["serve.data": data], reading: [.server])
        if data == nil,
            let database = try ServerDatabase(
                argument: database, variables: setup.variables, isPooled: setup.config.servePollOnly)
        {
            return .database(database)
        }
        return .directory(setup.config.serveData ?? ProfileServer(setup).directory)
    }
}
