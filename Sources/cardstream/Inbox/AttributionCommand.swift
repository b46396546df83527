internal import AppRuntime
internal import ArgumentParser
internal import CardStreamCordial
internal import Cards

/// `cardstream attribution`: shows or sets the message to which events and orders are attributed.
struct AttributionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attribution",
        abstract: "Show or set the message to which events and orders are attributed.",
        discussion: """
            Events and orders are attributed to the message whose link you followed last, in the viewer or with \
            `cardstream open`, unless you have set a different message. The message's id is stored on this machine; \
            the command needs no network. --json prints an object, as `cardstream schema attribution` describes. Exit \
            code 3: no message is stored.

            EXAMPLES
              cardstream attribution
              cardstream attribution set 64f0:5c1a
            """, subcommands: [AttributionShow.self, AttributionSet.self], defaultSubcommand: AttributionShow.self)

    static func show(_ client: CordialClient, isJSON: Bool) throws {
        guard let current = try runBlocking({ try await client.attribution.current() }) else {
            throw ExitStatus.nothingMatched
        }
        guard isJSON else { return Console.print(current.messageID) }
        Console.json(["message": .string(current.messageID), "since": .string(current.time.rfc3339)])
    }
}

struct AttributionShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the id of the message.",
        discussion: """
            EXAMPLES
              cardstream attribution show --json
            """)

    @OptionGroup(title: "Settings")
    var profile: ProfileOptions
    @OptionGroup var name: SourceName
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        try AttributionCommand.show(try MessagingOptions.client(of: name, in: try profile.load()), isJSON: json)
    }
}

struct AttributionSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the message that later events and orders are attributed to.",
        discussion: """
            EXAMPLES
              cardstream attribution set 64f0:5c1a
            """)

    @OptionGroup(title: "Settings")
    var profile: ProfileOptions
    @OptionGroup var name: SourceName
    @Flag(help: "Print JSON.") var json = false
    @Argument(help: ArgumentHelp("The id of the message.", valueName: "id")) var id: String

    func validate() throws {
        guard !id.isEmpty else { throw ValidationError("the id of the message is empty.") }
    }

    func run() throws {
        let (client, id) = (try MessagingOptions.client(of: name, in: try profile.load()), id)
        try runBlocking { try await client.attribution.set(id) }
        try AttributionCommand.show(client, isJSON: json)
    }
}
