internal import AppRuntime
internal import ArgumentParser

/// Options that set configuration keys. Each command has the options for the settings that it reads.
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
    ///   - areas: The areas of the configuration to read in addition to the connection; see
    ///     ``ConfigOptions/load(file:flags:reading:)``.
    func load(
        _ more: [String: String?] = [:], reading areas: Set<ConfigArea> = []
    ) throws(ConfigError) -> Setup {
        try ConfigOptions.load(file: file, flags: given(more), reading: areas.union([.connection]))
    }

    /// The flags of the connection as they were given, for a command that a message advises: ` --server URL`, or nothing.
    func connectionFlags(_ more: [String: String?]) -> String {
        let values = given(more)
        let flags =
            [("config", file)] + ["profile", "server", "environment", "ca_file"].map { ($0, values[$0]) }
            + [("key_file", values["publisher_key_file"])]
        return flags.map { name, value in
            value.map { " --\(name.replacing("_", with: "-")) \($0.quotedForShell)" } ?? ""
        }.joined()
    }

    /// The values of the given flags, by the names of their settings.
    func given(_ more: [String: String?]) -> [String: String] {
        flags.merging(more) { $1 }.compactMapValues(\.self)
    }
}

// The groups below repeat options, and do not contain each other: in development builds, the argument parser checks a
// group five times for each level of nesting.

/// Options that select a profile.
struct ProfileOptions: SettingOptions {
    @Option(help: .config, completion: .file(extensions: ["toml"])) var config: String?
    @Option(help: .profile, completion: CompletionValues.profiles) var profile: String?

    var file: String? { config }
    var flags: [String: String?] { ["profile": profile] }
}

/// Options of commands that contact a server.
struct ConnectionOptions: SettingOptions {
    @Option(help: .config, completion: .file(extensions: ["toml"])) var config: String?
    @Option(help: .profile, completion: CompletionValues.profiles) var profile: String?
    @Option(help: .server) var server: String?
    @Option(help: .environment) var environment: String?
    @Option(help: .caFile, completion: .file()) var caFile: String?

    var file: String? { config }
    var flags: [String: String?] {
        ["profile": profile, "server": server, "environment": environment, "ca_file": caFile]
    }
}

/// Options of commands that contact a server about a stream.
struct StreamOptions: SettingOptions {
    @Option(help: .config, completion: .file(extensions: ["toml"])) var config: String?
    @Option(help: .profile, completion: CompletionValues.profiles) var profile: String?
    @Option(help: .server) var server: String?
    @Option(help: .environment) var environment: String?
    @Option(help: .caFile, completion: .file()) var caFile: String?
    @Option(help: .stream, completion: CompletionValues.streams) var stream: String?

    var file: String? { config }
    var flags: [String: String?] {
        ["profile": profile, "server": server, "environment": environment, "ca_file": caFile, "stream": stream]
    }
}

extension ArgumentHelp {
    static let config = ArgumentHelp("Read this configuration file instead of the usual one.", valueName: "file")
    static let profile = ArgumentHelp("Use the cards and actions of this profile.", valueName: "name")
    static let server = ArgumentHelp("The server's address.", valueName: "url")
    static let environment = ArgumentHelp("The id of the server's environment.", valueName: "id")
    static let caFile = ArgumentHelp("Trust the certificates in this file.", valueName: "file")
    static let stream = ArgumentHelp("The stream to use.", valueName: "name")
}
