internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI
internal import FeedTransport

/// `cardstream admin`: lists the content of a server for its publishers.
struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "List the streams, users, cards and analytics of a server; manage webhooks and groups.",
        discussion: """
            Needs the publisher key, from --key-file, publisher_key_file or CARDSTREAM_PUBLISHER_KEY; your own feed \
            needs no key. With --json each item is a line of JSON; `cardstream schema` describes the lines, for \
            example `cardstream schema admin-users`. Exit code 3: nothing to list.

            `export`, `import` and `migrate` need no key and no server: they open the directory or the database of the \
            feed directly.

            EXAMPLES
              cardstream admin streams
              cardstream admin users
              cardstream admin cards --status active --user ana
              cardstream admin analytics --follow
              cardstream admin analytics --json > analytics.ndjson
              cardstream admin webhooks add https://example.com/hook --event card.completed
              cardstream admin groups set oncall ana bo
            """,
        subcommands: [
            AdminStreams.self, AdminUsers.self, AdminCards.self, AdminAnalytics.self, AdminWebhooks.self,
            AdminGroups.self, AdminSigningKey.self, AdminAudit.self, AdminExport.self, AdminImport.self,
            AdminMigrate.self,
        ])
}

/// Options of all admin commands.
struct AdminOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: ConnectionOptions

    @OptionGroup(title: "Publisher")
    var publisher: PublisherOptions

    @Flag(help: "Print one line of JSON per item.")
    var json = false

    func caller() throws -> FeedHTTPClient { try PublisherAccess(options.load(publisher.flags)).caller() }

    /// Requests a page of lines and prints them unchanged, or as a table.
    ///
    /// - Parameter row: Makes a row from a line, with the short forms of the ids of all lines.
    /// - Returns: The last line, for the next page.
    @discardableResult
    func show(
        _ route: FeedRoute, _ caller: FeedHTTPClient, empty: String, titles: [String],
        row: (JSONValue, ShortIDs) -> [String]
    ) throws -> JSONValue? {
        let values = try Self.values(of: try runBlocking { try await caller.lines(route) })
        let ids = ShortIDs(values.map { $0.shown("id") })
        try show(values, empty: empty, titles: titles, json: { Console.json($0) }) { row($0, ids) }
        return values.last
    }

    /// Prints all items of a list as lines of JSON, or as a table.
    ///
    /// - Parameters:
    ///   - empty: What is said of an empty list, except with --json.
    ///   - printJSON: Prints one item.
    ///   - row: The cells of one item.
    /// - Throws: ``ExitStatus/nothingMatched`` for an empty list.
    func show<Item>(
        _ items: [Item], empty: String, titles: [String], json printJSON: (Item) throws -> Void,
        row: (Item) -> [String]
    ) throws {
        guard !items.isEmpty else {
            if !json { Console.error(empty) }
            throw ExitStatus.nothingMatched
        }
        if json { return try items.forEach(printJSON) }
        var table = TextTable(titles)
        for item in items { table.add(row(item)) }
        Console.print(table.lines.joined(separator: "\n"))
    }

    /// The lines of an answer; unreadable ones are reported and left out.
    ///
    /// - Throws: If no line can be read: then it is not an answer of a cardstream server.
    static func values(of lines: [[UInt8]]) throws(CommandFailure) -> [JSONValue] {
        var values: [JSONValue] = []
        var problems: [String] = []
        for (index, line) in lines.enumerated() {
            do {
                values.append(try JSONParser.parse(line, depthLimit: JSONParser.greatestDepthLimit))
            } catch {
                problems.append(
                    "line \(index + 1) of the server's response cannot be read and is skipped: \(error.kind)")
            }
        }
        if values.isEmpty, let problem = problems.first {
            throw CommandFailure(
                .network, "the server's response is invalid; is this a cardstream server? \(problem)")
        }
        problems.forEach(Console.error)
        return values
    }
}

extension JSONValue {
    /// The text of a member for a table; empty if it is missing.
    func shown(_ key: String) -> String {
        switch self[key] {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let bool): bool ? "yes" : "no"
        case .array(let values): values.compactMap(\.string).joined(separator: ",")
        case .object, .null, nil: ""
        }
    }

    func shownTime(_ key: String) -> String { TextTable.time(shown(key)) }
}

/// `cardstream admin streams`
struct AdminStreams: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams", abstract: "List the streams, with their users and cards.")

    @OptionGroup var admin: AdminOptions

    func run() throws {
        try admin.show(
            .streams, admin.caller(), empty: "no streams yet: publish a card",
            titles: ["STREAM", "USERS", "ACTIVE", "UNSEEN"]
        ) { stream, _ in
            [stream.shown("stream"), stream.shown("users"), stream.shown("active"), stream.shown("unseen")]
        }
    }
}

/// `cardstream admin users`
struct AdminUsers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "List the users, with their cards, user profiles and devices.")

    @OptionGroup var admin: AdminOptions

    @OptionGroup var page: AdminPage

    func run() throws {
        let last = try admin.show(
            .users(AdminQuery(after: page.after, limit: page.limit)), admin.caller(), empty: "no users",
            titles: ["USER", "NAME", "ACTIVE", "UNSEEN", "DEVICES", "NOTIFIED", "STREAMS"]
        ) { user, _ in
            [
                user.shown("user"), user["profile"]?.shown("name") ?? "", user.shown("active"), user.shown("unseen"),
                String(user["devices"]?.array?.count ?? 0),
                user["profile"]?["notificationsEnabled"]?.bool == false ? "no" : "yes", user.shown("streams"),
            ]
        }
        page.printContinuation(after: last?.shown("user"))
    }
}

/// `cardstream admin cards`
struct AdminCards: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cards", abstract: "List cards, newest first.",
        discussion: """
            `cardstream outcome ID` prints what a user answered.

            EXAMPLES
              cardstream admin cards --status active --user ana
              cardstream admin cards --json --limit 1000 | jq -r .id
            """)

    @OptionGroup var admin: AdminOptions

    @OptionGroup var page: AdminPage

    @Option(help: ArgumentHelp("List only cards of this stream.", valueName: "name"))
    var stream: String?

    @Option(help: ArgumentHelp("List only cards of this user.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp("List only cards with this status.", valueName: "status"),
        completion: .list(CardStatus.allCases.map(\.rawValue)))
    var status: String?

    func run() throws {
        var query = AdminQuery(
            user: try user.map { name throws(CommandFailure) in try UserID(argument: name, "--user") },
            after: page.after, limit: page.limit)
        if let status {
            query.status = CardStatus(rawValue: status)
            guard query.status != nil else {
                throw CommandFailure(
                    .usage,
                    "--status is \"\(status.escapingControls)\"; expected one of "
                        + CardStatus.allCases.map(\.rawValue).joined(separator: ", "))
            }
        }
        if stream != nil { query.stream = try admin.options.load(["stream": stream]).config.stream }
        let last = try admin.show(
            .cards(query), admin.caller(), empty: "no matching cards",
            titles: ["ID", "USER", "STREAM", "STATUS", "PRIORITY", "CREATED", "SEEN", "TITLE"]
        ) { card, ids in
            [
                ids[card.shown("id")], card.shown("user"), card.shown("stream"), card.shown("status"),
                card.shown("priority"), card.shownTime("created"), card["seen"] == nil ? "no" : "yes",
                card.shown("title"),
            ]
        }
        page.printContinuation(after: last?.shown("row"))
    }
}

/// Paging of a long list.
struct AdminPage: ParsableArguments {
    @Option(help: ArgumentHelp("List at most this many rows, from 1 to 1000.", valueName: "number"))
    var limit = 100

    @Option(help: ArgumentHelp("Continue after this position, which the previous run printed.", valueName: "position"))
    var after: String?

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000.") }
    }

    /// Prints how to continue if there may be more.
    func printContinuation(after last: String?) {
        guard let last, Console.isErrorTerminal else { return }
        Console.error("there may be more rows; continue with --after \(last)")
    }
}
