internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// `cardstream admin`: lists the content of a server for its publishers.
struct AdminCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "List the streams, users, cards and analytics of a server; manage webhooks, groups and themes.",
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
              cardstream admin themes set ops harbour
            """,
        subcommands: [
            AdminStreams.self, AdminUsers.self, AdminCards.self, AdminAnalytics.self, AdminWebhooks.self,
            AdminGroups.self, AdminThemes.self, AdminSigningKey.self, AdminAudit.self, AdminExport.self,
            AdminImport.self,
            AdminMigrate.self,
        ])
}

/// `cardstream admin streams`: lists the streams of a server.
struct AdminStreams: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "streams", abstract: "List the streams, and how many users and cards each has.")

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

/// `cardstream admin users`: lists the users of a server.
struct AdminUsers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the users, with their names and streams, and how many cards and devices each has.")

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

/// `cardstream admin cards`: lists the cards of a server, the newest first.
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
