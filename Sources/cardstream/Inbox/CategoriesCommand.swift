internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream categories`: lists the notification categories, and switches them on or off.
struct CategoriesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories",
        abstract: "List the notification categories, or switch one on or off.",
        discussion: """
            The categories come from the setting `categories` of a source of kind cordial. Your choice for a \
            category holds until that setting changes or another contact is set. A change is stored on this machine \
            first, so the command also works without a network. --json prints an object, as `cardstream schema \
            categories` describes.

            Exit code 3: there are no categories, or none with this key. 7: the change is stored, and the next command or \
            viewer of this profile sends it.

            EXAMPLES
              cardstream categories
              cardstream categories off new-arrivals
            """, subcommands: [CategoriesList.self, CategoriesOn.self, CategoriesOff.self],
        defaultSubcommand: CategoriesList.self)

    /// The client of the account, after it has received the categories of the configuration.
    static func client(_ options: MessagingOptions) throws -> CordialClient {
        let setup = try options.profile.load()
        let config = try options.name.config(in: setup, kind: .cordial, of: "messages")
        let client = try CordialClient(config, setup.environment(of: config))
        let offered = NotificationCategory.list(config["categories"]) ?? []
        if !offered.isEmpty { try runBlocking { try await client.contact.offer(offered) } }
        return client
    }

    static func list(_ client: CordialClient) throws -> [NotificationCategory] {
        try runBlocking { try await client.contact.categories() }
    }

    static func members(_ categories: [NotificationCategory]) -> JSONObject {
        let list = categories.map { category -> JSONValue in
            ["key": .string(category.key), "name": .string(category.name), "on": .bool(category.isOn)]
        }
        return ["categories": .array(list)]
    }

    static func set(_ key: String, isOn: Bool, _ options: MessagingOptions) throws {
        let client = try client(options)
        try runBlocking { try await client.contact.setCategory(key, isOn: isOn) }
        try options.sending.report(
            "\(key) is \(isOn ? "on" : "off")", of: .contact, try options.sending.send(client),
            members(try list(client)))
    }
}

struct CategoriesList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the categories.",
        discussion: """
            EXAMPLES
              cardstream categories list --json | jq '.categories[] | select(.on)'
            """)

    @OptionGroup var options: MessagingOptions

    func run() throws {
        let client = try CategoriesCommand.client(options)
        let categories = try CategoriesCommand.list(client)
        guard !categories.isEmpty else {
            Console.error("there are no categories: set categories = \"KEY=NAME, …\" for the source")
            throw ExitStatus.nothingMatched
        }
        if options.sending.json {
            let waiting = try runBlocking { try await client.waitingCount() }
            return try options.sending.report(
                "", of: nil, SendingOutcome(waiting: waiting, isAsked: false), CategoriesCommand.members(categories))
        }
        var table = TextTable([])
        for category in categories { table.add([category.isOn ? "on" : "off", category.key, category.name]) }
        for line in table.lines.dropFirst() { Console.print(line) }
    }
}

struct CategoriesOn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Allow notifications of a category.",
        discussion: """
            EXAMPLES
              cardstream categories on discounts
            """)

    @OptionGroup var options: MessagingOptions
    @Argument(help: ArgumentHelp("The key of the category.", valueName: "key")) var key: String

    func run() throws { try CategoriesCommand.set(key, isOn: true, options) }
}

struct CategoriesOff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "Turn off notifications of a category.",
        discussion: """
            EXAMPLES
              cardstream categories off discounts
            """)

    @OptionGroup var options: MessagingOptions
    @Argument(help: ArgumentHelp("The key of the category.", valueName: "key")) var key: String

    func run() throws { try CategoriesCommand.set(key, isOn: false, options) }
}
