internal import ArgumentParser

/// Options of commands that contact a server as a user.
struct TokenOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read the token from this file.", valueName: "file"), completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("Get the token from this shell command.", valueName: "command"))
    var tokenCommand: String?

    @Option(help: ArgumentHelp("Read the viewer key from this file.", valueName: "file"), completion: .file())
    var viewerKeyFile: String?

    /// The values by the names of their settings.
    var flags: [String: String?] {
        ["token_file": tokenFile, "token_command": tokenCommand, "viewer_key_file": viewerKeyFile]
    }
}
