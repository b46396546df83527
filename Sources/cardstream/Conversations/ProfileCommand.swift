internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import Cards

/// `cardstream profile`: a profile of a source.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Print a profile of a source, or change your own.",
        discussion: """
            Prints the profile as JSON, with its entity tag as member `_etag`. Without an id it is yours. \
            FIELD=VALUE changes your own: an empty value removes the field. With --if-match the change is made only if \
            the profile still has this entity tag. Exit code 1: it has changed in the meantime.

            EXAMPLES
              cardstream profile ben
              cardstream profile --set firstName=Ana --set email=ana@example.com
            """)

    @OptionGroup var source: SourceOptions

    @Argument(help: ArgumentHelp("The id of the profile; yours by default.", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("A field of your profile and its new value.", valueName: "field=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("Change it only if it has this entity tag.", valueName: "etag"))
    var ifMatch: String?

    func validate() throws {
        if id != nil, !set.isEmpty { throw ValidationError("--set changes your own profile; leave the id out") }
        if set.isEmpty, ifMatch != nil { throw ValidationError("--if-match needs --set") }
    }

    func run() throws {
        var changes = JSONObject()
        for text in set {
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                throw CommandFailure(.usage, "\"\(text.escapingControls)\" is not a change; expected FIELD=VALUE")
            }
            let value = String(text[text.index(after: equals)...])
            changes[String(text[..<equals])] = value.isEmpty ? .null : .string(value)
        }
        let client = try source.client()
        let (id, etag, attributes) = (id, ifMatch, changes)
        let profile = try runBlocking {
            let mine = try await client.sessions.start().profileID
            guard attributes.isEmpty else {
                return try await client.profiles.patch(mine, attributes, ifMatch: etag)
            }
            return try await client.profiles.profile(id ?? mine)
        }
        Console.json(profile.value.printed(etag: profile.etag), isPretty: true)
    }
}
