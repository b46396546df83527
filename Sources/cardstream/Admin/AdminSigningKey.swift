internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedServer
internal import FeedTransport

/// `cardstream admin signing-key`
struct AdminSigningKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key", abstract: "Print the public key that checks answers to asks.",
        discussion: """
            The server signs how each ask was settled; `cardstream verify` checks that with this key. Prints PEM, with \
            --json a JSON Web Key. Keep it where you verify: a key that is asked for later proves less.

            EXAMPLES
              cardstream admin signing-key > cardstream.pem
              cardstream admin signing-key --json
            """)

    @OptionGroup var admin: AdminOptions

    func run() throws {
        let caller = try admin.caller()
        for key in try VerifyCommand.keys(of: try runBlocking { try await caller.keys() }, name: "the server's answer")
        {
            if admin.json { Console.json(key.jwk) } else { Console.print(String(key.pem.dropLast())) }
        }
    }
}
