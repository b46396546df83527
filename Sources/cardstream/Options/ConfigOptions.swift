internal import AppCore
internal import AppRuntime
internal import ArgumentParser
internal import Basics
internal import CardSession
internal import CardStore
internal import Cards
internal import CurlTransport
internal import FeedAPI
internal import FeedSync
internal import Glibc

/// All options that set configuration keys, for commands that show cards.
struct ConfigOptions: SettingOptions {
    @Option(help: .config, completion: .file(extensions: ["toml"])) var config: String?
    @Option(help: .profile, completion: CompletionValues.profiles) var profile: String?
    @Option(help: .server) var server: String?
    @Option(help: .environment) var environment: String?
    @Option(help: .caFile, completion: .file()) var caFile: String?
    @Option(help: .stream, completion: CompletionValues.streams) var stream: String?

    @Option(
        help: ArgumentHelp("How much to log: debug, info, warning or error.", valueName: "level"),
        completion: .list(["debug", "info", "warning", "error"]))
    var logLevel: String?

    var file: String? { config }
    var flags: [String: String?] {
        [
            "profile": profile, "server": server, "environment": environment, "ca_file": caFile, "stream": stream,
            "log_level": logLevel,
        ]
    }

    /// The process environment, which is read on each access.
    static var processEnvironment: [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            entry += 1
        }
        return variables
    }

    /// Loads the configuration: flags over environment over file over defaults. Mistakes in areas that the command does
    /// not read are warnings.
    /// - Parameters:
    ///   - file: The configuration file if it is not the default one.
    ///   - areas: The areas of the configuration that the command needs.
    /// - Throws: ``ConfigError`` with all mistakes in these areas.
    static func load(
        file: String?, flags: [String: String], reading areas: Set<ConfigArea>
    ) throws(ConfigError) -> Setup {
        let (setup, mistakes) = read(file: file, flags: flags)
        let isNeeded = { (mistake: ConfigError) in mistake.area == .file || areas.contains(mistake.area) }
        if let all = ConfigError.joined(mistakes.filter(isNeeded)) { throw all }
        for mistake in mistakes where printedMistakes.withLock({ $0.insert("\(mistake)").inserted }) {
            Console.error("\(mistake) (this does not affect the command)")
        }
        return setup
    }

    /// The mistakes that were printed. A command may read the configuration more than once, but prints each mistake
    /// once.
    private static let printedMistakes = Lock<Set<String>>([])

    /// Reads the configuration as far as it has no mistakes.
    static func read(
        file: String?, flags: [String: String], noting note: ConfigLoader.Note = { _, _, _ in }
    ) -> (setup: Setup, mistakes: [ConfigError]) {
        let variables = Self.processEnvironment
        let paths = Paths(environment: variables)
        let named = file ?? variables["CARDSTREAM_CONFIG"]
        // If a file is named, the profiles' own files are not read.
        let ofProfile: @Sendable (String) -> String = { paths.configurationFile(profile: $0) }
        let loader = ConfigLoader(
            path: named ?? paths.configurationFile, isFileRequired: named != nil, environment: variables,
            flags: flags, profileFile: named == nil ? ofProfile : nil)
        var fileProfile = Config().profile
        var origins: [String: ConfigError.Origin] = [:]
        let (config, mistakes) = loader.read { key, value, origin in
            if key.name == "profile", case .file = origin { fileProfile = value.text }
            if Setup.traced.contains(key.name) { origins[key.name] = origin }
            note(key, value, origin)
        }
        var setup = Setup(
            config: config, paths: paths, variables: variables, configurationFile: loader.path,
            isFileOfFlag: file != nil, isFileNamed: named != nil, fileProfile: fileProfile, origins: origins)
        setup.hasUnreadScreens = config.screens == nil && mistakes.contains { $0.area == .cards }
        return (setup, mistakes)
    }
}

/// The settings and paths of a command.
struct Setup {
    var config: Config
    var paths: Paths
    /// The process environment.
    var variables: [String: String]
    var configurationFile: String
    /// Whether a flag names the file.
    var isFileOfFlag = false
    /// Whether a flag or a variable names the file.
    var isFileNamed = false
    /// The profile that the file names; `default` if it names none.
    var fileProfile = Config().profile
    /// Whether containers or screens have mistakes. ``screens`` then has only the default stream.
    var hasUnreadScreens = false
    /// Whether this program is a viewer and not a command.
    var isViewer = false
    /// The simulated source of the demo; nil for none.
    var demoSource: DemoSource?
    /// The origins of the settings in ``traced`` by name.
    var origins: [String: ConfigError.Origin] = [:]

    /// Settings whose values are names that are resolved later.
    static let resolvedLater = ["theme", "screen"]
    /// Settings that determine whose cards are shown.
    static let account = ["server", "environment", "token", "token_file", "token_command", "user"]
    /// Settings that `cardstream login` writes, and that a flag or a variable can override.
    static let login = account + ["viewer_key", "viewer_key_file", "analytics"]

    /// Settings whose origins are recorded.
    static let traced = resolvedLater + login + ["layout"]

    /// The origin of a setting, as a prefix for messages; empty for the default.
    func originPrefix(of setting: String) -> String { origins[setting].map { "\($0.place): " } ?? "" }

    /// The file with the profile's own settings: the configuration file if it was named or is for this profile,
    /// otherwise the profile's separate file.
    var profileFile: String {
        isFileNamed || config.profile == fileProfile
            ? configurationFile : paths.configurationFile(profile: config.profile)
    }

    /// Whether `cardstream serve` is the profile's own server, which its viewers and commands find.
    var hasOwnServer: Bool {
        let isOwn = config.serveData.map { $0 == paths.embeddedServer(profile: config.profile) } ?? true
        return isOwn && config.serveKeys == nil
    }

    /// The description of this machine for servers, with the id that is stored in the profile.
    var device: ViewerDevice? {
        ViewerDevice.installed(in: "\(paths.data)/\(config.profile)")
    }

    /// The containers and screens to show.
    var screens: ScreensConfig {
        // Line by line, containers cannot be side by side.
        (config.screens ?? .single(config.stream)).showing(sources).laidOut(
            as: isLinear ? .cards : config.layout)
    }

    /// Whether a flag sets the layout. Then it overrides the user's earlier choice for this run.
    var isLayoutOfFlag: Bool { if case .flag? = origins["layout"] { true } else { false } }

    /// The source of the viewer's token; nil if none is configured.
    var tokenSource: TokenSource? {
        if let token = config.token { return .value(token, name: "CARDSTREAM_TOKEN") }
        if let command = config.tokenCommand { return .command(command) }
        return config.tokenFile.map { .file(path: $0) }
    }

    /// The user who receives a card or a question that names no user: the user in the settings, otherwise the user who
    /// has logged in.
    var defaultUser: UserID {
        guard config.server != nil, origins["user"] == nil else { return config.user }
        let token: String? =
            switch tokenSource {
            case .value(let token, name: _): token
            // If the token cannot be read, the user in the settings is used, and a warning says so.
            case .file(let path): try? secret(nil, file: path)
            case .command, .custom, nil: nil
            }
        return token.flatMap { JWTClaims(token: $0)?.userID }.flatMap(UserID.init(rawValue:)) ?? config.user
    }

    /// The network configuration. The policy does not apply to the profile's own server, because that is on this
    /// machine.
    var network: CurlConfiguration {
        CurlConfiguration(authorityFile: config.caFile, policy: config.server == nil ? nil : config.requestPolicy)
    }

    /// A secret from the environment or a file, without surrounding white space. A file that other users can read is
    /// refused, as ssh does with keys. Pipes and devices are accepted.
    ///
    /// - Parameter variable: The variable with the value, for messages.
    func secret(_ value: String?, of variable: String = "the key", file: String?) throws -> String? {
        if let value, !value.isEmpty {
            guard !value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
                throw CommandFailure(
                    .authentication,
                    "\(variable) has a line break or another control character in its value; expected one line")
            }
            return value
        }
        guard let file else { return nil }
        guard try PrivateFile.isPrivate(file, orNoFile: true) else {
            throw CommandFailure(
                .authentication, "\(file.shownAsFile): others can read this key; run: chmod 600 \(file.shownAsFile)")
        }
        let text = String(decoding: try PrivateFile.read(file, limit: 1 << 20), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).first?.withoutOuterWhitespace ?? ""
    }
}
