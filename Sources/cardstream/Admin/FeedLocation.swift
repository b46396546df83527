internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedStorage

/// Where a feed is, for commands that open it without a server.
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

        /// For messages.
        var name: String {
            switch self {
            case .directory(let path): path.shownAsFile
            case .database: "the database"
            }
        }

        /// False for a directory without a feed, which may have the keys of a server with a database. A database gets its
        /// tables from the first command or server that needs them.
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
