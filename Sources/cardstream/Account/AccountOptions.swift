internal import ArgumentParser

/// Options of all commands that contact a server as a user, without opening the user's cards.
struct AccountOptions: ParsableArguments {
    @OptionGroup(title: "Settings")
    var options: ConfigOptions

    @Option(help: ArgumentHelp("Read the token from this file.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Get the token from this shell command.", valueName: "command"))
    var tokenCommand: String?

    @Option(help: ArgumentHelp("Read the viewer's API key from this file.", valueName: "file"), completion: .file())
    var viewerKeyFile: String?

    func setup(_ more: [String: String?] = [:]) throws -> Setup {
        let own = [
            "token_file": tokenFile, "token_command": tokenCommand, "viewer_key_file": viewerKeyFile,
        ]
        return try options.load(own.merging(more) { $1 })
    }
}
