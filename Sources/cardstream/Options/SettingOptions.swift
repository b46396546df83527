internal import AppRuntime
internal import ArgumentParser

/// Options that set configuration keys. A command has those that it reads.
protocol SettingOptions: ParsableArguments {
    /// The configuration file if it is not the default one.
    var file: String? { get }
    /// The values of the flags by the names of their settings; nil for flags that are not given.
    var flags: [String: String?] { get }
}

extension SettingOptions {
    /// Loads the configuration: flags over environment over file over defaults.
    /// - Parameters:
    ///   - more: The command's own flags.
    ///   - areas: What the command reads in addition to the connection; see ``ConfigOptions/load(file:flags:reading:)``.
    func load(
        _ more: [String: String?] = [:], reading areas: Set<ConfigArea> = []
    ) throws(ConfigError) -> Setup {
        try ConfigOptions.load(file: file, flags: given(more), reading: areas.union([.connection]))
    }

    /// The flags that are given.
    func given(_ more: [String: String?]) -> [String: String] {
        flags.merging(more) { $1 }.compactMapValues(\.self)
    }
}

/// Options that select a profile.
struct ProfileOptions: SettingOptions {
    @Option(
        help: ArgumentHelp("Read this configuration file instead of the usual one.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp("Use the cards and actions of this profile.", valueName: "name"),
        completion: CompletionValues.profiles)
    var profile: String?

    var file: String? { config }
    var flags: [String: String?] { ["profile": profile] }
}

/// Options of commands that contact a server.
struct ConnectionOptions: SettingOptions {
    @OptionGroup var profileOptions: ProfileOptions

    @Option(help: ArgumentHelp("The server's address.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("The id of the server's environment.", valueName: "id"))
    var environment: String?

    @Option(help: ArgumentHelp("Trust the certificates in this file.", valueName: "file"), completion: .file())
    var caFile: String?

    var file: String? { profileOptions.file }
    var flags: [String: String?] {
        profileOptions.flags.merging(["server": server, "environment": environment, "ca_file": caFile]) { $1 }
    }
}

/// Options of commands that contact a server about a stream.
struct StreamOptions: SettingOptions {
    @OptionGroup var connection: ConnectionOptions

    @Option(help: ArgumentHelp("The stream to use.", valueName: "name"), completion: CompletionValues.streams)
    var stream: String?

    var file: String? { connection.file }
    var flags: [String: String?] { connection.flags.merging(["stream": stream]) { $1 } }
}
