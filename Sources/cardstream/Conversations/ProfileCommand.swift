internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import Cards

/// `cardstream profile`: prints a user's profile at a source of conversations.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Print a user's profile in a chat service.",
        discussion: """
            Prints the profile as JSON, with its entity tag as member `_etag`. Without an id, prints your own profile; \
            `cardstream user set --source` changes it.

            EXAMPLES
              cardstream profile ben
              cardstream profile | jq -r ._etag
            """)

    @OptionGroup var source: SourceOptions
    @OptionGroup var output: JSONFlag

    @Argument(help: ArgumentHelp("The id of the profile; yours by default.", valueName: "id"))
    var id: String?

    func run() throws {
        let (client, id) = (try source.client(), id)
        let profile = try runBlocking {
            let mine = try await client.sessions.start().profileID
            return try await client.profiles.profile(id ?? mine)
        }
        Console.json(profile.value.printed(etag: profile.etag), isPretty: true)
    }
}
