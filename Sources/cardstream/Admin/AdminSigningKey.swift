internal import AppRuntime
internal import ArgumentParser
internal import Cards
internal import FeedServer
internal import FeedTransport

/// `cardstream admin signing-key`: prints the server's public signing key.
struct AdminSigningKey: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key", abstract: "Print the public key that confirms signed answers.",
        discussion: """
            The server signs how each question was settled; `cardstream verify` checks the signature with this key. \
            Prints PEM, with --json a JSON Web Key. Save the key now, on the machine where you run `verify`: later the \
            server could present a different key.

            EXAMPLES
              cardstream admin signing-key > cardstream.pem
              cardstream admin signing-key --json
            """)

    @OptionGroup var admin: AdminOptions

    func run() throws {
        let caller = try admin.caller()
        for key in try VerifyCommand.keys(
            of: try runBlocking { try await caller.keys() }, name: "the server's response")
        {
            if admin.json { Console.json(key.jwk) } else { Console.print(String(key.pem.dropLast())) }
        }
    }
}
