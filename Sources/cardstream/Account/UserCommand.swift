internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedAPI

/// `cardstream user`: shows and changes the user's profile on the server.
struct UserCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Show or change your user profile: name, address, notification times.",
        discussion: """
            The output is JSON, as `cardstream schema user` describes.

            EXAMPLES
              cardstream user
              cardstream user set name="Ana Costa" email=ana@example.com city=Porto
              cardstream user set notifications=off
              cardstream user set times.default=08:00-17:30 times.sat=none times.sun=none
              cardstream user set timezone=Europe/Lisbon custom.tier=gold
              cardstream user set --source team firstName=Ana age:=41
            """,
        subcommands: [UserShow.self, UserSet.self], defaultSubcommand: UserShow.self)
}

struct UserShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print the user profile as JSON.")

    @OptionGroup var account: AccountOptions
    @OptionGroup var output: JSONFlag

    func run() throws {
        let access = ViewerAccess(try account.setup().ofKnownProfile())
        UserCommand.show(try runBlocking { try await access.requests().profile() })
    }
}

struct UserSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change fields of the user profile.",
        discussion: """
            Fields: externalId, name, email, phone, city, country, region, timezone, and custom.NAME. A custom value \
            that looks like a date (2026-11-21, 2026-11-21T09:30:00Z) is stored as a date, any other value as a \
            string. An empty value removes the field.

            notifications=on or off applies to all notifications. times.DAY sets when notifications are allowed on \
            that day (mon to sun, or default): FROM-TO in 24-hour time, several ranges separated by commas, or none.

            With --source, the command changes your user profile in a chat service. That profile can have any field: \
            FIELD=VALUE sets a string, FIELD:=JSON a number, true or false. With --if-match ETAG the user profile \
            changes only if ETAG is still its entity tag, which `cardstream profile` prints as `_etag`.

            Prints the changed user profile. Exit code 1: the user profile has a different entity tag now; the message \
            shows that tag.

            EXAMPLES
              cardstream user set city=Porto
              cardstream user set --source team email=ana@example.com --if-match '"2f"'
            """)

    @OptionGroup var account: AccountOptions
    @OptionGroup var output: JSONFlag
    @OptionGroup var name: SourceName

    @Option(
        help: ArgumentHelp("With --source: change the user profile only if it has this entity tag.", valueName: "etag"))
    var ifMatch: String?

    @Argument(help: ArgumentHelp("A field and its new value, FIELD=VALUE.", valueName: "field"))
    var fields: [String]

    func validate() throws {
        if ifMatch != nil, name.source == nil { throw ValidationError("--if-match works only with --source.") }
    }

    func run() throws {
        if name.source != nil {
            let change = try ProfileChange(fields, ifMatch: ifMatch)
            let setup = try account.setup()
            return try change.perform(at: try name.config(in: setup), in: setup)
        }
        let change = try UserFields.read(fields)
        let access = ViewerAccess(try account.setup())
        UserCommand.show(try runBlocking { try await access.requests().updateProfile(change) })
    }
}

extension UserCommand {
    static func show(_ settings: UserSettings) {
        let bytes = FeedCoder.encode(settings)
        // Parsing cannot fail, because the bytes were just encoded.
        guard let value = try? JSONParser.parse(bytes) else { return Console.json(bytes) }
        Console.json(value, isPretty: true)
    }
}
