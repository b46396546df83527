internal import AppRuntime
internal import ArgumentParser
internal import CardStreamComapi
internal import Cards

/// `cardstream profiles`: searches the users' profiles at a source of conversations.
struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "Search the users' profiles in a chat service.",
        discussion: """
            All conditions must hold. A condition is FIELD, an operator and a value: = equals, != differs, > < >= <= \
            compare, ^= begins with, $= ends with, ~= contains. FIELD alone means that the field exists, !FIELD that \
            it does not exist. --json prints one object per line, as `cardstream schema profile` describes. Exit code \
            3: no profile was found.

            EXAMPLES
              cardstream profiles 'firstName^=Do' 'age>=18'
              cardstream profiles email --json | jq -r .email
            """)

    @OptionGroup var source: SourceOptions

    @Argument(help: ArgumentHelp("A condition, such as firstName^=Do.", valueName: "condition"))
    var conditions: [String] = []

    @Option(help: ArgumentHelp("How many profiles to print at most.", valueName: "count"))
    var limit = 100

    @Flag(help: "Print one line of JSON per profile.")
    var json = false

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000.") }
    }

    func run() throws {
        let terms = try conditions.map { text in
            guard let term = ProfileQuery.term(typed: text) else {
                throw CommandFailure(
                    .usage,
                    "\"\(text.escapingControls)\" is not a condition; expected FIELD, !FIELD, or FIELD, an operator "
                        + "(= != > < >= <= ^= $= ~=) and a value")
            }
            return term
        }
        let client = try source.client()
        let query = ProfileQuery(terms, limit: limit)
        let found = try runBlocking { try await client.profiles.find(query) }
        guard !found.isEmpty else { throw ExitStatus.nothingMatched }
        if json {
            for profile in found { Console.json(profile.printed()) }
            return
        }
        var table = TextTable(["ID", "NAME", "EMAIL"])
        for profile in found {
            let name = [profile.firstName, profile.lastName].compactMap { $0 }.joined(separator: " ")
            table.add([profile.id, name, profile.email ?? ""])
        }
        Console.print(table.lines.joined(separator: "\n"))
    }
}
